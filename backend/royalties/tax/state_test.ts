import { describe, expect, it } from "vitest";
import type { TaxRemittanceEvent } from "./events.ts";
import {
  decideConfirmation,
  decideRecording,
  decideReversal,
  decideWithdrawal,
  evolve,
  NO_REMITTANCES,
  type Remittances,
  remittedUnits,
  waitingUnits,
} from "./state.ts";

const NOW = Date.parse("2026-06-10T12:00:00Z");
const withheld = [
  { shard: 1, month: "2026-05", withheldUnits: 300 },
  { shard: 0, month: "2026-05", withheldUnits: 500 },
  { shard: 0, month: "2026-04", withheldUnits: 900 },
  { shard: 0, month: "2026-06", withheldUnits: 900 },
];
const said = {
  remittanceId: "r",
  month: "2026-05",
  units: 800,
  paidOn: "2026-06-09",
  receipt: "FIRS/77",
  adminId: "ada",
};
type Said = typeof said;
const record = (state: Remittances, more: Partial<Said> = {}) =>
  decideRecording(state, { ...said, ...more, withheld }, NOW);
const confirm = (state: Remittances, remittanceId = "r", adminId = "bola") =>
  decideConfirmation(state, { remittanceId, adminId, withheld });
const fold = (state: Remittances, events: readonly TaxRemittanceEvent[]) =>
  events.reduce((before, event) => evolve(before, event, NOW), state);
const recorded = (more: Partial<Said> = {}, state = NO_REMITTANCES) => fold(state, record(state, more));

describe("recording a remittance", () => {
  it("is once: the same again changes nothing, and other content under its id is refused", () => {
    const state = recorded();
    expect(record(state)).toEqual([]);
    for (const other of [{ units: 799 }, { receipt: "FIRS/78" }, { adminId: "bola" }, { paidOn: "2026-06-08" }]) {
      expect(() => record(state, other)).toThrow("Another remittance was recorded under this id");
    }
  });

  it("is never of more than is due, counting what waits for the second admin, of this month alone", () => {
    expect(() => recorded({ units: 801 })).toThrow("No more than ₦8.00");
    const state = recorded({ units: 500 });
    const next = { remittanceId: "next", receipt: "FIRS/78" };
    expect(() => record(state, { ...next, units: 301 })).toThrow("No more than ₦3.00");
    expect(record(state, { ...next, units: 300 }).length).toBe(1);
    const paid = fold(state, confirm(state));
    expect(() => record(paid, { ...next, units: 301 })).toThrow("No more than ₦3.00");
    const withdrawn = fold(state, decideWithdrawal(state, { remittanceId: "r", adminId: "ada" }));
    expect(record(withdrawn, { ...next, units: 800 }).length).toBe(1);
    expect([waitingUnits(state, { month: "2026-05", now: NOW }), remittedUnits(paid, "2026-05")]).toEqual([500, 500]);
  });

  it("is of a month that is over, on a day that has come and is not before it", () => {
    expect(() => recorded({ month: "2026-06", paidOn: "2026-06-09" })).toThrow("not over");
    expect(() => recorded({ month: "2026-07", paidOn: "2026-06-09" })).toThrow("not over");
    expect(() => recorded({ month: "2026-03", units: 1 })).toThrow("No more than ₦0.00");
    expect(() => recorded({ paidOn: "2026-06-11" })).toThrow("future");
    expect(() => recorded({ paidOn: "2026-04-30" })).toThrow("older");
    // In Lagos the tenth has begun an hour before it does in UTC.
    const late = Date.parse("2026-06-09T23:30:00Z");
    expect(decideRecording(NO_REMITTANCES, { ...said, paidOn: "2026-06-10", withheld }, late).length).toBe(1);
  });

  it("takes a receipt once, however its number is written, until it is withdrawn or lapses", () => {
    const state = recorded({ units: 100 });
    for (const receipt of ["FIRS/77", "firs 77", "FIRS-77 ", "ＦＩＲＳ／７７"]) {
      expect(() => record(state, { remittanceId: "two", month: "2026-04", units: 1, receipt })).toThrow("This receipt");
    }
    const withdrawn = fold(state, decideWithdrawal(state, { remittanceId: "r", adminId: "ada" }));
    expect(record(withdrawn, { remittanceId: "two", units: 1 }).length).toBe(1);
    const short = fold(NO_REMITTANCES, decideRecording(NO_REMITTANCES, { ...said, lapsesAt: NOW + 1, withheld }, NOW));
    expect(() => record(short, { remittanceId: "two", units: 1 })).toThrow("This receipt");
    for (const again of [said, { ...said, remittanceId: "two" }]) {
      expect(decideRecording(short, { ...again, withheld }, NOW + 1).length).toBe(1);
    }
    expect(waitingUnits(short, { month: "2026-05", now: NOW + 1 })).toBe(0);
    // One from before proposals had a stream of their own waits a year.
    expect(waitingUnits(state, { month: "2026-05", now: NOW + 365 * 86_400_000 })).toBe(100);
  });
});

