import type { GiftRefundDecided } from "../../backend/gifts/refund/events.ts";
import { plainArray } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

const GIFT_REFUNDS = table("gift_refunds", { giftId: uuid }, { key: ["giftId"] });

/** Gifts that admins decided to return. Inline: asking again does what is left. */
export const giftRefunds: Projection<GiftRefundDecided> = {
  name: "gift_refunds",
  version: 2,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["GiftRefundDecided"],
  tables: GIFT_REFUNDS.ddl,

  async apply(tx, events) {
    const ids = events.map(({ data: { giftId } }) => giftId);
    await tx`insert into gift_refunds (gift_id) select unnest(${plainArray(ids)}::text::uuid[]) on conflict do nothing`;
  },
};

/** Which of these gifts are to be returned. */
export async function refundsOf(sql: Sql | Tx, giftIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ giftId: string }[]>`
    select gift_id from gift_refunds where gift_id in (select unnest(${plainArray(giftIds)}::text::uuid[]))`;
  return new Set(rows.map((row) => row.giftId));
}
