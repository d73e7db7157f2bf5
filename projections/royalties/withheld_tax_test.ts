import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type {
  RoyaltyGivenBack,
  RoyaltySettled,
  TaxRemittanceReversed,
  TaxRemitted,
} from "../../backend/royalties/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { grossByMonth, taxLines, taxMonthOf, taxMonths, taxOfCreator, taxTotals, withheldTax } from "./withheld_tax.ts";

const test = await openTestProjection(withheldTax);
afterAll(() => test[Symbol.asyncDispose]());

const [one, two] = [newId(), newId()].toSorted() as [string, string];
// In Lagos June begins an hour before it does in UTC.
const [MAY, JUNE] = [Date.parse("2026-05-31T22:59:59Z"), Date.parse("2026-05-31T23:00:00Z")];

function settled(
  units: number,
  more: Partial<RoyaltySettled["data"]> & { at?: number },
): RoyaltySettled & { at: number } {
  const { at = MAY, ...data } = more;
  const part = { creatorId: one, month: "2026-04", fromShard: 0, units, transferId: newId() };
  return { type: "RoyaltySettled", data: { ...part, ...data }, at };
}
const taxed = (withheldUnits: number, taxBasisPoints = 500) => ({ withheldUnits, taxBasisPoints });
const returned: RoyaltyGivenBack & { at: number } = {
  type: "RoyaltyGivenBack",
  data: { ...settled(40, taxed(2)).data, aboutId: newId(), appealId: newId() },
  at: JUNE,
};
const remitted = (units: number, month = "2026-05"): TaxRemitted => (
  { type: "TaxRemitted", data: { remittanceId: newId(), month, units, transferId: newId() } }
);
const events = [
  settled(1_000, taxed(50)),
  settled(500, { creatorId: two, month: "2026-03", ...taxed(37, 750) }),
  settled(19, { fromShard: 1, ...taxed(0) }),
  // From before the tax.
  settled(7_000, { month: "2026-01" }),
  returned,
];

it("lists what was withheld in the Lagos month of the settlement, and what is left of it after remittances", async () => {
  const months = await test.given([...events, remitted(60)], (tx) => taxMonths(tx));
  expect(months).toEqual([
    { shard: 0, month: "2026-06", withheldUnits: 2, remittedUnits: 0 },
    { shard: 0, month: "2026-05", withheldUnits: 87, remittedUnits: 60 },
  ]);
  expect(await test.given(events, (tx) => taxMonthOf(tx, 0, "2026-07"))).toMatchObject({ withheldUnits: 0 });
  expect(await test.given([...events, remitted(60)], (tx) => taxTotals(tx, 0))).toEqual({
    ...{ settledUnits: 8_559, withheldUnits: 89, listedUnits: 89, remittedUnits: 60 },
  });
});

const reversed = (units: number): TaxRemittanceReversed => (
  { type: "TaxRemittanceReversed", data: { ...remitted(units).data, reversalId: newId() } }
);

it("has what was booked back due again, and never more than was remitted", async () => {
  const months = await test.given([...events, remitted(60), reversed(60), remitted(87)], (tx) => taxMonths(tx));
  expect(months[1]).toEqual({ shard: 0, month: "2026-05", withheldUnits: 87, remittedUnits: 87 });
  expect(await test.given([...events, remitted(60), reversed(60)], (tx) => taxTotals(tx, 0))).toMatchObject({
    ...{ listedUnits: 89, remittedUnits: 0 },
  });
  await expect(test.given([...events, remitted(60), reversed(61)], (tx) => taxMonths(tx))).rejects.toThrow("check");
});

it("says of a month's return who got what by which rate, also where the tax is less than a kobo", async () => {
  const lines = await test.given(events, (tx) => taxLines(tx, { withheldIn: "2026-05", after: undefined, limit: 9 }));
  expect(lines).toEqual([
    { creatorId: one, month: "2026-04", basisPoints: 500, grossUnits: 1_019, withheldUnits: 50 },
    { creatorId: two, month: "2026-03", basisPoints: 750, grossUnits: 500, withheldUnits: 37 },
  ]);
  const page = await test.given(events, (tx) => taxLines(tx, { withheldIn: "2026-05", after: one, limit: 1 }));
  expect(page.map(({ creatorId }) => creatorId)).toEqual([two]);
  expect((await test.given(events, (tx) => grossByMonth(tx))).get("2026-05")).toEqual({
    creators: 2,
    grossUnits: 1_519,
  });
});

it("tells an artist what was withheld by month of listening", async () => {
  const asked = { shard: 0, creatorId: one };
  const found = await test.given(events, (tx) => taxOfCreator(tx, asked, { from: "2026-01", to: "2026-12" }));
  expect([...found]).toEqual(expect.arrayContaining([["2026-04", 52], ["2026-01", 0]]));
});

it("refuses in the database that more is remitted than was withheld of a month", async () => {
  await expect(test.given([...events, remitted(88)], (tx) => taxMonths(tx))).rejects.toThrow("check");
});
