import type { AuditFilter } from "../../projections/admin/audit_subjects.ts";
import type { TrialLine } from "../contract/books.ts";
import { newId } from "../contract/ids.ts";
import type { Deps } from "../deps.ts";
import { canonicalJson, type Json } from "../store/log/canonical.ts";
import { proveEvents, type ProvenChain, type ProvenEvent } from "../store/chain/chain_proof.ts";
import type { Place } from "../store/chain/chained_events.ts";
import type { LogName } from "../store/log/event.ts";
import { snapshot } from "../store/sql.ts";
import { auditKey, signAudit } from "./bundle_key.ts";
import { type Piece, placesOf, type StartedExport } from "./export.ts";

export const BUNDLE_FORMAT = "orin-audit-bundle/1";
/** Events in one part: a signature needs its whole part in memory. */
export const PART = 2_000;

/** Which part of a bundle this is. A bundle is whole from number 1 to the one that says it is the last. */
interface BundlePart {
  readonly bundleId: string;
  readonly number: number;
  readonly isLast: boolean;
  /** The signature of the part before; null for the first. */
  readonly previous: string | null;
}

/** The books as a bundle holds them: sums in kobo, which are units. Times in ISO 8601. */
export interface BundledBooks {
  readonly at: string;
  readonly owed: Readonly<Record<string, number>>;
  readonly figures: Readonly<Record<string, number>>;
  /** Revenue less what it cost. */
  readonly result: Readonly<Record<string, number>>;
  /** What the provider said less what the books have there, and what explains it; null where it said nothing. */
  readonly difference: {
    readonly amount: number;
    readonly parts: readonly { readonly kind: string; readonly amount: number; readonly names: readonly string[] }[];
    readonly rest: number;
  } | null;
  /** What the provider said last up to then. */
  readonly said: { readonly kobo: number; readonly at: string } | null;
  readonly trial: readonly TrialLine[];
}

/** What pays for a withdrawal, as its proof says it; amounts in units. */
export interface BundledPayout {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly units: number;
  /** Whose transfers the bundle holds, from the account's first to the one that reserved the withdrawal. */
  readonly account: string;
  readonly log: LogName;
  readonly lots: readonly BundledLot[];
}

export interface BundledLot {
  /** The transfer that brought the lot. */
  readonly transferId: string;
  readonly units: number;
  /** What the withdrawal takes, counted from the lot's first unit. */
  readonly taken: readonly (readonly [from: number, to: number])[];
  readonly giftId?: string;
  /** Of rewards: the plays that earned what is taken, by the place of the reward's transfer in the log. */
  readonly plays?: readonly (readonly [position: number, playId: string, units: number])[];
}

/** The signed content. Times in ISO 8601. */
interface BundleContent {
  readonly format: typeof BUNDLE_FORMAT;
  readonly part: BundlePart;
  readonly subject: string | null;
  /** Whether nothing but the subject was chosen: then the subject's own stream is whole, over all parts. */
  readonly isWhole: boolean;
  readonly filters: { readonly [name: string]: string };
  readonly madeAt: string;
  readonly madeBy: string;
  /** How far each log was searched. */
  readonly searched: readonly { readonly log: LogName; readonly upTo: number }[];
  /** Every event that the part holds, so that a missing one has a name. */
  readonly index: readonly Place[];
  readonly events: readonly ProvenEvent[];
  /** From the first event's block to the head of the chain; each part continues where the one before ended. */
  readonly chains: readonly ProvenChain[];
  /** The books, in a bundle of them. */
  readonly books?: BundledBooks;
  /** What pays for a withdrawal, in the first part of its proof. */
  readonly payout?: BundledPayout;
}

/** A part in its file, one a line: `value` signs the canonical JSON (RFC 8785) of `content`. */
export interface Bundle {
  readonly content: BundleContent;
  readonly signature: {
    readonly kid: string;
    readonly algorithm: "Ed25519";
    readonly publicKey: string;
    readonly value: string;
  };
}

/**
 * The events of an export as they are stored, with what proves their places in the chain up to its newest block,
 * signed: a line for each part. Other events are in it as hashes alone.
 */
export async function* bundleOf(deps: Deps, started: StartedExport): AsyncGenerator<Piece, void> {
  yield* signedParts(deps, started, { pages: placesOf(deps, { pageSize: PART, ...started }) });
}

/** Pages of places in the order of their logs, each proven and signed; `more` comes with the first. */
export async function* signedParts(
  deps: Deps,
  started: StartedExport,
  { pages, more = {} }: { pages: AsyncIterable<readonly Place[]>; more?: Pick<BundleContent, "payout"> },
): AsyncGenerator<Piece, void> {
  const bundleId = newId(deps.now());
  const given = new Map<LogName, number>();
  let [number, previous]: [number, string | null] = [0, null];
  for await (const { places, isLast } of knowingTheLast(pages)) {
    const index = places.map(({ log, position }) => ({ log, position }));
    const proof = await snapshot(deps.store.sql, (tx) => proveEvents(tx, index, { given, toHead: isLast }));
    for (const { log, links } of proof.chains) given.set(log, links.at(-1)?.last ?? 0);
    const part = { bundleId, number: ++number, isLast, previous };
    const bundle = signed(deps, { ...headOf(deps, started), part, index, ...proof, ...number === 1 ? more : {} });
    previous = bundle.signature.value;
    yield { text: `${JSON.stringify(bundle)}\n`, events: index.length };
  }
}

/** Pages of places; the last knows that it is, and there is always one. */
async function* knowingTheLast(pages: AsyncIterable<readonly Place[]>) {
  let before: readonly Place[] | undefined;
  for await (const places of pages) {
    if (before) yield { places: before, isLast: false };
    before = places;
  }
  yield { places: before ?? [], isLast: true };
}

function headOf(deps: Deps, { filter, metadata, searched }: StartedExport) {
  const { subject = null, ...filters } = filterWords(filter);
  return {
    format: BUNDLE_FORMAT,
    subject,
    isWhole: subject !== null && Object.keys(filters).length === 0,
    filters,
    madeAt: new Date(deps.now()).toISOString(),
    madeBy: metadata.actor,
    searched: searched.map(({ log, position }) => ({ log, upTo: position })),
  } as const;
}

/** A part with its signature. */
export function signed({ keys }: Pick<Deps, "keys">, content: BundleContent): Bundle {
  const { kid, algorithm, publicKey } = auditKey(keys);
  const value = signAudit(keys, canonicalJson(asJson(content)));
  return { content, signature: { kid, algorithm, publicKey, value } };
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
