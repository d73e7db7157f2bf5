import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { givePremium } from "../testing/premium.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";

let test: TestWallet;

beforeAll(async () => void (test = await openTestWallet()));
afterAll(() => test[Symbol.asyncDispose]());

describe("POST /api/v1/pay-per-view", () => {
  it("spends a token for one more play today, once for a key", async () => {
    const who = await test.person({ tokens: 2 });
    const key = newId();
    const buy = (more: object = {}) => test.call(who, "POST", "/api/v1/pay-per-view", more);
    expect(await buy({ key })).toMatchObject({ status: 200, body: { tokens: 1, newBalance: 1, freePlayLimit: 21 } });
    expect((await buy({ key })).body.newBalance).toBe(1);
    expect((await test.call(who, "GET", "/api/v1/free-plays")).body)
      .toMatchObject({ freePlayLimit: 21, remainingFreePlays: 21 });
    expect((await buy({ key: "none" })).body).not.toHaveProperty("repeated");
    expect((await buy({ key: "none" })).body).toMatchObject({ newBalance: 0, repeated: true });
    expect(await buy()).toMatchObject({ status: 409, body: { code: "insufficient_funds" } });
    expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 0 });
  });

  it("takes nothing from a member, and says what it costs to who has too little", async () => {
    const member = await test.person({ tokens: 2 });
    await givePremium(test.world.deps, member.userId);
    expect(await test.call(member, "POST", "/api/v1/pay-per-view")).toMatchObject({
      status: 422,
      body: { message: "You have Premium: you can play as much as you like. Nothing was taken." },
    });
    expect(await test.moneyOf(member)).toEqual({ available: 200, reserved: 0 });
    const poor = await test.person({ tokens: 0 });
    expect(await test.call(poor, "POST", "/api/v1/pay-per-view"))
      .toMatchObject({
        body: { message: "One more play costs 1.00 tokens (₦1.00), and you have 0.00 tokens (₦0.00)" },
      });
  });
});
