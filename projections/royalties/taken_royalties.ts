import type { TakenEvent } from "../../backend/royalties/taken/events.ts";
import { shardOfLog } from "../../backend/store/log/event.ts";
import { bigint, smallint, table, uuid } from "../../backend/store/projections/table.ts";
import { anyOf } from "../../backend/store/projections/columns.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const TAKEN_ROYALTIES = table("taken_royalties", {
  shard: smallint,
  paymentId: uuid,
  creatorId: uuid,
  takenUnits: bigint.check("taken_units >= 0"),
  owedUnits: bigint.check("owed_units >= 0"),
}, { key: ["shard", "paymentId", "creatorId"], indexes: { taken_royalties_of: "(shard, creator_id)" } });

/** What reversals of payments took of creators' settled royalties. Inline: what people owe is decided on it. */
export const takenRoyalties = projection<TakenEvent>({
  name: "taken_royalties",
  version: 1,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [TAKEN_ROYALTIES],
  handlers: {
    RoyaltyTakenBack: (tx, { log, data }) => TAKEN_ROYALTIES.put(tx, { ...data, shard: shardOfLog(log) }),
    RoyaltyTakenReturned: (tx, { log, data }) =>
      TAKEN_ROYALTIES.put(tx, { ...data, shard: shardOfLog(log), takenUnits: 0, owedUnits: 0 }),
  },
});

/** Of whom a payment's reversal took something that did not come back. */
export async function takersOf(sql: Sql | Tx, paymentId: string): Promise<string[]> {
  const rows = await sql<{ creatorId: string }[]>`
    select creator_id from taken_royalties
    where payment_id = ${paymentId} and taken_units + owed_units > 0 order by creator_id`;
  return rows.map((row) => row.creatorId);
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
    where shard = ${shard} and ${anyOf("creator_id", userIds)} and owed_units > 0`;
}

/** Creators who no longer had all of what went back. */
export async function debtorsByRoyalties(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ creatorId: string }[]>`
    select distinct creator_id from taken_royalties where owed_units > 0`;
  return rows.map((row) => row.creatorId);
}
