import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { lagosDayStart } from "../../contract/policy.ts";
import { getStatement as getStatementCall } from "../../contract/calls/wallet.ts";
import { answerOf } from "../../testing/answers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { availableAccount, reservedAccount } from "../../ledger/chart.ts";
import type { Entry } from "../../ledger/transfer.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { walletSummary } from "../../../projections/wallet/wallets.ts";

let test: TestListeners;
let person: TestPerson;
beforeAll(async () => {
  test = await openTestListeners();
  person = await test.addPerson();
});
afterAll(() => test[Symbol.asyncDispose]());

/** Posts at a moment, through the same handler as everybody. */
async function post(at: string, code: string, entries: readonly Entry[]): Promise<void> {
  test.pass(Date.parse(at) - test.now());
  const transfer = { transferId: newId(), code, entries };
  await test.world.deps.store.execute(postTransfer, { shard: 0, transfer }, {
    logs: ["ledger/0"],
    metadata: { actor: "system:test" },
  });
}
const [available, reserved] = [() => availableAccount(person.userId), () => reservedAccount(person.userId)];
const reward = (at: string, amount: number) =>
  post(at, "reward", [{ account: "pool:rewards", amount: -amount }, { account: available(), amount }]);
const call = async (path: string) => {
  const { token } = await test.logIn(person);
  return await test.call("GET", `/api/v1/${path}`, { token });
};
const statement = async (month: string) => answerOf(getStatementCall, (await call(`statement?month=${month}`)).body);

describe("the statement", () => {
  it("needs an account and a month", async () => {
    expect((await test.call("GET", "/api/v1/statement")).status).toBe(401);
    expect((await test.call("GET", "/api/v1/balance")).status).toBe(401);
    for (const month of ["2026", "2026-13", "2026-6", "1999-01", "x"]) {
      expect((await call(`statement?month=${month}`)).status).toBe(400);
    }
    for (const at of ["yesterday", "2026-02-31T00:00", "2026-13-01", "1e9"]) {
      expect((await call(`balance?at=${at}`)).status).toBe(400);
    }
  });

  it("adds up to the last unit, by Lagos days and months, with what was held and returned", async () => {
    await reward("2026-06-30T22:59:59.999Z", 1_007);
    // In Lagos the month has begun.
    await reward("2026-06-30T23:00:00.000Z", 10);
    await reward("2026-07-01T10:00:00Z", 3);
    await post("2026-07-02T10:00:00Z", "withdrawal_held", [
      { account: available(), amount: -500 },
      { account: reserved(), amount: 500 },
    ]);
    await post("2026-07-03T10:00:00Z", "withdrawal_voided", [
      { account: reserved(), amount: -500 },
      { account: available(), amount: 500 },
    ]);
    await post("2026-07-04T10:00:00Z", "extra_play", [
      { account: available(), amount: -100 },
      { account: "revenue:plays", amount: 100 },
    ]);
    await post("2026-07-05T10:00:00Z", "withdrawal_held", [
      { account: available(), amount: -400 },
      { account: reserved(), amount: 400 },
    ]);
    await post("2026-08-01T10:00:00Z", "withdrawal_posted", [
      { account: reserved(), amount: -400 },
      { account: "paid_out", amount: 400 },
    ]);
    const july = await statement("2026-07");
    expect(july).toMatchObject({
      ...{ from: "2026-06-30T23:00:00.000Z", to: "2026-07-31T23:00:00.000Z" },
      opening: { available: 10.07, pending: 0 },
      closing: { available: 5.2, pending: 4 },
    });
    expect(july.lines).toEqual([
      {
        day: "2026-07-01",
        kind: "reward",
        label: "Listening rewards",
        count: 2,
        available: 0.13,
        settling: 0,
        pending: 0,
      },
      {
        day: "2026-07-02",
        kind: "withdrawal_held",
        label: "Withdrawals requested",
        count: 1,
        available: -5,
        settling: 0,
        pending: 5,
      },
      {
        day: "2026-07-03",
        kind: "withdrawal_voided",
        label: "Withdrawals returned",
        count: 1,
        available: 5,
        settling: 0,
        pending: -5,
      },
      {
        day: "2026-07-04",
        kind: "extra_play",
        label: "Pay Per View",
        count: 1,
        available: -1,
        settling: 0,
        pending: 0,
      },
      {
        day: "2026-07-05",
        kind: "withdrawal_held",
        label: "Withdrawals requested",
        count: 1,
        available: -4,
        settling: 0,
        pending: 4,
      },
    ]);
    const [june, august] = [await statement("2026-06"), await statement("2026-08")];
    expect(june).toMatchObject({ opening: { available: 0, pending: 0 }, closing: july.opening });
    expect(august).toMatchObject({ opening: july.closing, closing: { available: 5.2, pending: 0 } });
    expect((await call("statement")).body.month).toBe("2026-08");
    expect(await statement("2031-01")).toMatchObject({ opening: august.closing, closing: august.closing, lines: [] });
  });

  it("agrees with the ledger's balances after whatever happened", async () => {
    let at = Date.parse("2026-09-01T00:00:00Z");
    for (let index = 0; index < 60; index++) {
      at += Math.floor(Math.random() * 36 * 3_600_000);
      await reward(new Date(at).toISOString(), 1 + Math.floor(Math.random() * 9_999));
    }
    const months = ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];
    const statements = await Promise.all(months.map(statement));
    const units = (tokens: number) => Math.round(tokens * 100);
    for (const [index, { opening, lines, totals, closing }] of statements.entries()) {
      expect(opening).toEqual(statements[index - 1]?.closing ?? { available: 0, settling: 0, pending: 0 });
      for (const list of [lines, totals]) {
        const sum = list.reduce((total, line) => total + units(line.available), units(opening.available));
        expect(sum).toBe(units(closing.available));
      }
    }
    const summary = await walletSummary(test.world.deps.store.sql, 0, person.userId);
    expect(units(statements.at(-1)?.closing.available ?? -1)).toBe(summary.availableUnits);
  });
});

describe("the balance of a date", () => {
  it("is what was there at the end of the day in Lagos, or at the moment", async () => {
    const at = async (said: string) => (await call(`balance?at=${encodeURIComponent(said)}`)).body;
    expect(await at("2026-06-29")).toMatchObject({ available: 0, pending: 0 });
    expect(await at("2026-06-30")).toMatchObject({ available: 10.07 });
    expect(await at("2026-07-01")).toMatchObject({ available: 10.2 });
    expect(await at("2026-07-02T09:59:59.999Z")).toMatchObject({ available: 10.2, pending: 0 });
    expect(await at("2026-07-02T11:00:00+01:00")).toMatchObject({ available: 5.2, pending: 5 });
    expect(Date.parse((await at("2099-01-01")).at) - test.now()).toBeLessThanOrEqual(1);
    expect((await call("balance")).body).toMatchObject(await at("2099-01-01"));
    expect(lagosDayStart("2026-07-01")).toBe(Date.parse("2026-06-30T23:00:00Z"));
    const stranger = await test.addPerson();
    expect((await test.call("GET", "/api/v1/balance?at=2026-07-01", { token: stranger.token })).body.available).toBe(0);
  });
});
