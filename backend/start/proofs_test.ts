import { expect, it } from "vitest";
import { projections } from "../../projections/mod.ts";
import { leavingTheirShard } from "../testing/one_shard.ts";
import { needsOneServer } from "../testing/database.ts";
import { openTestStore } from "../testing/store.ts";
import { connect } from "../store/sql.ts";
import { PROOFS } from "./proofs.ts";

it("a proof of a shard touches nothing but its rows, and asks elsewhere for what belongs to everyone", async (context) => {
  needsOneServer(context, "the engine shows no plan without values; there a server has no rows but its shards'");
  await using test = await openTestStore({ projections, shards: 3 });
  const statements = new Set<string>();
  const ofShard = connect(test.serviceUrl, { max: 1, heard: (statement) => void statements.add(statement) });
  const everyones = connect(test.serviceUrl, { max: 1 });
  const logs = (["ledger/2", "plays/2"] as const).map((log) => ({ log, after: 0, head: 0 }));
  for (const { name, isAcross, check } of PROOFS) {
    if (!isAcross) expect(await check(ofShard, { logs, isFull: true, everyones }), name).toEqual([]);
  }
  await Promise.all([ofShard.end(), everyones.end()]);
  expect(statements.size).toBeGreaterThan(10);
  expect(await leavingTheirShard(test.ownerUrl, { ofShards: statements, ofEveryone: [] })).toEqual([]);
});
