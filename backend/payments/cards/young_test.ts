import { expect, it } from "vitest";
import { youngUntil } from "./young.ts";

const [DAY, AGE] = [86_400_000, 120 * 86_400_000];

it("youngUntil() counts from the oldest payment with the card that stayed, and from the payment where none did", () => {
  expect(youngUntil({ paidAt: 200 * DAY, cardSince: undefined }, AGE)).toBe(320 * DAY);
  expect(youngUntil({ paidAt: 200 * DAY, cardSince: 200 * DAY }, AGE)).toBe(320 * DAY);
  // Of a card that has paid for 120 days nothing is young, and of one that paid 100 days ago only 20 days more.
  expect(youngUntil({ paidAt: 200 * DAY, cardSince: 80 * DAY }, AGE)).toBe(200 * DAY);
  expect(youngUntil({ paidAt: 200 * DAY, cardSince: 100 * DAY }, AGE)).toBe(220 * DAY);
  // What went back and came again is older than the rest.
  expect(youngUntil({ paidAt: 10 * DAY, cardSince: 50 * DAY }, AGE)).toBe(130 * DAY);
});
