import type { PremiumPaymentEvent } from "../../backend/subscriptions/events.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import {
  bigint,
  moment,
  type RowOf,
  smallint,
  table,
  text,
  textOf,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const PREMIUM_CHARGES = table("premium_charges", {
  reference: text,
  shard: smallint,
  userId: uuid,
  amountKobo: bigint.check("amount_kobo > 0"),
  /** What the provider kept. */
  feesKobo: bigint.default("0"),
  /** What went back to the payer. */
  backKobo: bigint.default("0"),
  status: textOf<"started" | "paid" | "disputed" | "reversed">(),
  startedAt: moment,
  /** Of a payment by card, from when on Orin keeps it: the hash of the card's signature. */
  card: text.optional,
  paidAt: moment.optional,
}, {
  key: ["reference", "shard"],
  indexes: {
    premium_charges_by_card: "(card) where card is not null",
    premium_charges_open: "(started_at) where status = 'started'",
    premium_charges_begun: "(started_at)",
  },
});

/** Payments for Premium and their states. Inline: payers who come back need the payment they just began. */
export const premiumPayments = projection<PremiumPaymentEvent>({
  name: "premium_payments",
  version: 4,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [PREMIUM_CHARGES],
  handlers: {
    PremiumPaymentStarted: (tx, { log, data, recordedAt: startedAt }) =>
      PREMIUM_CHARGES.insert(tx, { ...data, shard: shardOfLog(log), status: "started", startedAt }),
    PremiumPaid: (tx, { log, data: { reference, feesKobo, card = null }, recordedAt }) =>
      tx`
        update premium_charges set status = 'paid', fees_kobo = fees_kobo + ${feesKobo}, card = ${card},
          paid_at = ${new Date(recordedAt)}
        where reference = ${reference} and shard = ${shardOfLog(log)}`,
    PremiumDisputed: (tx, event) => PREMIUM_CHARGES.set(tx, keyOf(event), { status: "disputed" }),
    PremiumCleared: (tx, event) => PREMIUM_CHARGES.set(tx, keyOf(event), { status: "paid" }),
    PremiumReversed: (tx, { log, data: { reference, amountKobo } }) =>
      tx`
        update premium_charges set status = 'reversed', back_kobo = back_kobo + ${amountKobo}
        where reference = ${reference} and shard = ${shardOfLog(log)}`,
    PremiumRestored: (tx, { log, data: { reference, amountKobo } }) =>
      tx`
        update premium_charges set status = 'paid', back_kobo = back_kobo - ${amountKobo}
        where reference = ${reference} and shard = ${shardOfLog(log)}`,
  },
});

function keyOf({ log, data: { reference } }: Recorded<PremiumPaymentEvent>) {
  return { reference, shard: shardOfLog(log) };
}

export type PremiumPaymentRow = RowOf<typeof PREMIUM_CHARGES>;

/** A payment for Premium by its reference. */
export async function findPremiumPayment(sql: Sql | Tx, reference: string): Promise<PremiumPaymentRow | undefined> {
  return (await findPremiumPayments(sql, [reference])).get(reference);
}

/** Payments by their references; unknown ones are missing from the map. */
export async function findPremiumPayments(
  sql: Sql | Tx,
  references: readonly string[],
): Promise<Map<string, PremiumPaymentRow>> {
  const rows = await sql<PremiumPaymentRow[]>`select * from premium_charges where reference = any(${[...references]})`;
  return new Map(rows.map((row) => [row.reference, row]));
}

/** Payments by these cards (hashes) that have not gone back: since when, epoch ms, a card's oldest. */
export async function premiumCards(
  sql: Sql | Tx,
  cards: readonly string[],
): Promise<{ card: string; at: number }[]> {
  return await sql<{ card: string; at: number }[]>`
    select card, min(paid_at) as at from premium_charges
    where card = any(${[...cards]}) and status = 'paid' and back_kobo = 0 group by card`;
}

/** Payments that were begun in a time (epoch ms) and have no end yet. */
export async function openPremiumPayments(
  sql: Sql | Tx,
  { from, to }: { from: number; to: number },
): Promise<PremiumPaymentRow[]> {
  return await sql<PremiumPaymentRow[]>`
    select * from premium_charges
    where status = 'started' and started_at between ${new Date(from)} and ${new Date(to)}
    order by started_at desc limit 300`;
}

/** Payments that were begun from a moment on (epoch ms): for reconciliation. */
export async function premiumPaymentsSince(sql: Sql | Tx, from: number): Promise<PremiumPaymentRow[]> {
  return await sql<PremiumPaymentRow[]>`
    select * from premium_charges where started_at >= ${new Date(from)} order by started_at`;
}

/** Kobo that payments brought to the provider and left there, without its fees: for reconciliation. */
export async function premiumPaymentSum(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(amount_kobo - back_kobo - fees_kobo), 0)::bigint as sum
    from premium_charges where status <> 'started'`;
  return row?.sum ?? 0;
}
