// deno-lint-ignore-file orin/table-owner -- it names tables of projections to see such statements found
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectionsWith } from "../../projections/mod.ts";
import { connect, type Sql } from "../store/sql.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import { wordsProjection } from "../store/testing/words.ts";
import { leavingTheirShard } from "./one_shard.ts";
import { openTestStore, TEST_KEYS, type TestStore } from "./store.ts";

// Two guards, because neither proves what the other does. The plans see each statement that a test ran, also where no other
// shard has a row that it could meet, and what it touches beside the shards' tables. Row security sees rows: a statement
// that names a shard, but not its own, or that writes a row of another one.

/** A projection whose rows belong to shards. */
const shardWords = wordsProjection({
  name: "shard_words",
  place: "shard",
  logs: ["plays"],
  tables: "create table shard_words (shard smallint, word text, times int not null, primary key (shard, word))",
});

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore({ projections: [...projectionsWith(new PersonalData(TEST_KEYS)), shardWords], shards: 3 });
});
afterAll(() => test[Symbol.asyncDispose]());

const leaving = (...ofShards: string[]) => leavingTheirShard(test.ownerUrl, { ofShards, ofEveryone: [] });

describe("a statement of a shard's group", () => {
  it("stays where each table is bound to a shard, or is on every server", async () => {
    expect(
      await leaving(
        "select * from plays where shard = $1 and play_id = $2",
        "select last_position from shard_logs where shard = 2 and log = any($1) for update",
        "select found.units from unnest($1::date[]) as asked(day) cross join lateral " +
          "(select units from pool_days where shard = $2 and day = asked.day) as found",
        "select p.* from listening_days d join plays p using (shard, listener_id) where d.shard = $1",
        "insert into pool_days (shard, day, units, late_units) values ($1, $2, $3, $4)",
        "select name from projection_versions where name = any($1)",
        "select count(*) from shard_epochs",
      ),
    ).toEqual([]);
  });

  it.each([
    ["select * from plays where play_id = $1", "plays"],
    ["select * from plays where shard = any($1) and play_id = $2", "plays"],
    ["update pool_days set units = units + 1 where day = $1", "pool_days"],
    ["delete from ticket_use where listener_id = $1", "ticket_use"],
    ["select * from ledger_events where log = $1", "events_ledger"],
  ])("leaves it without the shard: %s", async (statement, table) => {
    expect(await leaving(statement)).toEqual([expect.stringMatching(new RegExp(`^${table}.*: `))]);
  });

  it.each([
    ["select policy from policies", "policies"],
    ["select p.* from plays p join tracks t using (track_id) where p.shard = $1 and p.play_id = $2", "tracks"],
    ["insert into audit_subjects select * from audit_subjects", "audit_subjects"],
    ["update users set role = role where user_id = $1", "users"],
    ["select last_position from logs where log = 'social' for update", "logs"],
    ["select * from jobs where kind = $1", "jobs"],
  ])("leaves it for what belongs to everyone: %s", async (statement, table) => {
    expect(await leaving(statement)).toEqual([expect.stringMatching(new RegExp(`^${table}: `))]);
  });
});

describe("a row of a shard", () => {
  let writer: Sql;
  beforeAll(async () => {
    writer = connect(test.serviceUrl, { max: 1, writer: true, name: "orin writer ledger/1 plays/1" });
    await test.store.sql`insert into shard_words values (0, 'ada', 1)`;
    await writer`insert into shard_words values (1, 'ada', 2)`;
  });
  afterAll(() => writer.end());

  it("is open to its own writer, and to whoever is no writer", async () => {
    expect(await writer`select times from shard_words where shard = 1`).toEqual([{ times: 2 }]);
    expect(await test.store.sql`select times from shard_words order by shard`).toEqual([{ times: 1 }, { times: 2 }]);
  });

  it.each([
    ["reads it", () => writer`select times from shard_words where shard = ${0} and word = 'ada'`],
    ["reads all", () => writer`select times from shard_words where word = 'ada'`],
    ["changes it", () => writer`update shard_words set times = 9 where shard = ${0} and word = 'ada'`],
    ["deletes it", () => writer`delete from shard_words where shard = ${0} and word = 'ada'`],
    ["adds one", () => writer`insert into shard_words values (2, 'ada', 1)`],
  ])("fails a writer of another shard that %s", async (_how, does) => {
    await expect(does()).rejects.toThrow(/A group of shard 1 touches a row of shard [02]/);
  });
});
