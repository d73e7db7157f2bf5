import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { lagosDay } from "../contract/policy.ts";
import { openTestStore, type TestStore } from "../testing/store.ts";
import { followOnce, projectionFollower } from "../store/projections/follow.ts";
import type { Store } from "../store/store.ts";
import { ledgerAccounts } from "./accounts.ts";
import { ledgerDays, readBalancesAt, readEarned, readMovedByMonth, readMovements } from "./days.ts";
import { readEntriesWithout } from "./entries.ts";
import { postTransfer } from "../testing/transfers.ts";

const HOUR_MS = 3_600_000;
const [mine, held] = ["user:1:available", "user:1:reserved"];
const SHARD = 0;
let clock = Date.parse("2026-01-30T20:00:00Z");
let test: TestStore;
/** Nothing is folded in it but by `follow`. */
let store: Store;

beforeAll(async () => {
  test = await openTestStore({ projections: [ledgerAccounts, ledgerDays], now: () => clock });
  await test.store.close();
  store = test.another({ follow: false });
  await post("reward", "pool:rewards", mine, 1_000);
});
afterAll(() => test[Symbol.asyncDispose]());

async function post(code: string, from: string, to: string, amount: number): Promise<void> {
  const entries = [{ account: from, amount: -amount }, { account: to, amount }];
  const transfer = { transferId: newId(), code, entries };
  const options = { logs: ["ledger/0"], metadata: { actor: "system:test" } } as const;
  await store.execute(postTransfer, { shard: SHARD, transfer }, options);
}

const follow = () => followOnce(store.sql, { followers: [projectionFollower(ledgerDays)], places: [0] });

/** What the entries themselves say. */
async function entriesOf(account: string) {
  const rows = await store.sql<{ code: string; amount: number; balance: number; recordedAt: number }[]>`
    select code, amount, balance, recorded_at from ledger_entries where account = ${account} order by position`;
  return rows.map(({ recordedAt: at, ...row }) => ({ ...row, at: at, day: lagosDay(at) }));
}

/** Every read, and the same from the entries one by one. */
async function expectAllToAgree(): Promise<void> {
  const { sql } = store;
  const [all, reserved] = [await entriesOf(mine), await entriesOf(held)];
  const sum = (rows: typeof all) => rows.reduce((total, row) => total + row.amount, 0);
  expect(await readEarned(sql, SHARD, { accounts: [mine], codes: ["reward"] })).toBe(
    sum(all.filter(({ code }) => code === "reward")),
  );
  const months = await readMovedByMonth(sql, SHARD, [mine, held]);
  const both = [...all, ...reserved];
  const byMonth = Map.groupBy(both, ({ day, code }) => `${day.slice(0, 7)} ${code}`);
  expect(new Map(months.map((row) => [`${row.month} ${row.code}`, [row.inward, row.outward]]))).toEqual(
    new Map([...byMonth].map(([key, rows]) => [key, [
      sum(rows.filter(({ amount }) => amount > 0)),
      0 - sum(rows.filter(({ amount }) => amount < 0)),
    ]])),
  );
  const others = await readEntriesWithout(sql, SHARD, { account: mine, codes: ["reward"] });
  const kept = all.filter(({ code }) => code !== "reward").map(({ code, amount, balance }) => ({
    code,
    amount,
    balance,
  }));
  expect(others.map(({ code, amount, balance }) => ({ code, amount, balance }))).toEqual(kept);
  const [from, before] = ["2026-01-31", "2026-02-03"];
  const movements = await readMovements(sql, SHARD, { accounts: [mine, held], from, before });
  for (const [account, rows] of [[mine, all], [held, reserved]] as const) {
    const lines = Map.groupBy(
      rows.filter(({ day }) => day >= from && day < before),
      ({ day, code }) => `${day} ${code}`,
    );
    const said = movements.filter((row) => row.account === account);
    expect(new Map(said.map((row) => [`${row.day} ${row.code}`, [row.amount, row.entries]])))
      .toEqual(new Map([...lines].map(([line, list]) => [line, [sum(list), list.length]])));
  }
  for (const moment of all.flatMap(({ at }) => [at - 1, at, at + 1, at + 13 * HOUR_MS])) {
    const balances = await readBalancesAt(sql, SHARD, { accounts: [mine, held, "user:2:available"], before: moment });
    const until = (rows: typeof all) => sum(rows.filter(({ at }) => at < moment));
    expect([...balances.values()]).toEqual([until(all), until(reserved), 0]);
  }
}

describe("the days of the ledger", () => {
  it("answer what the entries say, whether all, some or none of them have been folded", async () => {
    const codes = ["reward", "reward", "reward", "gift", "gift_refunded", "withdrawal_held"] as const;
    for (let index = 0; index < 60; index++) {
      clock += Math.floor(Math.random() * 5 * HOUR_MS);
      const code = codes[index % codes.length] ?? "reward";
      const amount = 1 + Math.floor(Math.random() * 30);
      if (code === "gift_refunded") await post(code, mine, "provider:paystack", amount);
      else if (code === "withdrawal_held") await post(code, mine, held, amount);
      else await post(code, code === "gift" ? "provider:paystack" : "pool:rewards", mine, amount);
      if (index === 20) await expectAllToAgree();
      if (index === 21 || index === 40) await follow();
    }
    await expectAllToAgree();
    await follow();
    await expectAllToAgree();
    const [row] = await store.sql`select sum(entries)::int as entries from ledger_days where account = ${mine}`;
    expect(row?.entries).toBe((await entriesOf(mine)).length);
  });
});
