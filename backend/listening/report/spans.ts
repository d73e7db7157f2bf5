import { MAX_SPAN_MS, type Span } from "./events.ts";

/** Total length of disjoint spans in ms. */
export function measure(spans: readonly Span[]): number {
  return spans.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** The same time as sorted, disjoint, non-touching spans; empty ones fall away. */
export function union(spans: readonly Span[]): Span[] {
  const sorted = spans.filter(([start, end]) => end > start).toSorted((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** The part of `spans` that lies inside [from, to). */
export function clip(spans: readonly Span[], from: number, to: number): Span[] {
  return spans
    .map(([start, end]): Span => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start);
}

/** The part of `spans` that no span of `taken` covers. Both sorted and disjoint. */
export function subtract(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const rest: Span[] = [];
  for (const [start, end] of spans) {
    let from = start;
    for (const [takenStart, takenEnd] of taken) {
      if (takenEnd <= from) continue;
      if (takenStart >= end) break;
      if (takenStart > from) rest.push([from, takenStart]);
      from = Math.max(from, takenEnd);
    }
    if (from < end) rest.push([from, end]);
  }
  return rest;
}

/** The time that both have. Both sorted and disjoint. */
export function intersect(spans: readonly Span[], others: readonly Span[]): Span[] {
  return subtract(spans, subtract(spans, others));
}

/** The earliest `lengthMs` of the spans. */
export function take(spans: readonly Span[], lengthMs: number): Span[] {
  const taken: Span[] = [];
  let left = lengthMs;
  for (const [start, end] of spans) {
    if (left <= 0) break;
    const length = Math.min(end - start, left);
    taken.push([start, start + length]);
    left -= length;
  }
  return taken;
}

/** The same time in pieces of at most MAX_SPAN_MS, as they are stored. */
export function pieces(spans: readonly Span[]): Span[] {
  return spans.flatMap(([start, end]) => {
    const count = Math.ceil((end - start) / MAX_SPAN_MS);
    return Array.from({ length: count }, (_, index): Span => {
      const from = start + index * MAX_SPAN_MS;
      return [from, Math.min(end, from + MAX_SPAN_MS)];
    });
  });
}

/** Time that is taken, by who took it. */
export class SpanBook {
  readonly #spans: { readonly span: Span; readonly owner: string }[] = [];

  add(owner: string, spans: readonly Span[]): void {
    for (const span of spans) this.#spans.push({ span, owner });
  }

  /** The credited spans within [from, to), sorted and disjoint, without those of `exceptOwner`. */
  within(from: number, to: number, exceptOwner?: string): Span[] {
    return union(
      this.#spans
        .filter(({ span, owner }) => span[1] > from && span[0] < to && owner !== exceptOwner)
        .map(({ span }) => span),
    );
  }
}
