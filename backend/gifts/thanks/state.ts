import { THANK_EVERY_DAYS } from "../../contract/gifts.ts";
import { longDay, longMonth } from "../../contract/long_day.ts";
import { lagosDayStart } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { SupportersThanked } from "./events.ts";

/** What was given after `from` and until `until`, epoch ms. */
interface Given {
  readonly from: number;
  readonly until: number;
}

/** What decisions need to know of an artist's thank-yous to all. */
export interface Thanked {
  /** What the last one since then is about, epoch ms; 0 where there was none. */
  readonly until: number;
  /** When the newest was said, epoch ms; 0 where there was none. */
  readonly at: number;
  /** What is thanked for. */
  readonly covered: readonly Given[];
}

/** Of an artist who has not thanked yet. */
export const NOBODY_THANKED: Thanked = { until: 0, at: 0, covered: [] };

const DAY_MS = 24 * 3_600_000;
const LAGOS_MS = 3_600_000;

/** From when on an artist may thank all again, epoch ms; 0 for immediately. */
export function nextThanksAt(at: number): number {
  return at === 0 ? 0 : at + THANK_EVERY_DAYS * DAY_MS;
}

/** What was given in a Lagos month (YYYY-MM), or since the last thank-you without one. */
export function givenIn(
  { until }: Thanked,
  { month, now }: { readonly month: string | undefined; now: number },
): Given {
  if (month === undefined) return { from: until, until: now };
  const [year = 0, number = 1] = month.split("-").map(Number);
  const next = lagosDayStart(new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10));
  return { from: lagosDayStart(`${month}-01`) - 1, until: Math.min(now, next - 1) };
}

/** The Lagos month (YYYY-MM) that a thank-you is about; undefined for one since the last time. */
export function monthOf({ from, until }: Given): string | undefined {
  const month = new Date(from + 1 + LAGOS_MS).toISOString().slice(0, 7);
  const whole = givenIn(NOBODY_THANKED, { month, now: until });
  return from === whole.from && until === whole.until ? month : undefined;
}

/**
 * Thanks all who gave since the last time or in a month, once in seven days. Refuses with `not_found` a hidden artist,
 * with `conflict` what comes too soon, or a time without gifts. `waiting`: gifts of that time that wait for thanks.
 */
export function decideThankSupporters(
  known: Thanked,
  { thanks, month, isShown, waiting, now }: {
    /** Lagos month, YYYY-MM. */
    readonly month?: string | undefined;
    readonly thanks: Pick<SupportersThanked["data"], "thanksId" | "artistId" | "content">;
    readonly isShown: boolean;
    readonly waiting: number;
    readonly now: number;
  },
): SupportersThanked[] {
  if (!isShown) throw new Refusal("not_found", "Your page is not shown at the moment, so you cannot thank anyone");
  const next = nextThanksAt(known.at);
  if (now < next) {
    throw new Refusal("conflict", `You can thank everyone once a week. The next time is possible on ${longDay(next)}`);
  }
  const given = givenIn(known, { month, now });
  if (waiting === 0 || given.until <= given.from) {
    throw new Refusal(
      "conflict",
      month === undefined
        ? "Nobody has given since you last said thank you"
        : `No gift of ${longMonth(month)} is without your thanks`,
    );
  }
  return [{ type: "SupportersThanked", data: { ...thanks, ...given } }];
}

/** The thank-yous after the event, which was said at `at` (epoch ms). */
export function evolveThanked(known: Thanked, { data: { from, until } }: SupportersThanked, at: number): Thanked {
  return { until: Math.max(known.until, until), at, covered: [...known.covered, { from, until }] };
}
