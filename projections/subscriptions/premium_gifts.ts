import { shardOfLog } from "../../backend/store/log/event.ts";
import { moment, type RowOf, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import type { PremiumGiftEvent } from "../../backend/subscriptions/gift/events.ts";

const PREMIUM_GIFT_SEATS = table("premium_gift_seats", {
  reference: text,
  shard: smallint,
  seat: smallint,
  giverId: uuid,
  months: smallint.check("months > 0"),
  name: text,
  email: text,
  startedAt: moment,
  claimedAt: moment.optional,
  sentAgain: smallint.default("0"),
  /** How often it was corrected for whom it is. */
  edition: smallint.default("0"),
}, { key: ["reference", "shard", "seat"], indexes: { premium_gift_seats_bought: "(giver_id, started_at desc)" } });

/**
 * Premium that people bought for others, a row for each of these. Inline: buyers who come back from the checkout see what
 * they bought. It does not say who took a seat: that is no buyer's to know.
 */
export const premiumGifts = projection<PremiumGiftEvent>({
  name: "premium_gifts",
  version: 2,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [PREMIUM_GIFT_SEATS],
  // A handful a day; one after another keeps what happens to a seat in its order.
  handlers: {
    PremiumGiftStarted: (tx, { log, data: { seats, ...gift }, recordedAt: startedAt }) =>
      PREMIUM_GIFT_SEATS.insert(tx, seats.map((seat) => ({ ...gift, ...seat, shard: shardOfLog(log), startedAt }))),
    PremiumGiftClaimed: (tx, { log, data: { reference, seat }, recordedAt: claimedAt }) =>
      PREMIUM_GIFT_SEATS.set(tx, { reference, shard: shardOfLog(log), seat }, { claimedAt }),
    PremiumGiftReaddressed: (tx, { log, data: { reference, seat, name, email } }) =>
      tx`
        update premium_gift_seats
        set name = ${name}, email = ${email}, sent_again = sent_again + 1, edition = edition + 1
        where reference = ${reference} and shard = ${shardOfLog(log)} and seat = ${seat}`,
    PremiumGiftSentAgain: (tx, { log, data: { reference, seat } }) =>
      tx`
        update premium_gift_seats set sent_again = sent_again + 1
        where reference = ${reference} and shard = ${shardOfLog(log)} and seat = ${seat}`,
  },
});

/** Premium for one other person. Name and address are sealed with the buyer's key; times in epoch ms. */
export type SeatRow = RowOf<typeof PREMIUM_GIFT_SEATS>;

/** What a person bought for others, the newest payment first, its seats in their order. */
export async function seatsBoughtBy(sql: Sql | Tx, giverId: string, limit: number): Promise<SeatRow[]> {
  return await PREMIUM_GIFT_SEATS.list(sql, { giverId }, { order: "started_at desc, reference, seat", limit });
}

/** The seats of a payment in their order; none where it is for the payer. */
export async function seatsOf(sql: Sql | Tx, reference: string): Promise<SeatRow[]> {
  return await PREMIUM_GIFT_SEATS.list(sql, { reference }, { order: "seat" });
}

/** For how many people each of these payments is; those of people for themselves are missing. */
export async function seatCounts(sql: Sql | Tx, references: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ reference: string; seats: number }[]>`
    select reference, count(*)::int as seats from premium_gift_seats
    where reference = any(${[...references]}) group by reference`;
  return new Map(rows.map((row) => [row.reference, row.seats]));
}
