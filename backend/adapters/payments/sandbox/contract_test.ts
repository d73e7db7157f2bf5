import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newReference, openTestPayments, TEST_KEY, type TestPayments } from "../test_sandbox.ts";

let test: TestPayments;
let recipient: string;
beforeAll(async () => {
  test = await openTestPayments();
  const account = { accountNumber: "0123456789", bankCode: "058", accountName: "EZE BABATUNDE" };
  ({ recipientCode: recipient } = await test.payments.createRecipient(account));
});
afterAll(() => test[Symbol.asyncDispose]());

/** A bare call, without the adapter's own care. */
async function call(path: string, body?: unknown, authorization = `Bearer ${TEST_KEY}`) {
  const response = await fetch(`${test.sandbox.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { http: response.status, ...await response.json() };
}

const charge = (more: object = {}) => ({ email: "ada@orin.example", amount: 100_000, ...more });
const transfer = (more: object = {}) => ({
  source: "balance",
  amount: 100_000,
  recipient,
  reference: newReference(),
  ...more,
});

describe("the sandbox is strict about", () => {
  it.each([["", "none"], ["Bearer", "no key"], ["Bearer sk_test_other", "another key"], [TEST_KEY, "no scheme"]])(
    "the key: %j is %s",
    async (authorization) => {
      const answer = await call("/balance", undefined, authorization);
      expect(answer).toMatchObject({ http: 401, status: false, message: "Invalid key", code: "invalid_Key" });
    },
  );

  it.each([
    charge({ amount: 100.5 }),
    charge({ amount: "100000" }),
    charge({ amount: -5 }),
    charge({ amount: undefined }),
    charge({ reference: "under_score_reference" }),
    charge({ currency: "USD" }),
    charge({ email: "ada@orin.local" }),
    charge({ callback_url: "javascript:alert(1)" }),
    "not json",
    [],
  ])("charges: %j", async (body) => {
    expect(await call("/transaction/initialize", body)).toMatchObject({ http: 400, status: false });
  });

  it("charges: letters of both cases, dots, = and - are fine", async () => {
    const reference = `Orin.A=${crypto.randomUUID()}`;
    expect(await call("/transaction/initialize", charge({ reference }))).toMatchObject({
      http: 200,
      status: true,
      message: "Authorization URL created",
      data: { reference },
    });
  });

  it.each([
    { amount: 100_000.5 },
    { amount: "100000" },
    { amount: 9_999 },
    { source: "card" },
    { source: undefined },
    { recipient: "RCP_unknown" },
    { recipient: undefined },
    { reference: "SIXTEEN-CAPITALS" },
    { reference: "fifteen-letters" },
    { reference: "f".repeat(51) },
    { reference: "with.dots.is.for.charges" },
    { currency: "USD" },
  ])("transfers: %j", async (more) => {
    const before = await test.payments.balance();
    expect(await call("/transfer", transfer(more))).toMatchObject({ http: 400, status: false });
    expect(await test.payments.balance()).toBe(before);
  });

  it("transfers: a reference that is left out is invented", async () => {
    expect(await call("/transfer", transfer({ reference: undefined }))).toMatchObject({
      http: 200,
      message: "Transfer has been queued",
      data: { status: "pending", recipient: expect.any(Number), reference: expect.stringMatching(/^[a-z0-9-]{36}$/) },
    });
  });

  it("recipients: 201 for a new one, 200 for the same account, and no name of the owner", async () => {
    const body = { type: "nuban", name: "ADA", account_number: "9876543210", bank_code: "044", currency: "NGN" };
    const first = await call("/transferrecipient", body);
    const second = await call("/transferrecipient", { ...body, name: "Somebody" });
    expect([first.http, second.http]).toEqual([201, 200]);
    expect(first.data).toMatchObject({ details: { account_name: null, bank_name: "Access Bank" } });
    expect(second.data).toEqual(first.data);
    expect(await call("/transferrecipient", { ...body, bank_code: "059" })).toMatchObject({ http: 400 });
    expect(await call("/transferrecipient", { ...body, type: "mobile_money" })).toMatchObject({ http: 400 });
  });

  it("look-ups: accounts ending in 000 do not resolve, unknown banks are named", async () => {
    expect(await call("/bank/resolve?account_number=0123456000&bank_code=058")).toMatchObject({
      http: 422,
      code: "invalid_bank_code",
      message: "Could not resolve account name. Check parameters or try again.",
    });
    expect(await call("/bank/resolve?account_number=0123456789&bank_code=059")).toMatchObject({
      http: 400,
      message: "Unknown bank code: 059",
    });
  });

  it("what there is not", async () => {
    expect(await call(`/transfer/verify/${newReference()}`)).toMatchObject({
      http: 404,
      message: "Transfer not found",
    });
    expect(await call("/no/such/call")).toMatchObject({ http: 404, status: false });
    expect(await call("/refund", { transaction: 12 })).toMatchObject({ http: 404, status: false });
  });
});

describe("lists of the sandbox", () => {
  it("go by cursor to a null or a text that says null", async () => {
    const codes: string[] = [];
    let next: string | null = "";
    const ends: unknown[] = [];
    while (next !== null && next !== "null") {
      const page: Awaited<ReturnType<typeof call>> = await call(`/bank?use_cursor=true&perPage=20&next=${next}`);
      codes.push(...page.data.map(({ code }: { code: string }) => code));
      next = page.meta.next;
      ends.push(next);
    }
    expect([codes.length, ends.at(-1)]).toEqual([44, "null"]);
    expect((await call("/bank?use_cursor=true&perPage=100")).meta.next).toBeNull();
  });

  it("go by number, with the size as text", async () => {
    for (let made = 0; made < 3; made++) await call("/transfer", transfer());
    const page = await call("/transfer?perPage=2&page=2");
    expect(page.meta).toMatchObject({ skipped: 2, perPage: "2", page: 2 });
    expect(page.meta.pageCount).toBe(Math.ceil(page.meta.total / 2));
  });
});
