import { describe, expect, it } from "vitest";
import { withAnswers } from "./test_answers.ts";
import { LOOKED_UP, no, ok, REFERENCE } from "./test_samples.ts";

describe("refusals", () => {
  it.each([
    [401, "Invalid key", {}, "invalid_key"],
    [400, "Invalid key", {}, "invalid_key"],
    [401, "Invalid key", { code: "invalid_Key" }, "invalid_key"],
    [400, "Recipient specified is invalid", { code: "invalid_transfer_recipient" }, "invalid_recipient"],
    [400, "Your balance is not enough to fulfil this request", {}, "insufficient_balance"],
    [400, "Your balance is not enough to fulfill this request", {}, "insufficient_balance"],
    [400, "No", { code: "insufficient_balance" }, "insufficient_balance"],
    [400, "Duplicate Transfer Reference", {}, "duplicate_reference"],
    [400, "Please provide a unique reference. Reference already exists on a transfer", {}, "duplicate_reference"],
    [404, "Duplicate reference(s) found: one", { code: "unknown", type: "api_error" }, "duplicate_reference"],
    [400, "You cannot initiate third party payouts as a starter business", {}, "not_allowed"],
    [400, "Currency not supported by merchant", {}, "invalid_currency"],
    [400, "Something nobody has seen", {}, "unrecognised"],
    [400, "Something else", { code: "constructor" }, "unrecognised"],
    [200, "Something nobody has seen", {}, "unrecognised"],
  ])("startPayout() answered with %i %j %j is %s", async (status, message, more, code) => {
    const request = { reference: REFERENCE, amountKobo: 100_000, recipientCode: "RCP_one", reason: "r" };
    await expect(withAnswers(no(status, message, more), (payments) => payments.startPayout(request))).rejects
      .toMatchObject({ name: "PaymentsRefused", code, detail: message });
  });

  it.each([
    [422, "Could not resolve account name. Check parameters or try again.", "invalid_bank_code", "invalid_account"],
    [400, "Unknown bank code: 059", "invalid_params", "invalid_bank"],
  ])("resolveAccount() answered with %i %j is %s", async (status, message, word, code) => {
    const account = { accountNumber: "0022728151", bankCode: "059" };
    await expect(withAnswers(no(status, message, { code: word }), (payments) => payments.resolveAccount(account)))
      .rejects.toMatchObject({ name: "PaymentsRefused", code });
  });

  it.each([429, 400])("the daily limit of a test key, told with %i, is no refusal", async (status) => {
    const limit = no(status, "Test mode daily limit of 3 live bank resolves exceeded. Use test bank codes 001");
    const account = { accountNumber: "0022728151", bankCode: "058" };
    await expect(withAnswers(limit, (payments) => payments.resolveAccount(account))).rejects
      .toMatchObject({ name: "PaymentsUnavailable", reason: "rate_limited" });
  });

  it.each([[404, "Transfer not found"], [404, "Entity not found"], [400, "Transaction reference not found"]])(
    "a look-up answered with %i %j is not found",
    async (status, message) => {
      const missing = { status: "not_found", reference: REFERENCE };
      expect(await withAnswers(no(status, message), (payments) => payments.lookUpPayout(REFERENCE))).toEqual(missing);
      expect(await withAnswers(no(status, message), (payments) => payments.confirmCharge(REFERENCE))).toEqual(missing);
    },
  );

  it.each([
    ["a 404 that is no refusal of the provider", { status: 404, body: "<h1>Not found</h1>" }],
    ["a success whose status is a text", { body: { status: "true", data: LOOKED_UP } }],
    ["a success without a status", { body: { data: LOOKED_UP } }],
    ["a success about another reference", ok({ ...LOOKED_UP, reference: "orin-another-one-1" })],
    ["a success without an amount", ok({ ...LOOKED_UP, amount: null })],
    ["a success with a broken amount", ok({ ...LOOKED_UP, amount: 10.5 })],
    ["a success without a state", ok({ ...LOOKED_UP, status: "" })],
    ["a list", { body: [] }],
    ["nothing", { body: "" }],
    ["a refusal with 503", no(503, "Transfer not found")],
  ])("%s says nothing about a payout", async (_name, answer) => {
    await expect(withAnswers(answer, (payments) => payments.lookUpPayout(REFERENCE))).rejects
      .toMatchObject({ name: "PaymentsUnavailable" });
  });

  it("a recipient for another account than the asked one is not taken", async () => {
    const other = ok({ recipient_code: "RCP_one", details: { account_number: "1111111111", bank_code: "058" } });
    const recipient = { accountNumber: "0022728151", bankCode: "058", accountName: "ADA" };
    await expect(withAnswers(other, (payments) => payments.createRecipient(recipient))).rejects
      .toMatchObject({ name: "PaymentsUnavailable" });
  });

  it("a checkout that is no web address is not taken", async () => {
    const bad = ok({ authorization_url: "javascript:alert(1)", access_code: "a", reference: REFERENCE });
    const request = {
      reference: REFERENCE,
      email: "ada@orin.example",
      amountKobo: 100_000,
      callbackUrl: "http://localhost:8000/",
      metadata: {},
    };
    await expect(withAnswers(bad, (payments) => payments.startCharge(request))).rejects
      .toMatchObject({ name: "PaymentsUnavailable" });
  });
});
