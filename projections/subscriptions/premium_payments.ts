import type { PremiumPaymentEvent } from "../../backend/subscriptions/events.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, moment, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

const PREMIUM_CHARGES = table("premium_charges", {
  reference: text,
  shard: smallint,
  userId: uuid,
  amountKobo: bigint.check("amount_kobo > 0"),
  feesKobo: bigint.default("0"),
  backKobo: bigint.default("0"),
  status: text,
  startedAt: moment,
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
export const premiumPayments: Projection<PremiumPaymentEvent> = {
  name: "premium_payments",
  version: 4,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  on: [
    ...["PremiumPaymentStarted", "PremiumPaid", "PremiumDisputed", "PremiumCleared"] as const,
    ...["PremiumReversed", "PremiumRestored"] as const,
  ],
  tables: PREMIUM_CHARGES.ddl,

  async apply(tx, events) {
    // A handful a second at most; one after another keeps the states of a payment in their order.
    for (const event of events) await applyOne(tx, event);
  },
};

async function applyOne(tx: Tx, event: Recorded<PremiumPaymentEvent>): Promise<void> {
  const shard = shardOfLog(event.log);
  const { type, data } = event;
  if (type === "PremiumPaymentStarted") {
    await tx`
      insert into premium_charges (reference, shard, user_id, amount_kobo, status, started_at)
      values (${data.reference}, ${shard}, ${data.userId}, ${data.amountKobo}, 'started',
        ${new Date(event.recordedAt)})`;
    return;
  }
  const paid = type === "PremiumPaid"
    ? tx`, card = ${data.card ?? null}, paid_at = ${new Date(event.recordedAt)}`
    : tx``;
  await tx`
    update premium_charges set status = ${STATUSES[type]},
      fees_kobo = fees_kobo + ${type === "PremiumPaid" ? data.feesKobo : 0},
      back_kobo = back_kobo + ${type === "PremiumReversed" ? data.amountKobo : 0}
        - ${type === "PremiumRestored" ? data.amountKobo : 0}
      ${paid}
    where reference = ${data.reference} and shard = ${shard}`;
}

const STATUSES = {
  PremiumPaid: "paid",
  PremiumDisputed: "disputed",
  PremiumCleared: "paid",
  PremiumReversed: "reversed",
  PremiumRestored: "paid",
} as const;

export interface PremiumPaymentRow {
  readonly reference: string;
  readonly shard: number;
  readonly userId: string;
  readonly amountKobo: number;
  /** What the provider kept. */
  readonly feesKobo: number;
  /** What went back to the payer. */
  readonly backKobo: number;
  readonly status: "started" | "paid" | "disputed" | "reversed";
  /** Of a payment by card, from when on Orin keeps it: the hash of the card's signature; and when it was paid, epoch ms. */
  readonly card: string | undefined;
  readonly paidAt: number | undefined;
}

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
