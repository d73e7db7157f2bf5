import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PaymentsUnavailable } from "./types.ts";
import { openTestPayments, type TestPayments } from "./test_sandbox.ts";

let test: TestPayments;
beforeAll(async () => void (test = await openTestPayments()));
afterEach(() => test.sandbox.faults.clear());
afterAll(() => test[Symbol.asyncDispose]());

const NAME = { firstName: "Hauwa", lastName: "Jaja" };
let people = 0;
const newCustomer = async () =>
  (await test.payments.createCustomer({ email: `person-${++people}@orin.example`, ...NAME })).customerCode;
const ask = (customerCode: string, bvn: string, more: object = {}) =>
  test.payments.identify({ customerCode, bvn, accountNumber: "0123456789", bankCode: "058", ...NAME, ...more });

describe("a customer", () => {
  it("is the same for the same address, and not identified at first", async () => {
    const customer = { email: "hauwa@orin.example", ...NAME };
    const { customerCode } = await test.payments.createCustomer(customer);
    expect((await test.payments.createCustomer(customer)).customerCode).toBe(customerCode);
    expect(await test.payments.lookUpCustomer(customerCode)).toEqual({ status: "not_identified", customerCode });
    expect((await test.payments.lookUpCustomer("CUS_nobody")).status).toBe("not_found");
  });

  it.each(["../transfer", "CUS_a?b=c", "CUS a/b"])("named %s is looked for nowhere else", async (customerCode) => {
    expect((await test.payments.lookUpCustomer(customerCode)).status).toBe("not_found");
  });

  it("is identified, or not, by a notice that names it and no number", async () => {
    const [good, bad] = [await newCustomer(), await newCustomer()];
    await ask(good, "22345678901");
    await ask(bad, "22345678910");
    for (const code of [good, bad]) test.sandbox.settleIdentity(code);
    await test.inbox.until(2);
    const notices = test.inbox.notices(test.payments).toSorted((one, other) => one.event < other.event ? 1 : -1);
    expect(notices).toEqual([
      {
        key: `customeridentification.success|${good}|`,
        event: "customeridentification.success",
        kind: "identity",
        reference: good,
        status: "success",
      },
      {
        key: `customeridentification.failed|${bad}|`,
        event: "customeridentification.failed",
        kind: "identity",
        reference: bad,
        status: "failed",
        reason: "Account number or BVN is incorrect",
      },
    ]);
    expect((await test.payments.lookUpCustomer(good)).status).toBe("identified");
    expect((await test.payments.lookUpCustomer(bad)).status).toBe("not_identified");
  });

  it("is not sent what no bank has", async () => {
    const code = await newCustomer();
    await expect(ask(code, "1234567890")).rejects.toMatchObject({ code: "invalid_request" });
    await expect(ask(code, "22345678901", { accountNumber: "12" })).rejects.toMatchObject({ code: "invalid_account" });
    await expect(ask(code, "22345678901", { bankCode: "zzz" })).rejects.toMatchObject({ code: "invalid_bank" });
    await expect(ask("CUS_nobody", "22345678901")).rejects.toMatchObject({ code: "not_found" });
  });

  it("whose answer is lost may be asked about", async () => {
    const code = await newCustomer();
    test.sandbox.faults.set({ answers: [{ fault: "commit-then-500", path: "/customer/*" }] });
    await expect(ask(code, "22345678901")).rejects.toBeInstanceOf(PaymentsUnavailable);
    test.sandbox.settleIdentity(code);
    expect((await test.payments.lookUpCustomer(code)).status).toBe("identified");
  });
});
