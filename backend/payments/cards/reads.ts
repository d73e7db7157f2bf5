import { giftCards } from "../../../projections/gifts/gifts.ts";
import { premiumCards } from "../../../projections/subscriptions/premium_payments.ts";
import type { Sql, Tx } from "../../store/sql.ts";

/** Since when cards (by the hash of their signature) have paid what has not gone back, epoch ms; of all purposes. */
export async function cardsSince(sql: Sql | Tx, cards: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const asked = [...new Set(cards)];
  if (asked.length === 0) return new Map();
  const since = new Map<string, number>();
  for (const { card, at } of [...await premiumCards(sql, asked), ...await giftCards(sql, asked)]) {
    since.set(card, Math.min(at, since.get(card) ?? at));
  }
  return since;
}