describe("confirming a remittance", () => {
  it("is once, and of each shard no more than it owes", () => {
    const state = recorded({ units: 600 });
    expect(() => confirm(state, "unknown")).toThrow("no such remittance");
    const [event] = confirm(state);
    expect(event?.data).toEqual({ remittanceId: "r", month: "2026-05", parts: [[0, 500], [1, 100]], adminId: "bola" });
    const paid = fold(state, confirm(state));
    expect(confirm(paid)).toEqual([]);
    expect(() => decideWithdrawal(paid, { remittanceId: "r", adminId: "ada" })).toThrow("booked");
    const two = recorded({ remittanceId: "two", units: 200, receipt: "FIRS/78" }, paid);
    expect(confirm(two, "two")[0]?.data).toMatchObject({ parts: [[1, 200]] });
  });

  it("is refused where it was withdrawn, and where less is due than it says", () => {
    const state = recorded();
    const withdrawn = fold(state, decideWithdrawal(state, { remittanceId: "r", adminId: "cai" }));
    expect(decideWithdrawal(withdrawn, { remittanceId: "r", adminId: "ada" })).toEqual([]);
    expect(() => confirm(withdrawn)).toThrow("withdrawn");
    const less = { remittanceId: "r", adminId: "bola", withheld: withheld.slice(1) };
    expect(() => decideConfirmation(state, less)).toThrow("Less of this month is due");
  });
});

describe("reversing a remittance that was confirmed wrongly", () => {
  const booked = () => {
    const state = recorded({ units: 600 });
    return fold(state, confirm(state));
  };
  const asked = {
    ...{ remittanceId: "r", reversalId: "back", reason: "The receipt is of another firm" },
    ...{ askedBy: "bola", adminId: "ada" },
  };
  const reverse = (state: Remittances, more: Partial<typeof asked> = {}) =>
    decideReversal(state, { ...asked, ...more });

  it("is of what is booked alone", () => {
    expect(() => reverse(booked(), { remittanceId: "unknown" })).toThrow("no such remittance");
    const waiting = recorded();
    expect(() => reverse(waiting)).toThrow("withdraw it instead");
    const withdrawn = fold(waiting, decideWithdrawal(waiting, { remittanceId: "r", adminId: "ada" }));
    expect(() => reverse(withdrawn)).toThrow("was withdrawn");
  });

  it("is once: parts, sum and receipt are free, and it cannot be reversed again", () => {
    const state = booked();
    const events = reverse(state);
    expect(events[0]?.data).toEqual({ ...asked, month: "2026-05", parts: [[0, 500], [1, 100]] });
    const reversed = fold(state, events);
    expect(() => reverse(reversed, { reversalId: "again" })).toThrow("reversed before");
    expect(() => confirm(reversed)).toThrow("was reversed");
    expect(() => decideWithdrawal(reversed, { remittanceId: "r", adminId: "ada" })).toThrow("booked");
    expect(remittedUnits(reversed, "2026-05")).toBe(0);
    // The same receipt, for the right sum: of each shard what it owes again.
    const right = recorded({ remittanceId: "right", units: 800 }, reversed);
    const paid = fold(right, confirm(right, "right"));
    expect(confirm(right, "right")[0]?.data).toMatchObject({ parts: [[0, 500], [1, 300]] });
    expect(() => reverse(paid, { remittanceId: "right" })).toThrow("under this id");
    expect(reversed.get("r")).toMatchObject({
      ...{ status: "reversed", decidedBy: "bola" },
      reversals: [{ reversalId: "back", status: "confirmed", adminId: "bola", decidedBy: "ada", decidedAt: NOW }],
    });
  });

  it("of before proposals had a stream of their own keeps who asked for it and why", () => {
    const { askedBy, adminId, ...said } = asked;
    const open = fold(booked(), [{ type: "TaxReversalRequested", data: { ...said, adminId: askedBy } }]);
    const withdrawn = fold(open, [{
      type: "TaxReversalWithdrawn",
      data: { remittanceId: "r", reversalId: "back", adminId },
    }]);
    expect(withdrawn.get("r")).toMatchObject({
      status: "confirmed",
      reversals: [{ status: "withdrawn", decidedBy: "ada" }],
    });
    const { reason: _, ...data } = said;
    const parts = booked().get("r")?.parts ?? [];
    const done = fold(open, [{ type: "TaxReversalConfirmed", data: { ...data, month: "2026-05", parts, adminId } }]);
    expect(done.get("r")?.reversals).toMatchObject([{ adminId: "bola", reason: said.reason, status: "confirmed" }]);
  });
});
