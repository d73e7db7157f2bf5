import type { TakenEvent } from "../backend/royalties/taken/events.ts";
import { shardOfLog } from "../backend/store/log/event.ts";
import { plainArray } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

/** What reversals of payments took of creators' settled royalties. Inline: what people owe is decided on it. */
export const takenRoyalties: Projection<TakenEvent> = {
  name: "taken_royalties",
  version: 1,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  on: ["RoyaltyTakenBack", "RoyaltyTakenReturned"],
  tables: `
    create table taken_royalties (
      shard smallint not null,
      payment_id uuid not null,
      creator_id uuid not null,
      taken_units bigint not null check (taken_units >= 0),
      owed_units bigint not null check (owed_units >= 0),
      primary key (shard, payment_id, creator_id)
    );
    create index taken_royalties_of on taken_royalties (shard, creator_id)`,

  async apply(tx, events) {
    for (const { type, log, data: { paymentId, creatorId, takenUnits, owedUnits } } of events) {
      const [taken, owed] = type === "RoyaltyTakenBack" ? [takenUnits, owedUnits] : [0, 0];
      await tx`
        insert into taken_royalties (shard, payment_id, creator_id, taken_units, owed_units)
        values (${shardOfLog(log)}, ${paymentId}, ${creatorId}, ${taken}, ${owed})
        on conflict (shard, payment_id, creator_id) do update
          set taken_units = excluded.taken_units, owed_units = excluded.owed_units`;
    }
  },
};

/** Of whom a payment's reversal took something that did not come back. */
export async function takersOf(sql: Sql | Tx, paymentId: string): Promise<string[]> {
  const rows = await sql<{ creator_id: string }[]>`
    select creator_id from taken_royalties
    where payment_id = ${paymentId} and taken_units + owed_units > 0 order by creator_id`;
  return rows.map((row) => row.creator_id);
}

/** What was taken in a shard, owed or not, and did not come back: for the proof. */
export async function takenSum(sql: Sql | Tx, shard: number): Promise<number> {
  const [row] = await sql<{ units: number }[]>`
    select coalesce(sum(taken_units + owed_units), 0)::bigint as units from taken_royalties where shard = ${shard}`;
  return row?.units ?? 0;
}

/** For `debts.ts`, as rows `user_id, units`: royalties that went back which creators of a shard no longer had. */
export function owedByRoyalties(sql: Sql | Tx, shard: number, userIds: readonly string[]) {
  return sql`
    select creator_id as user_id, owed_units as units from taken_royalties
    where shard = ${shard} and creator_id in (select unnest(${plainArray(userIds)}::text::uuid[])) and owed_units > 0`;
}

/** Creators who no longer had all of what went back. */
export async function debtorsByRoyalties(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ creator_id: string }[]>`
    select distinct creator_id from taken_royalties where owed_units > 0`;
  return rows.map((row) => row.creator_id);
}
