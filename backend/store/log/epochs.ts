import type { Sql, Tx } from "../sql.ts";
import type { Epoch } from "./shard.ts";

/** The epochs of the shards, oldest first. */
export async function readEpochs(sql: Sql | Tx): Promise<Epoch[]> {
  const rows = await sql<{ fromAt: number; first: number; shards: number }[]>`
    select from_at, first, shards from shard_epochs order by from_at`;
  return rows.map(({ fromAt, first, shards }) => ({ from: fromAt, first, shards }));
}
