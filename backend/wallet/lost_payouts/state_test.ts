import { expect, it } from "vitest";
import { availableAccount, FEES, PAYOUT_CLAIMS, PROVIDER } from "../../ledger/chart.ts";
import { decideBooking, entriesOf, evolve, NOT_BOOKED } from "./state.ts";

const paid = { reference: "orin-1", userId: "ada", units: 1_000, feeKobo: 50, transferId: "transfer" };

it.each<[string, number, number, number]>([
  ["all of it", 1_500, 1_000, 0],
  ["exactly it", 1_000, 1_000, 0],
  ["a part of it", 300, 300, 700],
  ["nothing", 0, 0, 1_000],
  ["less than nothing", -20, 0, 1_000],
])(
  "decideBooking() takes what there is, and has the person owe the rest: who has %s",
  (_what, available, taken, owed) => {
    const booked = decideBooking(NOT_BOOKED, paid, available);
    expect(booked).toEqual([{ type: "LostPayoutBooked", data: { ...paid, takenUnits: taken, owedUnits: owed } }]);
    for (const event of booked) {
      const entries = entriesOf(event);
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      expect(entries.find(({ account }) => account === PROVIDER)?.amount).toBe(1_050);
    }
  },
);

it("decideBooking() books a payout once", () => {
  const [booked] = decideBooking(NOT_BOOKED, paid, 500);
  expect(booked && decideBooking(evolve(NOT_BOOKED, booked), paid, 500)).toEqual([]);
});

it("entriesOf() names no account that does not move: neither the person's, nor claims, nor fees", () => {
  const booked = (units: object) => ({
    type: "LostPayoutBooked" as const,
    data: { ...paid, takenUnits: 1_000, owedUnits: 0, ...units },
  });
  const accounts = (units: object) => entriesOf(booked(units)).map(({ account }) => account);
  expect(accounts({})).toEqual([availableAccount("ada"), PROVIDER, FEES]);
  expect(accounts({ takenUnits: 0, owedUnits: 1_000 })).toEqual([PAYOUT_CLAIMS, PROVIDER, FEES]);
  expect(accounts({ feeKobo: 0 })).toEqual([availableAccount("ada"), PROVIDER]);
});
