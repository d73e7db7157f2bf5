import type { MisfitEvent } from "../backend/payments/clearing/events.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { bigint, moment, table, text, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { FIRST_PLACE, type WaitingPage } from "./waiting_page.ts";

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
}, {
  key: ["paymentId"],
  indexes: {
    misfits_open: "(found_at) where cleared_at is null",
  },
});

/** Payments that are not what Orin asked for. Inline: an admin sees at once what became of the press of a button. */
export const misfits: Projection<MisfitEvent> = {
  name: "misfits",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["PaymentMisfitFound", "MisfitRefundAsked", "MisfitCleared"],
  tables: MISFITS.ddl,

  async apply(tx, events) {
    for (const { type, data, recordedAt } of events) {
      const [at, { paymentId }] = [new Date(recordedAt), data];
      if (type === "PaymentMisfitFound") {
        const { reference, expectedKobo, paidKobo, currency, said } = data;
        await tx`
          insert into misfits (payment_id, reference, expected_kobo, paid_kobo, currency, said, found_at)
          values (${paymentId}, ${reference}, ${expectedKobo}, ${paidKobo}, ${currency}, ${said}, ${at})`;
      } else if (type === "MisfitRefundAsked") {
        await tx`update misfits set asked_at = ${at} where payment_id = ${paymentId}`;
      } else await tx`update misfits set cleared_at = ${at} where payment_id = ${paymentId}`;
    }
  },
};

/** A payment that does not fit. Sums in hundredths of the currency, times in epoch ms. */
interface MisfitRow {
  readonly paymentId: string;
  readonly reference: string;
  readonly expectedKobo: number;
  readonly paidKobo: number;
  readonly currency: string;
  readonly said: string;
  readonly foundAt: number;
  readonly askedAt: number | undefined;
  readonly clearedAt: number | undefined;
}

interface Row {
  paymentId: string;
  reference: string;
  expectedKobo: number;
  paidKobo: number;
  currency: string;
  said: string;
  foundAt: number;
  askedAt: number | undefined;
  clearedAt: number | undefined;
}

/** One of them. */
export async function findMisfit(sql: Sql | Tx, paymentId: string): Promise<MisfitRow | undefined> {
  const [row] = await sql<Row[]>`select * from misfits where payment_id = ${paymentId}`;
  return row && rowOf(row);
}

/** A page of those that nobody has cleared, the one that waits longest first; with `unasked` whose refund nobody asked for. */
export async function openMisfits(
  sql: Sql | Tx,
  { limit, after = FIRST_PLACE, unasked = false }: WaitingPage & { readonly unasked?: boolean },
): Promise<MisfitRow[]> {
  const rows = await sql<Row[]>`
    select * from misfits where cleared_at is null ${
    unasked ? sql`and asked_at is null` : sql``
  } and (found_at, payment_id) > (${new Date(after.at)}, ${after.id}::uuid)
    order by found_at, payment_id limit ${limit}`;
  return rows.map(rowOf);
}

/** Naira that came in wrongly and lay at the provider at a moment (epoch ms), in kobo, with their references. */
export async function misfitsAt(sql: Sql | Tx, at: number): Promise<{ kobo: number; references: string[] }> {
  const rows = await sql<{ reference: string; kobo: number }[]>`
    select reference, paid_kobo as kobo from misfits
    where currency = 'NGN' and said = 'success' and found_at < ${new Date(at)}
      and (cleared_at is null or cleared_at > ${new Date(at)}) order by found_at`;
  return { kobo: rows.reduce((sum, row) => sum + row.kobo, 0), references: rows.map(({ reference }) => reference) };
}

/** How many nobody has asked to give back yet. */
export async function countMisfits(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from misfits where cleared_at is null and asked_at is null`;
  return row?.count ?? 0;
}

function rowOf(row: Row): MisfitRow {
  return {
    ...{ paymentId: row.paymentId, reference: row.reference, expectedKobo: row.expectedKobo },
    ...{ paidKobo: row.paidKobo, currency: row.currency, said: row.said, foundAt: row.foundAt },
    askedAt: row.askedAt,
    clearedAt: row.clearedAt,
  };
}
