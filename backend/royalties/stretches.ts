import type { SubscriptionEvent } from "../subscriptions/events.ts";
import type { Stretch } from "./income.ts";

/**
 * The time that each reference paid for, as of these events. What a dispute takes leaves from the end of its own
 * months, and later months move up; what comes back is placed where access is. Ending an account moves nothing: the
 * days were paid for.
 */
export function stretchesOf(events: readonly SubscriptionEvent[]): Stretch[] {
  let stretches: readonly Stretch[] = [];
  const taken = new Map<string, number>();
  for (const event of events) {
    const { type, data } = event;
    if (type === "SubscriptionGranted") {
      stretches = [...stretches, { reference: data.reference, from: data.from, until: data.until }];
    } else if (type === "SubscriptionSuspended") {
      stretches = withoutEnd(stretches, data);
      taken.set(data.reference, data.takenMs);
    } else if (type === "SubscriptionRestored") {
      const { reference, until } = data;
      const ms = taken.get(reference) ?? 0;
      taken.set(reference, 0);
      if (ms > 0) stretches = [...stretches, { reference, from: until - ms, until }];
    }
  }
  // Of a payment whose time is all gone the day is left on which it began.
  const whole = new Set(stretches.filter(({ from, until }) => until > from).map(({ reference }) => reference));
  return stretches.filter(({ reference, from, until }) => until > from || !whole.has(reference));
}

function withoutEnd(
  stretches: readonly Stretch[],
  { reference, takenMs }: { reference: string; takenMs: number },
): Stretch[] {
  let left = takenMs;
  const kept: Stretch[] = [];
  // From the last to the first: what is later than the cut moves up by what was cut before it in time.
  for (const stretch of stretches.toSorted((one, two) => two.from - one.from)) {
    const cut = stretch.reference === reference ? Math.min(left, Math.max(0, stretch.until - stretch.from)) : 0;
    if (cut > 0) {
      left -= cut;
      for (const [index, later] of kept.entries()) {
        if (later.from >= stretch.until) kept[index] = { ...later, from: later.from - cut, until: later.until - cut };
      }
    }
    kept.push({ ...stretch, until: stretch.until - cut });
  }
  return kept.toReversed();
}
