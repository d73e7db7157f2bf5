import { findPrints, findSounds, type PrintRow } from "../../../projections/catalogue/prints.ts";
import type { Deps } from "../../deps.ts";
import { readLog } from "../../store/log/read.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import type { RecordingPrinted } from "./events.ts";
import { askedItems, isWorthMatching, type Likeness, likenessOf, type Print, printOf } from "./state.ts";

/** A recording of the catalogue that sounds like the one that was asked for. */
interface SameRecording extends Likeness {
  readonly trackId: string;
  readonly ownerId: string;
}

/** The decoded samples, by their hash, and how long they sound. */
interface Samples {
  readonly soundHash: string;
  readonly durationMs: number;
}

/** What a recording is compared by. */
interface ComparedRecording {
  /** The recording at each of `PRINT_SPEEDS`; none where there is nothing to recognise it by. */
  readonly prints: readonly Print[];
  readonly samples?: Samples | undefined;
}

/** What was found before a command, and up to where the log was looked through: the command looks at the rest. */
export interface Heard extends ComparedRecording {
  readonly same: readonly SameRecording[];
  readonly upTo: number;
}

/** So many are compared item by item. */
const COMPARED = 24;
const CAUGHT_UP_MS = 2_000;

/**
 * Which recordings sound like one, given as base64 at each of `PRINT_SPEEDS`. Nothing sounds like silence or noise; what
 * has the same samples is the same, whatever it sounds like.
 */
export async function hear(
  { store }: Pick<Deps, "store">,
  prints: readonly string[],
  samples?: Samples,
): Promise<Heard> {
  const all = prints.map(printOf);
  const asked: ComparedRecording = { prints: all[0] && isWorthMatching(all[0]) ? all : [], samples };
  if (asked.prints.length === 0 && !samples) return { ...asked, same: [], upTo: Infinity };
  await store.catchUp(["prints"], { timeoutMs: CAUGHT_UP_MS });
  const followed = (await store.lag()).find(({ name, log }) => name === "prints" && log === "social");
  const { position = 0, head = 0 } = followed ?? {};
  const found = await findPrints(store.sql, itemsOf(asked.prints), COMPARED);
  const exact = samples ? await findSounds(store.sql, samples.soundHash, COMPARED) : [];
  const waiting = await printedAfter(store.sql, { after: position, upTo: head });
  return { ...asked, same: sameAmong(asked, [...found, ...exact, ...waiting]), upTo: head };
}

function itemsOf(asked: readonly Print[]) {
  return asked.flatMap((print, speed) => askedItems(print).map((item) => ({ ...item, speed })));
}

/** The recordings that the log tells of in a stretch of positions. */
export async function printedAfter(
  sql: Sql | Tx,
  { after, upTo }: { after: number; upTo: number },
): Promise<PrintRow[]> {
  if (after >= upTo) return [];
  const events = await readLog(sql, "social", { after, upTo, types: ["RecordingPrinted"] });
  return events.map(({ data }) => data as unknown as RecordingPrinted["data"]);
}

/** Those of some recordings that sound like one, the most alike first. */
export function sameAmong({ prints, samples }: ComparedRecording, others: readonly PrintRow[]): SameRecording[] {
  const newest = new Map(others.map((one) => [one.trackId, one]));
  return [...newest.values()].flatMap(({ trackId, ownerId, print, soundHash }) => {
    const isExact = samples !== undefined && samples.soundHash === soundHash;
    const likeness = isExact ? wholeOf(samples) : likenessOf(prints, printOf(print));
    return likeness ? [{ trackId, ownerId, ...likeness }] : [];
  }).sort((one, other) => other.percent - one.percent || one.trackId.localeCompare(other.trackId));
}

function wholeOf({ durationMs }: Samples): Likeness {
  return { percent: 100, atMs: 0, otherAtMs: 0, lengthMs: durationMs, speed: 1 };
}
