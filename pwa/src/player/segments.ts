import type { Segment } from "@contract/listening.ts";
import { MAX_STRETCHES_PER_PLAY } from "@contract/policy.ts";

/** Shorter breaks are not worth a segment of their own: the later stretch is moved up to the earlier one. */
const JOIN_GAP_MS = 250;

/**
 * Adds a stretch of heard time after the others. Joining moves the later one forward by the gap and changes no
 * length, so the sum stays what was heard.
 */
export function appendSegment(segments: readonly Segment[], added: Segment): Segment[] {
  const last = segments.at(-1);
  return last && gapBetween(last, added) <= JOIN_GAP_MS
    ? [...segments.slice(0, -1), joined(last, added)]
    : [...segments, added];
}

/**
 * Folds segments into at most `most`, the narrowest gaps first; the sum stays exact. The first `reported` ones are
 * known to the service: they may grow at their end, but never move, or time would be claimed twice.
 */
export function foldSegments(segments: readonly Segment[], { reported, most }: Fold): Segment[] {
  const folded = [...segments];
  while (folded.length > most) {
    const index = narrowestGap(folded, Math.max(1, Math.min(reported, folded.length - 1)));
    const [before, after] = folded.slice(index - 1, index + 1);
    if (!before || !after) break;
    folded.splice(index - 1, 2, joined(before, after));
  }
  return folded;
}

/** Adds a stretch of the song (s from and to) that goes on where the last one ended, or is another; the last ones stay. */
export function appendPlace(places: readonly Segment[], [from, to]: Segment): readonly Segment[] {
  if (to <= from) return places;
  const last = places.at(-1);
  return last && from >= last[0] && from <= last[1]
    ? [...places.slice(0, -1), [last[0], Math.max(last[1], to)]]
    : [...places, [from, to] satisfies Segment].slice(-MAX_STRETCHES_PER_PLAY);
}

interface Fold {
  reported: number;
  most: number;
}

/** The sum of what was heard, ms. */
export function heardIn(segments: readonly Segment[]): number {
  return segments.reduce((sum, [, length]) => sum + length, 0);
}

/** Where a segment ends, ms after the start of the play. */
export function endOf(segment: Segment | undefined): number {
  return segment ? segment[0] + segment[1] : 0;
}

/** Index of the segment, not before `from`, that follows its neighbour most closely. */
function narrowestGap(segments: readonly Segment[], from: number): number {
  let best = from;
  let narrowest = Infinity;
  for (let index = from; index < segments.length; index++) {
    const [before, after] = segments.slice(index - 1, index + 1);
    const gap = before && after ? gapBetween(before, after) : Infinity;
    if (gap < narrowest) [best, narrowest] = [index, gap];
  }
  return best;
}

function gapBetween(before: Segment, after: Segment): number {
  return after[0] - endOf(before);
}

function joined([start, first]: Segment, [, second]: Segment): Segment {
  return [start, first + second];
}
