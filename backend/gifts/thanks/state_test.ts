import { expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import { decideThankSupporters, evolveThanked, nextThanksAt, NOBODY_THANKED } from "./state.ts";

const WEEK_MS = 7 * 24 * 3_600_000;
const thanks = { thanksId: "one", artistId: "artist", content: "sealed" };
const around = { thanks, isShown: true, waiting: 1, now: 1_000 };

it("covers all that was given since the last thank-you, and no moment twice", () => {
  const [first] = decideThankSupporters(NOBODY_THANKED, around);
  expect(first).toEqual({ type: "SupportersThanked", data: { ...thanks, from: 0, until: 1_000 } });
  const known = evolveThanked(NOBODY_THANKED, first ?? expect.fail());
  const [second] = decideThankSupporters(known, { ...around, now: 1_000 + WEEK_MS });
  expect(second?.data).toMatchObject({ from: 1_000, until: 1_000 + WEEK_MS });
});

it("may come once in seven days, to the millisecond, and only where somebody gave", () => {
  const known = { until: 1_000 };
  const soon = () => decideThankSupporters(known, { ...around, now: 999 + WEEK_MS });
  expect(refusalOf(soon)).toMatchObject({ code: "conflict" });
  expect([nextThanksAt(0), nextThanksAt(1_000)]).toEqual([0, 1_000 + WEEK_MS]);
  const nobody = () => decideThankSupporters(NOBODY_THANKED, { ...around, waiting: 0 });
  expect(refusalOf(nobody)).toMatchObject({ code: "conflict" });
  const unseen = () => decideThankSupporters(NOBODY_THANKED, { ...around, isShown: false });
  expect(refusalOf(unseen)).toMatchObject({ code: "not_found" });
});
