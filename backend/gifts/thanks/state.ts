import { THANK_EVERY_DAYS } from "../../contract/gifts.ts";
import { longDay } from "../../contract/long_day.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { SupportersThanked } from "./events.ts";

/** What decisions need to know of an artist's thank-yous to all. */
export interface Thanked {
  /** What was given until then is thanked for, epoch ms; 0 where there was none. */
  readonly until: number;
}

/** Of an artist who has thanked nobody yet. */
export const NOBODY_THANKED: Thanked = { until: 0 };

const DAY_MS = 24 * 3_600_000;

/** From when on an artist may thank all again, epoch ms; 0 for at once. */
export function nextThanksAt(until: number): number {
  return until === 0 ? 0 : until + THANK_EVERY_DAYS * DAY_MS;
}

/**
 * Thanks all who gave since the last time, once in seven days. Refuses with `not_found` an artist whom nobody sees, with
 * `conflict` what comes too soon, or where nobody gave. `waiting`: gifts that nobody has thanked for.
 */
export function decideThankSupporters(
  { until: from }: Thanked,
  { thanks, isShown, waiting, now }: {
    readonly thanks: Pick<SupportersThanked["data"], "thanksId" | "artistId" | "content">;
    readonly isShown: boolean;
    readonly waiting: number;
    readonly now: number;
  },
): SupportersThanked[] {
  if (!isShown) throw new Refusal("not_found", "Your page is not shown at the moment, so you cannot thank anyone");
  const next = nextThanksAt(from);
  if (now < next) {
    throw new Refusal("conflict", `You can thank everyone once a week. The next time is possible on ${longDay(next)}`);
  }
  if (waiting === 0) throw new Refusal("conflict", "Nobody has given since you last said thank you");
  return [{ type: "SupportersThanked", data: { ...thanks, from, until: now } }];
}

/** The thank-yous after the event. */
export function evolveThanked(_known: Thanked, { data: { until } }: SupportersThanked): Thanked {
  return { until };
}
