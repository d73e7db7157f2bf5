import { afterAll, beforeAll, expect, it } from "vitest";
import { findGift } from "../../../projections/gifts/gifts.ts";
import { projections } from "../../../projections/mod.ts";
import { newId } from "../../contract/ids.ts";
import { readBalances, readTotal } from "../../ledger/accounts.ts";
import { availableAccount, REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { PROOFS } from "../../start/proofs.ts";
import { verify } from "../../store/chain/verify.ts";
import { atEveryStep, runScript } from "../../testing/kills.ts";
import { IS_PROOF } from "../../testing/proof.ts";
import { openTestStore, TEST_KEY, TEST_SECRET, type TestStore } from "../../testing/store.ts";
import type { PayerOrder, PayerTask } from "../../testing/faults/payer.ts";
import type { GiftTerms } from "../events.ts";
import { giftsBetweenShards } from "../reactions.ts";

const SCRIPT = new URL("../../testing/faults/payer.ts", import.meta.url);
const NOBODY = { baseUrl: "http://127.0.0.1:9", secretKey: "sk_test_nobody" };
const SHARDS = 3;
const GIFT = 1_000;
const metadata = { actor: "system:test" };

let test: TestStore;
beforeAll(async () => void (test = await openTestStore({ projections, shards: SHARDS })));
afterAll(() => test[Symbol.asyncDispose]());

/** A process of its own that is killed with -9 at a step of its task. */
async function live(does: "giveTokens" | "bringTokens" | "takeTokensBack", terms: GiftTerms, boundary: number) {
  const task: PayerTask = { does, terms };
  const order: PayerOrder = {
    ...{ url: test.serviceUrl, secret: TEST_SECRET, fingerprintKey: [...TEST_KEY], boundary, task, provider: NOBODY },
    shards: SHARDS,
  };
  return await runScript(SCRIPT, order);
}

function personIn(shard: number): string {
  for (;;) {
    const id = newId();
    if (test.store.shards.shardOf(id) === shard) return id;
  }
}

async function someTerms(): Promise<GiftTerms> {
  const [giverId, artistId] = [personIn(1), personIn(2)];
  const entries = [{ account: REWARD_POOL, amount: -GIFT }, { account: availableAccount(giverId), amount: GIFT }];
  const transfer = { transferId: newId(), code: "reward", entries };
  await test.store.execute(postTransfer, { shard: 1, transfer }, { logs: ["ledger/1"], metadata });
  const rate = { cents: 1, koboPerDollar: 100, policyVersion: 1 };
  return { giftId: newId(), giverId, artistId, units: GIFT, ...rate, message: "sealed", isNamed: false };
}

async function unitsOf(userId: string): Promise<number> {
  // What an artist got settles first.
  const accounts = [availableAccount(userId), settlingAccount(userId)];
  const balances = await readBalances(test.store.sql, test.store.shards.shardOf(userId), accounts);
  return [...balances.values()].reduce((sum, units) => sum + units, 0);
}

const problems = async () =>
  (await verify({ url: test.serviceUrl, projections: [], checks: PROOFS, full: true })).problems;

it("tokens between shards arrive once and go back once, over a kill -9 at every step", async () => {
  const gifts: { terms: GiftTerms; does: "bringTokens" | "takeTokensBack" }[] = [];
  const given = await atEveryStep(async (step) => {
    const terms = await someTerms();
    const life = await live("giveTokens", terms, step);
    // Callers who lost the answer ask again.
    await live("giveTokens", terms, 0);
    gifts.push({ terms, does: "bringTokens" });
    return life;
  });
  const lasts = [given.last];
  for (const does of ["bringTokens", "takeTokensBack"] as const) {
    const { last } = await atEveryStep(async (step) => {
      const terms = await someTerms();
      await live("giveTokens", terms, 0);
      gifts.push({ terms, does });
      return await live(does, terms, step);
    });
    lasts.push(last);
    expect(await problems()).toEqual([]);
  }
  // Given; received; received, taken, read, noted: each before, while and after.
  if (IS_PROOF) expect(lasts).toEqual([3, 3, 12]);

  const react = giftsBetweenShards({ store: test.store, shardOf: (id) => test.store.shards.shardOf(id) });
  for (let round = 0; round < 2; round++) {
    for (const shard of [0, 1, 2]) {
      const log = `ledger/${shard}` as const;
      const events = await test.store.readLog(log, { after: 0, upTo: 1e9, types: react.on });
      for (const event of events) await react.react(event as Parameters<typeof react.react>[0]);
    }
  }
  const ends: string[] = [];
  for (const { terms: { giftId, giverId, artistId } } of gifts) {
    const status = (await findGift(test.store.sql, giftId))?.status;
    expect([await unitsOf(giverId), await unitsOf(artistId)], status)
      .toEqual(status === "refunded" ? [GIFT, 0] : [0, GIFT]);
    ends.push(status ?? "none");
  }
  expect(new Set(ends)).toEqual(new Set(["sent", "refunded"]));
  expect([await problems(), await readTotal(test.store.sql)]).toEqual([[], 0]);
});
