import { type GiftRow, giftsFrom, giftsTo } from "../../projections/gifts.ts";
import { findPremiumPayments } from "../../projections/premium_payments.ts";
import { subscriptionHistory, subscriptionsOf } from "../../projections/subscriptions.ts";
import { stepsOf, withdrawalsOf } from "../../projections/withdrawals.ts";
import { tokensOf } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { type BookedEntry, pageOfEntries } from "../ledger/entries.ts";
import { availableAccount, reservedAccount } from "../ledger/transfer.ts";
import type { Json } from "../store/canonical.ts";
import { openBanksOf } from "../wallet/commands_details.ts";
import { type Exporting, isoTime, type Section } from "./commands_export.ts";

const PAGE = 1_000;
const ALL = 100_000;

/** What someone earned, spent, gave, was given and was paid. */
export function moneyOf(deps: Deps, { userId, shard, key }: Exporting): Section[] {
  const { sql } = deps.store;
  const own = (gift: GiftRow) => ({
    ...{ id: gift.giftId, trackId: gift.trackId ?? null, dollars: gift.cents / 100, tokens: tokensOf(gift.units) },
    ...{ method: gift.method, status: gift.status, at: isoTime(gift.at) },
  });
  return [
    ["balanceEntries", () => entriesOf(deps, { shard, account: availableAccount(userId) })],
    ["reservedEntries", () => entriesOf(deps, { shard, account: reservedAccount(userId) })],
    ["withdrawals", () => withdrawalsWithBanks(deps, userId)],
    ["giftsGiven", async () =>
      (await giftsFrom(sql, userId, { limit: ALL, unpaidFrom: 0 })).map((gift) => (
        { ...own(gift), artistId: gift.artistId, message: key.open(`gift ${gift.giftId}`, gift.message) }
      ))],
    // Who gave them and what they wrote is the givers' own.
    ["giftsReceived", async () =>
      (await giftsTo(sql, userId, ALL)).map((gift) => (
        { ...own(gift), thanks: gift.thanks === undefined ? null : key.open(`thanks ${gift.giftId}`, gift.thanks) }
      ))],
    ["premium", () => premiumOf(deps, userId)],
  ];
}

/** Every movement of an account, the oldest first. */
async function* entriesOf(
  deps: Deps,
  { shard, account }: { shard: number; account: string },
): AsyncGenerator<Json> {
  let rows: readonly BookedEntry[] = [];
  do {
    rows = await pageOfEntries(deps.store.sql, shard, { account, after: rows.at(-1)?.position ?? 0, limit: PAGE });
    for (const row of rows) {
      const tokens = { tokens: tokensOf(row.amount), balanceTokens: tokensOf(row.balance) };
      yield { at: isoTime(row.at), kind: row.code, transferId: row.transferId, ...tokens };
    }
  } while (rows.length === PAGE);
}

async function withdrawalsWithBanks(deps: Deps, userId: string): Promise<Json> {
  const { sql } = deps.store;
  const rows = await withdrawalsOf(sql, userId, ALL);
  const [banks, steps] = await Promise.all([
    openBanksOf(deps, rows),
    stepsOf(sql, rows.map((row) => row.withdrawalId)),
  ]);
  return rows.map((row, index) => ({
    ...{ id: row.withdrawalId, tokens: tokensOf(row.units), status: row.status, reference: row.reference ?? null },
    bank: banks[index] ? { ...banks[index] } : null,
    requestedAt: isoTime(row.requestedAt),
    processedAt: row.processedAt === undefined ? null : isoTime(row.processedAt),
    steps: (steps.get(row.withdrawalId) ?? []).map(({ text, at }) => ({ text, at: isoTime(at) })),
  }));
}

async function premiumOf({ store: { sql } }: Deps, userId: string): Promise<Json> {
  const [now, history] = await Promise.all([
    subscriptionsOf(sql, [userId]),
    subscriptionHistory(sql, userId, ALL),
  ]);
  const payments = await findPremiumPayments(sql, history.flatMap((row) => row.reference ?? []));
  const { until, isCancelled } = now.get(userId) ?? {};
  return {
    until: until === undefined ? null : isoTime(until),
    isCancelled: isCancelled ?? false,
    history: history.map(({ action, at, until, reference }) => ({
      ...{ action, at: isoTime(at), until: isoTime(until), reference: reference ?? null },
      amountKobo: payments.get(reference ?? "")?.amountKobo ?? null,
    })),
  };
}
