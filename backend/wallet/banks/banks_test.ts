import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createPayments } from "../../adapters/payments/mod.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, SECRET_KEY, type TestWallet } from "../../testing/wallet.ts";
import { Banks } from "./banks.ts";

let test: TestWallet;
beforeAll(async () => void (test = await openTestWallet()));
afterEach(() => test.sandbox.faults.clear());
afterAll(() => test[Symbol.asyncDispose]());

describe("banks and account names", () => {
  it("are listed once each, for those who are logged in", async () => {
    const who = await test.person();
    const { body } = await test.call(who, "GET", "/api/v1/banks");
    expect(body.banks).toContainEqual({ code: "058", name: "Guaranty Trust Bank" });
    expect(new Set(body.banks.map((bank: { code: string }) => bank.code)).size).toBe(body.banks.length);
    expect((await test.call(undefined, "GET", "/api/v1/banks")).status).toBe(401);
  });

  it("are still there when the provider is not, a day later", async () => {
    const who = await test.person();
    await test.call(who, "GET", "/api/v1/banks");
    test.pass(25 * 3_600_000);
    const later = await test.person();
    test.sandbox.faults.set({ answers: [{ fault: "500", path: "/bank" }] });
    expect((await test.call(later, "GET", "/api/v1/banks")).body.banks.length).toBeGreaterThan(20);
    expect(test.sandbox.faults.read().answers).toEqual([]);
  });

  it("outlive the service: one that starts while the provider is down has those of yesterday", async () => {
    const { deps } = test.world;
    const banksOf = (baseUrl: string, now = () => deps.now()) =>
      new Banks(createPayments({ secretKey: SECRET_KEY, baseUrl }), deps.store.sql, now).list();
    const heard = await banksOf(test.sandbox.url);
    const later = () => deps.now() + 30 * 3_600_000;
    expect(await banksOf("http://127.0.0.1:9", later)).toEqual(heard);
    // Fresh ones are not asked for again.
    test.sandbox.faults.set({ answers: [{ fault: "500", path: "/bank" }] });
    expect(await banksOf(test.sandbox.url)).toEqual(heard);
    expect(test.sandbox.faults.read().answers).toHaveLength(1);
  });

  it("answer the account's owner, with a hint where the check digit is unusual", async () => {
    const who = await test.person();
    const verify = (body: object) => test.call(who, "POST", "/api/v1/verify-account", { body });
    const { body } = await verify({ accountNumber: "0123456789", bankCode: "058" });
    expect(body.accountDetails.account_name).toMatch(/^[A-Z ]{8,}$/);
    expect(body.hint).toMatch(/check the number/);
    expect((await verify({ accountNumber: "0123456785", bankCode: "058" })).body.hint).toBeUndefined();
    expect(await verify({ accountNumber: "0123456000", bankCode: "058" }))
      .toMatchObject({ status: 422, body: { error: "Failed to verify account" } });
    expect(await verify({ bankCode: "058" }))
      .toMatchObject({ status: 400, body: { error: "Bank and account number are required" } });
  });

  it("say whether the account is in the name of who asks, as the admins will see it", async () => {
    const verify = async (who: TestPerson) => {
      const body = { accountNumber: "0123456785", bankCode: "058" };
      return (await test.call(who, "POST", "/api/v1/verify-account", { body })).body;
    };
    const stranger = await test.person({ firstName: "Ada", lastName: "Zzz" });
    const { accountDetails, isInOwnName } = await verify(stranger);
    expect(isInOwnName).toBe(false);
    const [lastName = "", firstName = ""] = accountDetails.account_name.split(" ");
    expect((await verify(await test.person({ firstName, lastName }))).isInOwnName).toBe(true);
    // One word twice is no name.
    expect((await verify(await test.person({ firstName, lastName: firstName }))).isInOwnName).toBe(false);
  });
});
