import { describe, expect, it } from "vitest";
import type { TaxRemittanceEvent } from "./events.ts";
import {
  decideConfirmation,
  decideRecording,
  decideReversal,
  decideReversalConfirmation,
  decideReversalWithdrawal,
  decideWithdrawal,
  evolve,
  NO_REMITTANCES,
  type Remittances,
  takenOf,
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
    expect([takenOf(state, "2026-05", "recorded"), takenOf(paid, "2026-05", "confirmed")]).toEqual([500, 500]);
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

  it("takes a receipt once, however its number is written, until it is withdrawn", () => {
    const state = recorded({ units: 100 });
    for (const receipt of ["FIRS/77", "firs 77", "FIRS-77 ", "ＦＩＲＳ／７７"]) {
      expect(() => record(state, { remittanceId: "two", month: "2026-04", units: 1, receipt })).toThrow("This receipt");
    }
    const withdrawn = fold(state, decideWithdrawal(state, { remittanceId: "r", adminId: "ada" }));
    expect(record(withdrawn, { remittanceId: "two", units: 1 }).length).toBe(1);
  });
});

describe("confirming a remittance", () => {
  it("is for another admin, once, and of each shard no more than it owes", () => {
    const state = recorded({ units: 600 });
    expect(() => confirm(state, "r", "ada")).toThrow("You recorded this");
    expect(() => confirm(state, "unknown")).toThrow("no such remittance");
    const [event] = confirm(state);
    expect(event?.data).toEqual({ remittanceId: "r", month: "2026-05", parts: [[0, 500], [1, 100]], adminId: "bola" });
    const paid = fold(state, confirm(state));
    expect(confirm(paid)).toEqual([]);
    expect(() => confirm(paid, "r", "ada")).toThrow("You recorded this");
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
  const asked = { remittanceId: "r", reversalId: "back", reason: "The receipt is of another firm", adminId: "bola" };
  const ask = (state: Remittances, more: Partial<typeof asked> = {}) => decideReversal(state, { ...asked, ...more });
  const agree = (state: Remittances, more: { adminId?: string; reversalId?: string } = {}) =>
    decideReversalConfirmation(state, { remittanceId: "r", reversalId: "back", adminId: "ada", ...more });
  const keep = (state: Remittances) =>
    decideReversalWithdrawal(state, { remittanceId: "r", reversalId: "back", adminId: "cai" });

  it("is asked for once, of what is booked alone, and changes nothing before it is confirmed", () => {
    const state = booked();
    const open = fold(state, ask(state));
    expect(takenOf(open, "2026-05", "confirmed")).toBe(600);
    expect(() => record(open, { remittanceId: "two", units: 1 })).toThrow("This receipt");
    expect(ask(open)).toEqual([]);
    expect(() => ask(open, { reason: "Another reason altogether" })).toThrow("under this id");
    expect(() => ask(open, { reversalId: "more" })).toThrow("waits for a confirmation");
    expect(() => ask(state, { remittanceId: "unknown" })).toThrow("no such remittance");
    const waiting = recorded();
    expect(() => ask(waiting)).toThrow("withdraw it instead");
    const withdrawn = fold(waiting, decideWithdrawal(waiting, { remittanceId: "r", adminId: "ada" }));
    expect(() => ask(withdrawn)).toThrow("was withdrawn");
  });

  it("is confirmed by another admin, once: parts, sum and receipt are free, and it cannot be reversed again", () => {
    const state = booked();
    const open = fold(state, ask(state));
    expect(() => agree(open, { adminId: "bola" })).toThrow("You asked for this");
    expect(() => agree(open, { reversalId: "unknown" })).toThrow("no such reversal");
    expect(agree(open)[0]?.data).toEqual({
      ...{ remittanceId: "r", reversalId: "back", month: "2026-05", parts: [[0, 500], [1, 100]], adminId: "ada" },
    });
    const reversed = fold(open, agree(open));
    expect(agree(reversed)).toEqual([]);
    expect(() => agree(reversed, { adminId: "bola" })).toThrow("You asked for this");
    expect(() => keep(reversed)).toThrow("confirmed and booked");
    expect(() => ask(reversed, { reversalId: "again" })).toThrow("reversed before");
    expect(() => confirm(reversed)).toThrow("was reversed");
    expect(() => decideWithdrawal(reversed, { remittanceId: "r", adminId: "ada" })).toThrow("booked");
    expect(takenOf(reversed, "2026-05", "confirmed")).toBe(0);
    // The same receipt, for the right sum: of each shard what it owes again.
    const right = recorded({ remittanceId: "right", units: 800 }, reversed);
    expect(confirm(right, "right")[0]?.data).toMatchObject({ parts: [[0, 500], [1, 300]] });
    expect(reversed.get("r")).toMatchObject({
      ...{ status: "reversed", decidedBy: "bola" },
      reversals: [{ reversalId: "back", status: "confirmed", adminId: "bola", decidedBy: "ada", decidedAt: NOW }],
    });
  });

  it("that is withdrawn leaves the remittance booked, and another one can be asked for", () => {
    const state = booked();
    const open = fold(state, ask(state));
    const kept = fold(open, keep(open));
    expect(keep(kept)).toEqual([]);
    expect(() => agree(kept)).toThrow("reversal was withdrawn");
    expect(kept.get("r")?.status).toBe("confirmed");
    expect(() => ask(kept, { adminId: "ada" })).toThrow("under this id");
    expect(ask(kept, { reversalId: "again" }).length).toBe(1);
  });
});
