import type { MisfitEvent } from "../../backend/payments/misfits/events.ts";
import { bigint, moment, type RowOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import { FIRST_PLACE, type WaitingPage } from "../admin/waiting_page.ts";

const MISFITS = table("misfits", {
  paymentId: uuid,
  reference: text,
  expectedKobo: bigint,
  paidKobo: bigint,
  currency: text,
  said: text,
  foundAt: moment,
  askedAt: moment.optional,
  clearedAt: moment.optional,
}, { key: ["paymentId"], indexes: { misfits_open: "(found_at) where cleared_at is null" } });

/** Payments that are not what Orin asked for. Inline: admins see immediately what came of the press of a button. */
export const misfits = projection<MisfitEvent>({
  name: "misfits",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [MISFITS],
  handlers: {
    PaymentMisfitFound: (tx, { data, recordedAt }) => MISFITS.insert(tx, { ...data, foundAt: recordedAt }),
    MisfitRefundAsked: (tx, { data: { paymentId }, recordedAt }) =>
      MISFITS.set(tx, { paymentId }, { askedAt: recordedAt }),
    MisfitCleared: (tx, { data: { paymentId }, recordedAt }) =>
      MISFITS.set(tx, { paymentId }, { clearedAt: recordedAt }),
  },
});

/** A payment that does not fit. Sums in hundredths of the currency, times in epoch ms. */
type MisfitRow = RowOf<typeof MISFITS>;

/** One of them. */
export async function findMisfit(sql: Sql | Tx, paymentId: string): Promise<MisfitRow | undefined> {
  return await MISFITS.find(sql, paymentId);
}

/** A page of those that are not cleared, the oldest first; with `unasked` without those whose refund is asked for. */
export async function openMisfits(
  sql: Sql | Tx,
  { limit, after = FIRST_PLACE, unasked = false }: WaitingPage & { readonly unasked?: boolean },
): Promise<MisfitRow[]> {
  return await sql<MisfitRow[]>`
    select * from misfits
    where cleared_at is null ${unasked ? sql`and asked_at is null` : sql``}
      and (found_at, payment_id) > (${new Date(after.at)}, ${after.id}::uuid)
    order by found_at, payment_id limit ${limit}`;
}

/** Naira that came in wrongly and lay at the provider at a moment (epoch ms), in kobo, with their references. */
export async function misfitsAt(sql: Sql | Tx, at: number): Promise<{ kobo: number; references: string[] }> {
  const rows = await sql<{ reference: string; kobo: number }[]>`
    select reference, paid_kobo as kobo from misfits
    where currency = 'NGN' and said = 'success' and found_at < ${new Date(at)}
      and (cleared_at is null or cleared_at > ${new Date(at)}) order by found_at`;
  return { kobo: rows.reduce((sum, row) => sum + row.kobo, 0), references: rows.map(({ reference }) => reference) };
}

/** How many wait without an asked refund. */
export async function countMisfits(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from misfits where cleared_at is null and asked_at is null`;
  return row?.count ?? 0;
}
