import type { LyricsLine } from "@contract/lyrics.ts";

/** The index of the line that is sung at a moment, -1 before the first one. The lines come in their order. */
export function lineAt(lines: readonly LyricsLine[], ms: number): number {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle]?.atMs ?? Infinity) <= ms) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
