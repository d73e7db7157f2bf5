import { findPrints, type PrintRow } from "../../../projections/prints.ts";
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

/** What was found before a command, and up to where the log was looked through: the command looks at the rest. */
export interface Heard {
  /** The recording at each of `PRINT_SPEEDS`. */
  readonly prints: readonly Print[];
  readonly same: readonly SameRecording[];
  readonly upTo: number;
}

/** So many are compared item by item. */
const COMPARED = 24;
const CAUGHT_UP_MS = 2_000;

/** Which recordings sound like one, given as base64 at each of `PRINT_SPEEDS`. Nothing sounds like silence or noise. */
export async function hear({ store }: Pick<Deps, "store">, prints: readonly string[]): Promise<Heard> {
  const asked = prints.map(printOf);
  const [own = new Uint32Array()] = asked;
  if (!isWorthMatching(own)) return { prints: [], same: [], upTo: Infinity };
  await store.catchUp(["prints"], { timeoutMs: CAUGHT_UP_MS });
  const followed = (await store.lag()).find(({ name, log }) => name === "prints" && log === "social");
  const { position = 0, head = 0 } = followed ?? {};
  const found = await findPrints(store.sql, itemsOf(asked), COMPARED);
  const waiting = await printedAfter(store.sql, { after: position, upTo: head });
  return { prints: asked, same: sameAmong(asked, [...found, ...waiting]), upTo: head };
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
export function sameAmong(asked: readonly Print[], others: readonly PrintRow[]): SameRecording[] {
  const newest = new Map(others.map((one) => [one.trackId, one]));
  return [...newest.values()].flatMap(({ trackId, ownerId, print }) => {
    const likeness = likenessOf(asked, printOf(print));
    return likeness ? [{ trackId, ownerId, ...likeness }] : [];
  }).sort((one, other) => other.percent - one.percent || one.trackId.localeCompare(other.trackId));
}
