import { monthOf } from "../../backend/contract/royalties.ts";
import type {
  RoyaltyGivenBack,
  RoyaltySettled,
  TaxRemittanceReversed,
  TaxRemitted,
} from "../../backend/royalties/events.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import { bigint, int, type RowOf, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

type TaxEvent = RoyaltySettled | RoyaltyGivenBack | TaxRemitted | TaxRemittanceReversed;

const WITHHELD_TAX = table("withheld_tax", {
  shard: smallint,
  transferId: uuid,
  position: bigint,
  creatorId: uuid,
  month: text,
  withheldIn: text,
  fromShard: smallint,
  grossUnits: bigint.check("gross_units > 0"),
  basisPoints: int,
  withheldUnits: bigint.check("withheld_units between 0 and gross_units"),
}, {
  key: ["shard", "transferId"],
  indexes: {
    withheld_tax_of_creator: "(shard, creator_id, month)",
    withheld_tax_in_month: "(withheld_in)",
  },
});

const TAX_MONTHS = table("tax_months", {
  shard: smallint,
  month: text,
  withheldUnits: bigint,
  remittedUnits: bigint.default("0").check("remitted_units between 0 and withheld_units"),
}, { key: ["shard", "month"], fillfactor: 80 });

/**
 * Every settlement of a royalty with what was withheld of it, and by Lagos month of the settlement what was withheld and
 * remitted. Inline: what a remittance may still be is decided on it.
 */
export const withheldTax = projection<TaxEvent>({
  name: "withheld_tax",
  version: 2,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [WITHHELD_TAX, TAX_MONTHS],
  handlers: {
    RoyaltySettled: settle,
    RoyaltyGivenBack: settle,
    TaxRemitted: (tx, event) => remit(tx, event, event.data.units),
    TaxRemittanceReversed: (tx, event) => remit(tx, event, -event.data.units),
  },
});

async function remit(
  tx: Tx,
  { log, data: { month } }: Recorded<TaxRemitted | TaxRemittanceReversed>,
  units: number,
): Promise<void> {
  await tx`
    update tax_months set remitted_units = remitted_units + ${units}
    where shard = ${shardOfLog(log)} and month = ${month}`;
}

/** Events from before the tax have none. */
async function settle(
  tx: Tx,
  { log, position, data, recordedAt }: Recorded<RoyaltySettled | RoyaltyGivenBack>,
): Promise<void> {
  const shard = shardOfLog(log);
  const { units: grossUnits, taxBasisPoints: basisPoints = 0, withheldUnits = 0 } = data;
  const withheldIn = monthOf(recordedAt);
  await WITHHELD_TAX.insert(tx, { ...data, shard, position, withheldIn, grossUnits, basisPoints, withheldUnits });
  if (withheldUnits === 0) return;
  await tx`
    insert into tax_months as known (shard, month, withheld_units) values (${shard}, ${withheldIn}, ${withheldUnits})
    on conflict (shard, month) do update set withheld_units = known.withheld_units + excluded.withheld_units`;
}

type TaxRow = RowOf<typeof WITHHELD_TAX>;

/** What was withheld in a Lagos month in a shard, and what of it was remitted, units. */
export type ShardTax = RowOf<typeof TAX_MONTHS>;

/** All months of all shards with tax, the newest month first. */
export async function taxMonths(sql: Sql | Tx): Promise<ShardTax[]> {
  return await sql<ShardTax[]>`select * from tax_months order by month desc, shard`;
}

/** What a shard withheld of a month, and what of it was remitted. */
export async function taxMonthOf(sql: Sql | Tx, shard: number, month: string): Promise<ShardTax> {
  return await TAX_MONTHS.find(sql, { shard, month }) ?? { shard, month, withheldUnits: 0, remittedUnits: 0 };
}

/** What settled in Lagos months for which there was a tax, and of how many creators: over all shards, units. */
export async function grossByMonth(
  sql: Sql | Tx,
): Promise<Map<string, { readonly creators: number; readonly grossUnits: number }>> {
  const rows = await sql<{ month: string; creators: number; grossUnits: number }[]>`
    select withheld_in as month, count(distinct creator_id)::int as creators,
      sum(gross_units)::bigint as gross_units
    from withheld_tax where basis_points > 0 group by withheld_in`;
  return new Map(rows.map(({ month, ...sums }) => [month, sums]));
}

