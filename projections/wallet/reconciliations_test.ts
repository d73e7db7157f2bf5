import { expect, it } from "vitest";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { lastReconciliations, reconciliations } from "./reconciliations.ts";

const compared = (day: string, payouts: number, at: number) => ({
  type: "BooksReconciled" as const,
  data: { day, from: 0, to: 1, payouts, paidKobo: 0, charges: 0, receivedKobo: 0, differences: [] },
  at,
});

it("keeps every comparison, the newest day first and of a day the last one first", async () => {
  await using test = await openTestProjection(reconciliations);
  const events = [compared("2026-06-02", 1, 1_000), compared("2026-06-01", 2, 2_000), compared("2026-06-02", 3, 3_000)];
  const found = await test.given(events, (tx) => lastReconciliations(tx, 10));
  expect(found.map(({ day, payouts, doneAt }) => [day, payouts, doneAt]))
    .toEqual([["2026-06-02", 3, 3_000], ["2026-06-02", 1, 1_000], ["2026-06-01", 2, 2_000]]);
  expect(await test.given(events, (tx) => lastReconciliations(tx, 1))).toMatchObject([{ payouts: 3 }]);
});
