import { describe, expect, it } from "vitest";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import {
  decideAnswer,
  decideApproval,
  decideAttempt,
  decideCancel,
  decidePostponed,
  decideRejection,
  decideRequest,
  evolve,
  type Withdrawal,
} from "./state.ts";
import { FIT } from "../../testing/payouts.ts";
import { refusalOf } from "../../testing/refusal.ts";
import { payoutReference, type WithdrawalEvent } from "./events.ts";

const installation = "tests";
const withdrawalId = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";
const userId = "user";
const bank = { bankDetails: "sealed", accountHash: "hash", warnings: [] };
const facts = { withdrawalId, userId, bank, policy: FIRST_POLICY, availableUnits: 10_000_000, hasOpenRequest: false };

const given = (...events: WithdrawalEvent[]) => events.reduce(evolve, undefined as Withdrawal | undefined);
const requested = (units = 10_000) => decideRequest({ ...facts, units });
const approvedBy = (adminId: string, units?: number) => {
  const before = requested(units);
  return [...before, ...decideApproval(given(...before), { withdrawalId, adminId, installation, ...FIT }, 0)];
};
const answer = (status: string, more: object = {}) => ({
  ...{ withdrawalId, status, amountKobo: 10_000, currency: "NGN", transferCode: "TRF_1", feeKobo: 1_000 },
  ...more,
});
const types = (events: readonly WithdrawalEvent[]) => events.map(({ type }) => type);

describe("decideRequest()", () => {
  it.each([
    [{ units: 0 }, "Please enter a valid amount"],
    [{ units: 10_000_001 }, "Amount exceeds available balance"],
    [{ units: 9_999 }, "Minimum withdrawal amount is 100 tokens"],
    [{ units: 10_000, hasOpenRequest: true }, "You already have a withdrawal in progress"],
  ])("refuses %o: %s", (change, text) => {
    expect(() => decideRequest({ ...facts, ...change })).toThrow(text);
  });

  it("needs a second approval above the limit of the policy, not at it", () => {
    expect(requested(5_000_000)[0]?.data).toMatchObject({ approvalsNeeded: 1 });
    expect(requested(5_000_001)[0]?.data).toMatchObject({ approvalsNeeded: 2 });
  });
});

describe("reviews", () => {
  it("start the payout with the last approval, under the withdrawal's own reference", () => {
    expect(types(approvedBy("ada"))).toEqual(["WithdrawalRequested", "WithdrawalApproved", "PayoutStarted"]);
    expect(given(...approvedBy("ada"))).toMatchObject({
      status: "processing",
      reference: payoutReference(installation, withdrawalId),
    });
    const first = approvedBy("ada", 5_000_001);
    expect(given(...first)).toMatchObject({ status: "awaiting_second_approval" });
    expect(decideApproval(given(...first), { withdrawalId, adminId: "ada", installation, ...FIT }, 0)).toEqual([]);
    expect(types(decideApproval(given(...first), { withdrawalId, adminId: "bola", installation, ...FIT }, 0)))
      .toEqual(["WithdrawalApproved", "PayoutStarted"]);
  });

  it("are never about one's own, and end with the decision", () => {
    expect(() => decideApproval(given(...requested()), { withdrawalId, adminId: userId, installation, ...FIT }, 0))
      .toThrow(
        "your own",
      );
    const rejection = { withdrawalId, adminId: "ada", reason: "no" };
    expect(() => decideRejection(given(...approvedBy("ada")), rejection)).toThrow("already been decided");
    expect(() => decideCancel(given(...approvedBy("ada")), { withdrawalId, userId })).toThrow("no longer");
    expect(() => decideCancel(given(...requested()), { withdrawalId, userId: "other" })).toThrow("not found");
  });

  it.each<[string, Partial<typeof FIT>, string]>([
    ["by who may not approve", { mayApprove: false }, "admins_only"],
    ["by the side that made the account", { hasOpenedAccount: true }, "not_independent"],
    ["by a side with the same phone or bank account", { isLinked: true }, "not_independent"],
    ["by the side of who approved first", { isIndependent: false }, "not_independent"],
    ["unread, where the file shows a warning", { caseSeen: { isOpened: false, warnings: 1 } }, "case_file_needed"],
    ["while changed credentials hold it", { hold: { because: "password", since: 0, until: 1 } }, "payout_held"],
  ])("refuse an approval %s", (_, facts, code) => {
    const approval = { withdrawalId, adminId: "ada", installation, ...FIT, ...facts };
    expect(refusalOf(() => decideApproval(given(...requested()), approval, 0)).code).toBe(code);
  });

  it("pay once the hold of changed credentials is over", () => {
    const approval = {
      withdrawalId,
      adminId: "ada",
      installation,
      ...FIT,
      hold: { because: "password", since: 0, until: 1 },
    };
    expect(types(decideApproval(given(...requested()), approval, 1))).toContain("WithdrawalApproved");
  });
});

describe("the provider's answers", () => {
  const underway = () => {
    const started = approvedBy("ada");
    return [...started, ...decideAttempt(given(...started), { withdrawalId, attempt: 1 }, 5)];
  };
  const after = (...said: string[]) =>
    said.reduce(
      (events, status) => [...events, ...decideAnswer(given(...events), answer(status))],
      underway(),
    );

  it.each([
    [["pending"], "processing", "reserved"],
    [["otp"], "needs_otp", "reserved"],
    [["otp", "pending"], "processing", "reserved"],
    [["pending", "otp"], "processing", "reserved"],
    [["success"], "completed", "paid"],
    [["success", "pending", "failed"], "completed", "paid"],
    [["success", "reversed"], "reversed", "returned"],
    [["failed", "pending", "reversed"], "failed", "returned"],
    [["failed", "success"], "uncertain", "owed"],
    [["failed", "success", "success", "reversed"], "reversed", "returned"],
    [["surprise"], "uncertain", "reserved"],
    [["surprise", "surprise", "success"], "completed", "paid"],
  ])("%j: %s, the money is %s", (said, status, funds) => {
    expect(given(...after(...said))).toMatchObject({ status, funds });
  });

  it("about another sum or currency are held", () => {
    for (const more of [{ amountKobo: 9_999 }, { currency: "USD" }]) {
      expect(types(decideAnswer(given(...underway()), answer("success", more)))).toEqual(["PayoutHeld"]);
    }
    expect(decideAnswer(given(...after("success")), answer("reversed", { amountKobo: 1 }))).toEqual([]);
  });

  it("are nothing where no payout was begun", () => {
    expect(decideAnswer(given(...requested()), answer("success"))).toEqual([]);
    expect(decideAnswer(undefined, answer("success"))).toEqual([]);
  });

  it("of a short balance let the admins decide again, with the same reference", () => {
    const short = decidePostponed(given(...underway()), { withdrawalId, reason: "insufficient_balance", attempt: 1 });
    const waiting = [...underway(), ...short];
    expect(given(...waiting)).toMatchObject({ status: "pending_review", funds: "reserved", approvals: [] });
    const again = [
      ...waiting,
      ...decideApproval(given(...waiting), { withdrawalId, adminId: "ada", installation, ...FIT }, 0),
    ];
    expect(given(...again)).toMatchObject({
      status: "processing",
      reference: payoutReference(installation, withdrawalId),
      attempts: 1,
    });
    const stale = { withdrawalId, reason: "insufficient_balance", attempt: 0 };
    expect(decidePostponed(given(...underway()), stale)).toEqual([]);
  });
});