/** A creator's line in the return of a Lagos month: royalties of a month of listening, by one rate; units. */
export type TaxLine = Pick<TaxRow, "creatorId" | "month" | "basisPoints" | "grossUnits" | "withheldUnits">;

/** What was withheld in a Lagos month, in the order of the creators' ids: of `limit` creators behind `after`. */
export async function taxLines(
  sql: Sql | Tx,
  { withheldIn, after, limit }: { withheldIn: string; after: string | undefined; limit: number },
): Promise<TaxLine[]> {
  const creators = await sql<{ creatorId: string }[]>`
    select distinct creator_id from withheld_tax
    where withheld_in = ${withheldIn} and basis_points > 0
      ${after === undefined ? sql`` : sql`and creator_id > ${after}`}
    order by creator_id limit ${limit}`;
  const ids = creators.map(({ creatorId }) => creatorId);
  return await sql<TaxLine[]>`
    select creator_id, month, basis_points, sum(gross_units)::bigint as gross_units,
      sum(withheld_units)::bigint as withheld_units
    from withheld_tax where withheld_in = ${withheldIn} and basis_points > 0 and creator_id = any(${ids}::uuid[])
    group by creator_id, month, basis_points order by creator_id, month, basis_points`;
}

/** A settlement: of a month of listening, in which Lagos month it settled, by which rate; units. */
export type Settlement = Pick<TaxRow, "month" | "withheldIn" | "basisPoints" | "grossUnits" | "withheldUnits">;

/** Every settlement of a creator, in the order in which they settled. */
export async function settlementsOf(
  sql: Sql | Tx,
  { shard, creatorId }: { shard: number; creatorId: string },
): Promise<Settlement[]> {
  return await sql<Settlement[]>`
    select month, withheld_in, basis_points, gross_units, withheld_units
    from withheld_tax where shard = ${shard} and creator_id = ${creatorId} order by position, transfer_id`;
}

/** What settled for a creator, in whichever shard, less what was withheld of it; units. */
export async function netOfCreator(sql: Sql | Tx, creatorId: string): Promise<number> {
  const [row] = await sql<{ units: number }[]>`
    select coalesce(sum(gross_units - withheld_units), 0)::bigint as units from withheld_tax
    where creator_id = ${creatorId}`;
  return row?.units ?? 0;
}

/** What was withheld of a creator's royalties, by month of listening: those from and to which are given. */
export async function taxOfCreator(
  sql: Sql | Tx,
  { shard, creatorId }: { shard: number; creatorId: string },
  { from, to }: { from: string; to: string },
): Promise<Map<string, number>> {
  const rows = await sql<{ month: string; units: number }[]>`
    select month, sum(withheld_units)::bigint as units from withheld_tax
    where shard = ${shard} and creator_id = ${creatorId} and month between ${from} and ${to} group by month`;
  return new Map(rows.map(({ month, units }) => [month, units]));
}

/** All that a shard withheld and remitted, units: the ledger agrees. */
export async function taxTotals(
  sql: Sql | Tx,
  shard: number,
): Promise<{ settledUnits: number; withheldUnits: number; listedUnits: number; remittedUnits: number }> {
  const [[lines], [months]] = await Promise.all([
    sql<{ settledUnits: number; withheldUnits: number }[]>`
      select coalesce(sum(gross_units), 0)::bigint as settled_units,
        coalesce(sum(withheld_units), 0)::bigint as withheld_units
      from withheld_tax where shard = ${shard}`,
    sql<{ listedUnits: number; remittedUnits: number }[]>`
      select coalesce(sum(withheld_units), 0)::bigint as listed_units,
        coalesce(sum(remitted_units), 0)::bigint as remitted_units
      from tax_months where shard = ${shard}`,
  ]);
  return { settledUnits: 0, withheldUnits: 0, listedUnits: 0, remittedUnits: 0, ...lines, ...months };
}
