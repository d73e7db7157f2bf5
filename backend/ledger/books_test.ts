import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { lagosDay } from "../contract/policy.ts";
import { followOnce, projectionFollower } from "../store/projections/follow.ts";
import type { Recorded } from "../store/log/event.ts";
import type { Store } from "../store/store.ts";
import { sized } from "../testing/proof.ts";
import { openTestStore, type TestStore } from "../testing/store.ts";
import { ledgerAccounts } from "./accounts.ts";
import { ledgerBooks, readBooks } from "./books.ts";
import { bookAccount } from "./chart.ts";
import type { TransferPosted } from "./transfer.ts";
import { postTransfer } from "../testing/transfers.ts";

const ACCOUNTS = ["user:1:available", "user:2:available", "user:2:settling", "clearing:0:1", "provider:paystack"];
let clock = Date.parse("2026-01-30T20:00:00Z");
let test: TestStore;
/** Nothing is folded in it but by `follow`. */
let store: Store;

beforeAll(async () => {
  test = await openTestStore({ projections: [ledgerAccounts, ledgerBooks], now: () => clock });
  await test.store.close();
  store = test.another({ follow: false });
});
afterAll(() => test[Symbol.asyncDispose]());

async function post({ code, to, amount }: { code: string; to: number; amount: number }): Promise<void> {
  const entries = [{ account: "pool:rewards", amount: -amount }, { account: ACCOUNTS[to] ?? "", amount }];
  const options = { logs: ["ledger/0"], metadata: { actor: "system:test" } } as const;
  await store.execute(postTransfer, { shard: 0, transfer: { transferId: newId(), code, entries } }, options);
}

const follow = () => followOnce(store.sql, { followers: [projectionFollower(ledgerBooks)], places: [0] });

async function booksAt(before: number) {
  const { lines, upTo } = await store.sql.begin("isolation level repeatable read", (tx) => readBooks(tx, before));
  return { sums: sumsOf(lines), upTo: upTo[0]?.position ?? 0 };
}

function sumsOf(lines: readonly { month: string; account: string; code: string; inward: number; outward: number }[]) {
  const sums: Record<string, number[]> = {};
  for (const { month, account, code, inward, outward } of lines) {
    const [before = 0, gone = 0] = sums[`${month} ${account} ${code}`] ?? [];
    sums[`${month} ${account} ${code}`] = [before + inward, gone + outward];
  }
  return sums;
}

/** The books of a moment, folded from the events alone. */
async function foldedAt(before: number) {
  const events = await store.readLog("ledger/0", { after: 0, upTo: 1_000_000 }) as unknown as Recorded<
    TransferPosted
  >[];
  const told = events.filter((event) => event.recordedAt < before);
  const lines = told.flatMap(({ data, recordedAt }) =>
    data.entries.map(({ account, amount }) => ({
      ...{ month: lagosDay(recordedAt).slice(0, 7), account: bookAccount(account), code: data.code },
      ...{ inward: Math.max(0, amount), outward: Math.max(0, -amount) },
    }))
  );
  return { sums: sumsOf(lines), upTo: told.at(-1)?.position ?? 0 };
}

describe("the books of a past moment", () => {
  it("say what the events up to then say, whatever is folded since", async () => {
    const step = fc.record({
      code: fc.constantFrom("reward", "gift"),
      to: fc.nat(ACCOUNTS.length - 1),
      amount: fc.integer({ min: 1, max: 500 }),
      // Many at one moment, some hours and days later: over the end of a month, too.
      pause: fc.constantFrom(0, 0, 0, 1, 3_600_000, 40_000_000),
      follows: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), fc.nat(1_000), async (steps, place) => {
        const start = clock;
        for (const { pause, follows, ...transfer } of steps) {
          clock += pause;
          await post(transfer);
          if (follows) await follow();
        }
        const moments = [start, start + Math.floor((clock - start) * place / 1_000), clock, clock + 1];
        for (const moment of moments) expect(await booksAt(moment)).toEqual(await foldedAt(moment));
      }),
      { numRuns: sized(4, 30) },
    );
    await follow();
    for (const moment of [0, clock - 100_000_000, clock - 1_000_000_000, clock + 1]) {
      expect(await booksAt(moment)).toEqual(await foldedAt(moment));
    }
  });

  it("stay the same when later ones are written", async () => {
    const moment = clock + 1;
    const before = await booksAt(moment);
    clock += 1;
    await post({ code: "gift", to: 0, amount: 7 });
    expect(await booksAt(moment)).toEqual(before);
    expect((await booksAt(moment + 1)).upTo).toBe(before.upTo + 1);
  });
});
