import { createHash } from "node:crypto";
import type { AuditFilter } from "../../projections/audit_subjects.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { measureTransfers } from "../ledger/verify.ts";
import { canonicalJson, type Json } from "../store/canonical.ts";
import { readChainHeads, sealBlocks } from "../store/chain.ts";
import {
  type ChainedEvent,
  type Place,
  proveEvents,
  type ProvenChain,
  type ProvenEvent,
} from "../store/chain_proof.ts";
import type { LogName, Metadata } from "../store/event.ts";
import { allPlaces, eventsAt } from "./commands_audit.ts";
import { auditKey, signAudit } from "./bundle_key.ts";
import { AUDIT_EXPORTS_STREAM, type AuditExported } from "./events_audit.ts";

export const BUNDLE_FORMAT = "orin-audit-bundle/1";
const PROJECTION = "audit_subjects";
const SEAL_TRIES = 20;
const SEAL_WAIT_MS = 250;

/** What is signed. Times in ISO 8601. */
export interface BundleContent {
  readonly format: typeof BUNDLE_FORMAT;
  readonly subject: string | null;
  /** Whether nothing but the subject was chosen: then the subject's own stream is whole. */
  readonly isWhole: boolean;
  readonly filters: { readonly [name: string]: string };
  readonly madeAt: string;
  readonly madeBy: string;
  /** How far each log was searched. */
  readonly searched: readonly { readonly log: LogName; readonly upTo: number }[];
  /** Every event that the bundle holds, so that a missing one has a name. */
  readonly index: readonly Place[];
  readonly events: readonly ProvenEvent[];
  readonly chains: readonly ProvenChain[];
}

/** The bundle's file: `value` signs the canonical JSON (RFC 8785) of `content`. */
export interface Bundle {
  readonly content: BundleContent;
  readonly signature: { readonly algorithm: "Ed25519"; readonly publicKey: string; readonly value: string };
}

export interface Export {
  readonly filter: AuditFilter;
  readonly metadata: Metadata;
}

/**
 * The events that fit, as they are stored, with what proves their places in the chain up to its newest block, signed.
 * Other events are in it as hashes alone. Throws a Refusal for too many events.
 */
export async function makeBundle(deps: Deps, { filter, metadata }: Export): Promise<{ text: string; events: number }> {
  const { sql } = deps.store;
  const lags = await deps.store.lag();
  const searched = lags.filter(({ name }) => name === PROJECTION).map(({ log, position }) => ({ log, upTo: position }));
  const index = (await allPlaces(deps, filter)).map(({ log, position }) => ({ log, position }));
  await sealUpTo(deps, index);
  const proof = await sql.begin("isolation level repeatable read read only", (tx) => proveEvents(tx, index));
  const { subject = null, ...filters } = filterWords(filter);
  const content: BundleContent = {
    format: BUNDLE_FORMAT,
    subject,
    isWhole: subject !== null && Object.keys(filters).length === 0,
    filters,
    madeAt: new Date(deps.now()).toISOString(),
    madeBy: metadata.actor,
    ...{ searched, index, ...proof },
  };
  const { algorithm, publicKey } = auditKey(deps.secret);
  const value = signAudit(deps.secret, canonicalJson(asJson(content)));
  const bundle: Bundle = { content, signature: { algorithm, publicKey, value } };
  return { text: `${JSON.stringify(bundle, null, 1)}\n`, events: index.length };
}

/** The events that fit, the oldest first, for a table. */
export async function eventsToExport(deps: Deps, filter: AuditFilter): Promise<ChainedEvent[]> {
  return await eventsAt(deps, await allPlaces(deps, filter));
}

/** Notes what was taken out, before it is handed over. */
export async function noteExport(
  deps: Pick<Deps, "store">,
  { filter, metadata, ...said }: Export & { format: "csv" | "bundle"; text: string; events: number },
): Promise<void> {
  const { type: eventType, ...rest } = filter;
  const given = Object.fromEntries(
    Object.entries({ ...rest, eventType }).filter(([, value]) => value !== undefined),
  ) as Partial<AuditExported["data"]>;
  const sha256 = createHash("sha256").update(said.text).digest("hex");
  const event: AuditExported = {
    type: "AuditExported",
    data: { ...given, format: said.format, events: said.events, sha256 },
  };
  await deps.store.appendToStream("social", AUDIT_EXPORTS_STREAM, [event], { metadata });
}

/** Seals what is open until blocks hold all of these. Another process may be at it: then that one is waited for. */
async function sealUpTo({ store: { sql } }: Deps, places: readonly Place[]): Promise<void> {
  const last = new Map<LogName, number>();
  for (const { log, position } of places) last.set(log, Math.max(last.get(log) ?? 0, position));
  for (let tries = 0; tries < SEAL_TRIES; tries++) {
    const made = await sealBlocks(sql, { measure: measureTransfers, all: true });
    const upTo = new Map((await readChainHeads(sql)).map(({ log, position }) => [log, position]));
    if ([...last].every(([log, position]) => (upTo.get(log) ?? 0) >= position)) return;
    if (made === 0) await new Promise((resolve) => setTimeout(resolve, SEAL_WAIT_MS));
  }
  throw new Refusal("overloaded", "The newest events are still being sealed: please try again soon");
}

/** The filter in words, times in ISO 8601. */
function filterWords(filter: AuditFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "number" ? new Date(value).toISOString() : value]]
    ),
  );
}

/** A bundle's content is plain JSON by its types; interfaces alone do not say so. */
function asJson(content: BundleContent): Json {
  return content as unknown as Json;
}
