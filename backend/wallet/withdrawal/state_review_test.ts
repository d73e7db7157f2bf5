import { describe, expect, it } from "vitest";
import { upcasts } from "../../../migrations/upcasts.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { upcast } from "../../store/log/upcast.ts";
import {
  decideAnswer,
  decideApproval,
  decideApprovalWithdrawal,
  decideAttempt,
  decideCodeGiven,
  decideRequest,
  decideResolution,
  evolve,
  type Resolution,
  type Withdrawal,
} from "./state.ts";
import { FIT } from "../../testing/payouts.ts";
import type { WithdrawalEvent } from "./events.ts";

const withdrawalId = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";
const bank = { bankDetails: "sealed", accountHash: "hash", warnings: [] };
const facts = { withdrawalId, userId: "user", bank, policy: FIRST_POLICY, hasOpenRequest: false };
const given = (...events: WithdrawalEvent[]) => events.reduce(evolve, undefined as Withdrawal | undefined);
const requested = (units = 10_000) => decideRequest({ ...facts, units, availableUnits: units });
const approved = (events: WithdrawalEvent[], adminId: string) => [
  ...events,
  ...decideApproval(given(...events), {
    withdrawalId,
    adminId,
    reason: "known",
    caseHash: "abc",
    installation: "tests",
    ...FIT,
  }, 0),
];
const sent = () => {
  const started = approved(requested(), "ada");
  return [...started, ...decideAttempt(given(...started), { withdrawalId, attempt: 1 }, 5)];
};
const said = (events: WithdrawalEvent[], status: string) => [
  ...events,
  ...decideAnswer(given(...events), {
    ...{ withdrawalId, status, amountKobo: 10_000, currency: "NGN", transferCode: "TRF_1", feeKobo: 1_000 },
  }),
];
const taking = (events: WithdrawalEvent[], adminId: string) =>
  decideApprovalWithdrawal(given(...events), { withdrawalId, adminId, reason: "second thoughts" });

describe("an approval", () => {
  it("keeps its reason and the hash of what was shown", () => {
    expect(approved(requested(), "ada")[1]?.data).toMatchObject({ reason: "known", caseHash: "abc" });
    const old = { type: "WithdrawalApproved", schemaVersion: 1, data: { withdrawalId, adminId: "ada", isLast: true } };
    expect(upcast(old, upcasts)).toEqual({ ...old.data, reason: "", caseHash: "", secondFor: "" });
  });

  it("can be withdrawn before the second one: the request waits for two again", () => {
    const first = approved(requested(5_000_001), "ada");
    const after = [...first, ...taking(first, "ada")];
    expect(given(...after)).toMatchObject({ status: "pending_review", approvals: [], funds: "reserved" });
    expect(given(...approved(after, "bola"))).toMatchObject({ status: "awaiting_second_approval" });
    expect(given(...approved(approved(after, "ada"), "bola"))).toMatchObject({ status: "processing" });
  });

  it("can be withdrawn until the provider may have been told to pay, and then the other one stays", () => {
    const both = approved(approved(requested(5_000_001), "ada"), "bola");
    expect(given(...both, ...taking(both, "bola")))
      .toMatchObject({ status: "awaiting_second_approval", approvals: ["ada"] });
    expect(() => taking(sent(), "ada")).toThrow("already on its way");
  });

  it("of somebody else cannot be withdrawn", () => {
    expect(() => taking(approved(requested(), "ada"), "bola")).toThrow("You did not approve");
    expect(taking(requested(), "ada")).toEqual([]);
  });
});

it("a one-time code is given by anybody but the owner", () => {
  const waiting = given(...said(sent(), "otp"));
  expect(decideCodeGiven(waiting, { withdrawalId, adminId: "ada" }).map(({ type }) => type)).toEqual([
    "PayoutCodeGiven",
  ]);
  expect(() => decideCodeGiven(waiting, { withdrawalId, adminId: "user" })).toThrow("your own");
});

describe("what is uncertain", () => {
  const resolution: Resolution = {
    ...{ withdrawalId, adminId: "ada", reason: "called the bank", transferCode: "TRF_1", feeKobo: 1_000 },
    ...{ outcome: "paid", said: "surprise" },
  };
  const ending = (events: WithdrawalEvent[], change: Partial<Resolution>) => [
    ...events,
    ...decideResolution(given(...events), { ...resolution, ...change }),
  ];
  const unsure = () => said(sent(), "surprise");
  const owed = () => said(said(sent(), "failed"), "success");

  it("is ended by a human either way", () => {
    expect(given(...ending(unsure(), {}))).toMatchObject({ status: "completed", funds: "paid", feeKobo: 1_000 });
    expect(given(...ending(unsure(), { outcome: "returned" }))).toMatchObject({ status: "failed", funds: "returned" });
    expect(given(...ending(owed(), { said: "success" }))).toMatchObject({ status: "completed", funds: "owed" });
  });

  it.each(
    [
      ["paid", "failed", "was not paid"],
      ["paid", "not_found", "was not paid"],
      ["paid", "pending", "still processing"],
      ["returned", "success", "was paid"],
      ["returned", "otp", "still processing"],
    ] as const,
  )("is never marked as %s where the provider says %s", (outcome, word, text) => {
    expect(() => ending(unsure(), { outcome, said: word })).toThrow(text);
  });

  it("is not returned twice, nor ended by its owner, nor ended when it is no longer uncertain", () => {
    expect(() => ending(owed(), { outcome: "returned", said: "surprise" })).toThrow("cannot be returned");
    expect(() => ending(unsure(), { adminId: "user" })).toThrow("your own");
    expect(() => ending(sent(), {})).toThrow("no longer uncertain");
  });

  it("and what a human ended still follows the provider's last word", () => {
    expect(given(...said(ending(unsure(), {}), "reversed"))).toMatchObject({ status: "reversed", funds: "returned" });
    expect(given(...said(ending(unsure(), { outcome: "returned" }), "success")))
      .toMatchObject({ status: "uncertain", funds: "owed" });
  });
});
