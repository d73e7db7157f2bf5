import { createHash } from "node:crypto";
import { type AuditFilter, type AuditPlace, findAudit, listAudit } from "../../projections/admin/audit_subjects.ts";
import { compact } from "../contract/compact.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { measureTransfers } from "../ledger/verify.ts";
import { readChainHeads, sealBlocks } from "../store/chain/chain.ts";
import type { ChainedEvent, Place } from "../store/chain/chained_events.ts";
import type { LogName, Metadata } from "../store/log/event.ts";
import { eventsAt } from "./reads.ts";
import { AUDIT_EXPORTS_STREAM, type AuditExported, type AuditExportStarted } from "./events.ts";

const PROJECTION = "audit_subjects";
/** What was done a moment ago belongs to an export; one that finds the projection further behind says how far it went. */
const NEWEST_MS = 10_000;
const SEAL_TRIES = 20;
const SEAL_WAIT_MS = 250;
const PAGE = 1_000;

/** The events to export, and the admin who asks. */
interface Export {
  readonly filter: AuditFilter;
  readonly format: "csv" | "bundle";
  readonly metadata: Metadata;
}

/** A running export: it ends with the newest event at its start. */
export interface StartedExport extends Export {
  /** Undefined where nothing fits. */
  readonly upTo: AuditPlace | undefined;
  /** How far each log was searched. */
  readonly searched: readonly Place[];
  /** Events in memory at a time; left out, a thousand. */
  readonly pageSize?: number;
}

/** A piece of the exported file, and its number of events. */
export interface Piece {
  readonly text: string;
  readonly events: number;
}

/**
 * Begins an export: seals what is open, so that every event has its block, and notes who takes what out before anything
 * of it leaves. Throws Refusal `overloaded` while another process still seals.
 */
export async function startExport(deps: Deps, exporting: Export): Promise<StartedExport> {
  const { sql } = deps.store;
  await deps.store.catchUp([PROJECTION], { timeoutMs: NEWEST_MS });
  const [upTo] = await findAudit(sql, exporting.filter, { limit: 1 });
  const lags = await deps.store.lag();
  const searched = lags.filter(({ name }) => name === PROJECTION).map(({ log, position }) => ({ log, position }));
  await sealUpTo(deps, searched);
  const event: AuditExportStarted = { type: "AuditExportStarted", data: whatOf(exporting) };
  await deps.store.appendToStream("social", AUDIT_EXPORTS_STREAM, [event], { metadata: exporting.metadata });
  return { ...exporting, upTo, searched };
}

/** The places of an export, the oldest first, a page at a time. */
export async function* placesOf(
  { store: { sql } }: Pick<Deps, "store">,
  { filter, upTo, pageSize: limit = PAGE }: Pick<StartedExport, "filter" | "upTo" | "pageSize">,
): AsyncGenerator<readonly AuditPlace[], void> {
  let after: AuditPlace | undefined;
  while (upTo !== undefined) {
    const places: AuditPlace[] = await listAudit(sql, filter, { after, upTo, limit });
    if (places.length > 0) yield places;
    if (places.length < limit) return;
    after = places.at(-1);
  }
}

/** The events of an export, the oldest first, a page at a time. */
export async function* exportedEvents(
  deps: Pick<Deps, "store">,
  started: StartedExport,
): AsyncGenerator<readonly ChainedEvent[], void> {
  for await (const places of placesOf(deps, started)) yield await eventsAt(deps, places);
}

/** The text of the pieces as it leaves; after the last it notes how many events they held, and their hash. */
export async function* notingExport(
  deps: Pick<Deps, "store">,
  started: StartedExport,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<string, void> {
  const sha256 = createHash("sha256");
  let events = 0;
  for await (const piece of pieces) {
    sha256.update(piece.text);
    events += piece.events;
    yield piece.text;
  }
  const event: AuditExported = {
    type: "AuditExported",
    data: { ...whatOf(started), events, sha256: sha256.digest("hex") },
  };
  await deps.store.appendToStream("social", AUDIT_EXPORTS_STREAM, [event], { metadata: started.metadata });
}

function whatOf({ filter: { type: eventType, ...rest }, format }: Export): AuditExportStarted["data"] {
  return compact({ ...rest, eventType, format });
}

/** Seals what is open until blocks hold all of these. Another process may be at it: then that one is waited for. */
export async function sealUpTo({ store: { sql } }: Deps, places: readonly Place[]): Promise<void> {
  for (let tries = 0; tries < SEAL_TRIES; tries++) {
    const made = await sealBlocks(sql, { measure: measureTransfers, all: true });
    const upTo = new Map<LogName, number>((await readChainHeads(sql)).map(({ log, position }) => [log, position]));
    if (places.every(({ log, position }) => (upTo.get(log) ?? 0) >= position)) return;
    if (made === 0) await new Promise((resolve) => setTimeout(resolve, SEAL_WAIT_MS));
  }
  throw new Refusal("overloaded", "The newest events are not sealed yet: please try again soon");
}
