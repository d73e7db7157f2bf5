import type { GiftRefundDecided } from "../../backend/gifts/refund/events.ts";
import { table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const GIFT_REFUNDS = table("gift_refunds", { giftId: uuid }, { key: ["giftId"] });

/** Gifts that admins decided to return. Inline: asking again does what is left. */
export const giftRefunds = projection<GiftRefundDecided>({
  name: "gift_refunds",
  version: 2,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [GIFT_REFUNDS],
  handlers: { GiftRefundDecided: (tx, { data }) => GIFT_REFUNDS.add(tx, data) },
});

/** Which of these gifts are to be returned. */
export async function refundsOf(sql: Sql | Tx, giftIds: readonly string[]): Promise<Set<string>> {
  return new Set((await GIFT_REFUNDS.byIds(sql, giftIds)).keys());
}
