import { expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import { lagosDayStart } from "../../contract/policy.ts";
import { decideThankSupporters, evolveThanked, monthOf, nextThanksAt, NOBODY_THANKED } from "./state.ts";

const WEEK_MS = 7 * 24 * 3_600_000;
const thanks = { thanksId: "one", artistId: "artist", content: "sealed" };
const around = { thanks, isShown: true, waiting: 1, now: 1_000 };

it("covers all that was given since the last thank-you, and no moment twice", () => {
  const [first] = decideThankSupporters(NOBODY_THANKED, around);
  expect(first).toEqual({ type: "SupportersThanked", data: { ...thanks, from: 0, until: 1_000 } });
  const known = evolveThanked(NOBODY_THANKED, first ?? expect.fail(), 1_000);
  const [second] = decideThankSupporters(known, { ...around, now: 1_000 + WEEK_MS });
  expect(second?.data).toMatchObject({ from: 1_000, until: 1_000 + WEEK_MS });
});

it("may come once in seven days, to the millisecond, and only where somebody gave", () => {
  const known = { until: 1_000, at: 1_000, covered: [] };
  const soon = () => decideThankSupporters(known, { ...around, now: 999 + WEEK_MS });
  expect(refusalOf(soon)).toMatchObject({ code: "conflict" });
  expect([nextThanksAt(0), nextThanksAt(1_000)]).toEqual([0, 1_000 + WEEK_MS]);
  const nobody = () => decideThankSupporters(NOBODY_THANKED, { ...around, waiting: 0 });
  expect(refusalOf(nobody)).toMatchObject({ code: "conflict" });
  const unseen = () => decideThankSupporters(NOBODY_THANKED, { ...around, isShown: false });
  expect(refusalOf(unseen)).toMatchObject({ code: "not_found" });
});

it("is for a whole Lagos month where one is chosen, as far as it is over, and the week counts from when it was said", () => {
  const [june, july] = [lagosDayStart("2026-06-01"), lagosDayStart("2026-07-01")];
  const [first] = decideThankSupporters(NOBODY_THANKED, { ...around, month: "2026-06", now: july + 5 });
  expect(first?.data).toEqual({ ...thanks, from: june - 1, until: july - 1 });
  const known = evolveThanked(NOBODY_THANKED, first ?? expect.fail(), july + 5);
  expect(known).toEqual({ until: july - 1, at: july + 5, covered: [{ from: june - 1, until: july - 1 }] });
  expect(refusalOf(() => decideThankSupporters(known, { ...around, now: july + 4 + WEEK_MS })).code).toBe("conflict");
  const [next] = decideThankSupporters(known, { ...around, now: july + 5 + WEEK_MS });
  expect(next?.data).toEqual({ ...thanks, from: july - 1, until: july + 5 + WEEK_MS });
  // A month of before does not move what the next one begins with.
  const [may] = decideThankSupporters(known, { ...around, month: "2026-05", now: july + 5 + WEEK_MS });
  expect(evolveThanked(known, may ?? expect.fail(), july + 5 + WEEK_MS).until).toBe(july - 1);
  const ahead = () => decideThankSupporters(NOBODY_THANKED, { ...around, month: "2026-08", now: july });
  expect(refusalOf(ahead).code).toBe("conflict");
  expect([known.covered[0], next?.data].map((given) => given && monthOf(given))).toEqual(["2026-06", "2026-07"]);
  expect([{ from: 0, until: june }, { from: june, until: july - 1 }].map(monthOf)).toEqual([undefined, undefined]);
});
