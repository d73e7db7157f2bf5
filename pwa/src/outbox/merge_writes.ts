import type { Write } from "./write.ts";

/** What the merge needs to know of a row that waits. */
export interface WaitingWrite {
  id: string;
  write: Write;
  /** It has been on its way, so the service may know it: it stays as it is. */
  attempted: boolean;
  /** Of a wish: what the service had before it; undefined where the screen did not know. */
  before: boolean | undefined;
}

/** What becomes of a new write: rows to drop, and what to put, into a row that waits or (without `into`) a new one. */
export interface Merge {
  drop: readonly string[];
  put?: { write: Write; into?: string };
}

/**
 * Lets a new write make needless what waits of its subject (in order): the newest wish wins, what was never sent and is
 * taken back is not sent at all. Rows that were attempted are left alone and sent before.
 */
export function mergeWrite(rows: readonly WaitingWrite[], write: Write): Merge {
  const last = rows.at(-1);
  const append = { drop: [], put: { write } };
  if (!last) return append;
  switch (write.kind) {
    case "follow":
    case "heart":
    case "like":
      return mergeWish(rows, last, write);
    case "comment.edit":
    case "playlist.change":
      return last.attempted ? append : mergeChange(last, write);
    case "comment.delete":
    case "playlist.delete":
      return mergeDeletion(rows, write);
    case "playlist.track":
      return mergeTrack(rows, write);
    case "comment.post":
    case "playlist.create":
      return append;
    default:
      return write satisfies never;
  }
}

function mergeWish(rows: readonly WaitingWrite[], last: WaitingWrite, write: Write & { wanted: boolean }): Merge {
  const isSame = wantedOf(last.write) === write.wanted;
  if (isSame) return { drop: [] };
  if (last.attempted) return { drop: [], put: { write } };
  const earlier = rows.at(-2);
  const before = earlier ? wantedOf(earlier.write) : last.before;
  return before === write.wanted ? { drop: [last.id] } : { drop: [], put: { write, into: last.id } };
}

function mergeChange(last: WaitingWrite, next: Extract<Write, { kind: "comment.edit" | "playlist.change" }>): Merge {
  const into = (write: Write) => ({ drop: [], put: { write, into: last.id } });
  const { write } = last;
  if (next.kind === "comment.edit") {
    const hasWords = write.kind === "comment.post" || write.kind === "comment.edit";
    return hasWords ? into({ ...write, content: next.content }) : { drop: [], put: { write: next } };
  }
  if (write.kind === "playlist.change") return into({ ...write, change: { ...write.change, ...next.change } });
  const { name, ...others } = next.change;
  const isName = name !== undefined && Object.keys(others).length === 0;
  return write.kind === "playlist.create" && isName ? into({ ...write, name }) : { drop: [], put: { write: next } };
}

/** Made, changed and deleted without a network: the service never hears of it. */
function mergeDeletion(rows: readonly WaitingWrite[], write: Write): Merge {
  const [first] = rows;
  const isOwn = first?.write.kind === "comment.post" || first?.write.kind === "playlist.create";
  const drop = rows.filter((row) => !row.attempted).map((row) => row.id);
  return isOwn && !first.attempted ? { drop } : { drop, put: { write } };
}

/** A track that was put in and taken out again is not sent; one taken out and put in again has moved to the end. */
function mergeTrack(rows: readonly WaitingWrite[], next: Extract<Write, { kind: "playlist.track" }>): Merge {
  const known = rows.findLast(({ write }) => write.kind === "playlist.track" && write.trackId === next.trackId);
  const append = { drop: [], put: { write: next } };
  if (!known) return append;
  if (wantedOf(known.write) === next.wanted) return { drop: [] };
  const isUndone = known.before === false && !known.attempted && !next.wanted;
  return isUndone ? { drop: [known.id] } : append;
}

function wantedOf(write: Write): boolean | undefined {
  return "wanted" in write ? write.wanted : undefined;
}
