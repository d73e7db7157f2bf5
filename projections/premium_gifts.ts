import { shardOfLog } from "../backend/store/log/event.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import { moment, smallint, table, text, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import type { PremiumGiftEvent } from "../backend/subscriptions/gift/events.ts";

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
  edition: smallint.default("0"),
}, {
  key: ["reference", "shard", "seat"],
  indexes: {
    premium_gift_seats_bought: "(giver_id, started_at desc)",
  },
});

/**
 * Premium that people bought for others, a row for each of these. Inline: buyers who come back from the checkout see what
 * they bought. It does not say who took a seat: that is no buyer's to know.
 */
export const premiumGifts: Projection<PremiumGiftEvent> = {
  name: "premium_gifts",
  version: 2,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  on: ["PremiumGiftStarted", "PremiumGiftClaimed", "PremiumGiftSentAgain", "PremiumGiftReaddressed"],
  tables: PREMIUM_GIFT_SEATS.ddl,

  async apply(tx, events) {
    // A handful a day; one after another keeps what happens to a seat in its order.
    for (const { log, recordedAt, type, data } of events) {
      const shard = shardOfLog(log);
      const at = new Date(recordedAt);
      const { reference } = data;
      if (type === "PremiumGiftStarted") {
        for (const { seat, name, email } of data.seats) {
          await tx`
            insert into premium_gift_seats (reference, shard, seat, giver_id, months, name, email, started_at)
            values (${reference}, ${shard}, ${seat}, ${data.giverId}, ${data.months}, ${name}, ${email}, ${at})`;
        }
      } else if (type === "PremiumGiftClaimed") {
        await tx`
          update premium_gift_seats set claimed_at = ${at}
          where reference = ${reference} and shard = ${shard} and seat = ${data.seat}`;
      } else if (type === "PremiumGiftReaddressed") {
        await tx`
          update premium_gift_seats
          set name = ${data.name}, email = ${data.email}, sent_again = sent_again + 1, edition = edition + 1
          where reference = ${reference} and shard = ${shard} and seat = ${data.seat}`;
      } else {
        await tx`
          update premium_gift_seats set sent_again = sent_again + 1
          where reference = ${reference} and shard = ${shard} and seat = ${data.seat}`;
      }
    }
  },
};

export interface SeatRow {
  readonly reference: string;
  readonly seat: number;
  readonly giverId: string;
  readonly months: number;
  /** Sealed with the buyer's key, as the address. */
  readonly name: Sealed;
  readonly email: Sealed;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly claimedAt: number | undefined;
  readonly sentAgain: number;
  /** How often whom it is for was corrected. */
  readonly edition: number;
}

/** What somebody bought for others, the newest payment first, its seats in their order. */
export async function seatsBoughtBy(sql: Sql | Tx, giverId: string, limit: number): Promise<SeatRow[]> {
  const rows = await sql<Row[]>`
    select * from premium_gift_seats where giver_id = ${giverId}
    order by started_at desc, reference, seat limit ${limit}`;
  return rows.map(rowOf);
}

/** The seats of a payment in their order; none where it is for the payer. */
export async function seatsOf(sql: Sql | Tx, reference: string): Promise<SeatRow[]> {
  const rows = await sql<Row[]>`select * from premium_gift_seats where reference = ${reference} order by seat`;
  return rows.map(rowOf);
}

/** For how many people each of these payments is; those of people for themselves are missing. */
export async function seatCounts(sql: Sql | Tx, references: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ reference: string; seats: number }[]>`
    select reference, count(*)::int as seats from premium_gift_seats
    where reference = any(${[...references]}) group by reference`;
  return new Map(rows.map((row) => [row.reference, row.seats]));
}

interface Row {
  reference: string;
  seat: number;
  giverId: string;
  months: number;
  name: string;
  email: string;
  startedAt: number;
  claimedAt: number | undefined;
  sentAgain: number;
  edition: number;
}

function rowOf(row: Row): SeatRow {
  const { reference, seat, months, name, email, edition } = row;
  return {
    ...{ reference, seat, months, name, email, edition },
    ...{ giverId: row.giverId, startedAt: row.startedAt, sentAgain: row.sentAgain },
    claimedAt: row.claimedAt,
  };
}
