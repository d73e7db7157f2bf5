import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { ledgerAccounts } from "../ledger/accounts.ts";
import { ledgerDays } from "../ledger/days.ts";
import { ledgerCheck, measureTransfers } from "../ledger/verify.ts";
import { postTransfer } from "../testing/transfers.ts";
import { readChainHeads, sealBlocks } from "../store/chain/chain.ts";
import { verify } from "../store/chain/verify.ts";
import type { LogName } from "../store/log/event.ts";
import type { Reactor } from "../store/projections/follow.ts";
import type { Projection } from "../store/projections/projection.ts";
import { connect, type Sql } from "../store/sql.ts";
import { Store } from "../store/store.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { TEST_KEY, TEST_KEYS } from "../testing/store.ts";
import { eventually } from "../testing/wait.ts";
import { migrate } from "./migrate.ts";
import { separateNow } from "./separate_shards.ts";

const LOGS: readonly LogName[] = ["ledger/0", "plays/0", "social"];
const metadata = { actor: "system:test" };
/** How many words were said where: of each shard, and of everyone. */
const wordsSaid = (place: "shard" | "social"): Projection => ({
  ...{ name: `said_in_${place}`, version: 1, mode: "async", place, on: ["Said"] },
  logs: place === "shard" ? ["ledger", "plays"] : ["ledger", "plays", "social"],
  tables: `create table said_in_${place} (shard smallint, log text, words integer not null, primary key (shard, log))`,
  apply: (tx, events) =>
    tx`
      insert into ${tx(`said_in_${place}`)} as known (shard, log, words)
      select case when log = 'social' then 0 else split_part(log, '/', 2)::smallint end, log, count(*)
      from unnest(${events.map(({ log }) => log)}::text[]) as t(log) group by log
      on conflict (shard, log) do update set words = known.words + excluded.words`,
});
const projections = [ledgerAccounts, ledgerDays, wordsSaid("shard"), wordsSaid("social")];
const AT_REACTOR: Reactor = {
  name: "reactor",
  logs: ["plays", "social"],
  on: ["Said"],
  react: () => Promise.resolve(),
};

describe("a database of before, whose plays and money share tables with the rest", () => {
  let database: TestDatabase;
  let older: Sql;
  let owner: Sql;
  let url: string;
  const stores: Store[] = [];
  const open = () => {
    const store = new Store({ url, projections, fingerprintKey: TEST_KEY });
    stores.push(store);
    return store;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    older = connect(database.url, { name: "orin reads", max: 1 });
    await older`select 1`;
    owner = connect(database.url, { max: 1, name: "orin migrate" });
    const options = { ownerUrl: database.url, projections, keys: TEST_KEYS, log: () => {} };
    ({ serviceUrl: url } = await migrate(options));
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await Promise.all([older.end(), owner.end()]);
    await database.drop();
  });

  const areSeparate = async () => (await owner<{ is: boolean }[]>`select shards_are_separate() as is`)[0]?.is;
  const proof = async (heads = [] as Awaited<ReturnType<typeof readChainHeads>>) =>
    (await verify({ url, projections, checks: [ledgerCheck], full: true, heads })).problems;
  const entries = [{ account: "user:1:available", amount: 1 }, { account: "pool:rewards", amount: -1 }];
  const pay = (store: Store, commandId: string) => {
    const transfer = { transferId: commandId, code: "reward", entries };
    return store.execute(postTransfer, { shard: 0, transfer }, {
      logs: ["ledger/0"],
      metadata,
      commandId,
      content: entries,
    });
  };
  const say = async (store: Store, log: LogName): Promise<string> => {
    const eventId = newId();
    await store.appendToStream(log, `talk/${eventId}`, [{ type: "Said", data: {}, eventId }], { metadata });
    return eventId;
  };

  it("is left as it is while other processes are connected, and works", async () => {
    expect(await areSeparate()).toBe(false);
    const store = open();
    await store.react([AT_REACTOR]);
    for (const log of LOGS) await say(store, log);
    await pay(store, newId());
    expect(await store.settle()).toBe(true);
    expect(await proof()).toEqual([]);
  });

  it("lets processes of before follow in turns with those of now: they hold the same rows", async () => {
    const [store = open()] = stores;
    let release = () => {};
    const released = new Promise<void>((resolve) => release = resolve);
    let isHeld = () => {};
    const holding = new Promise<void>((resolve) => isHeld = resolve);
    const before = owner.begin(async (tx) => {
      // Waits for a turn of this process, which may just be following.
      await tx`select from checkpoints where name = 'said_in_shard' for update`;
      isHeld();
      await released;
    });
    await holding;
    try {
      await say(store, "plays/0");
      expect(await store.catchUp(["said_in_social"], { timeoutMs: 5_000 })).toBe(true);
      expect(await store.catchUp(["said_in_shard"], { timeoutMs: 100 })).toBe(false);
    } finally {
      release();
      await before;
    }
    expect(await store.settle()).toBe(true);
    // A reactor that such a process brings has its shard.
    await owner`insert into checkpoints (name, log, position) values ('older', 'plays/0', 7), ('older', 'social', 9)`;
    const rows = await owner`select shard, log, position from shard_checkpoints where name = 'older'`;
    expect([...rows]).toEqual([{ shard: 0, log: "plays/0", position: 7 }]);
  });

  it("gets its own tables for them while two processes append: nothing is lost, doubled or refused", async () => {
    const writers = [open(), open()];
    const commandId = newId();
    await pay(writers[0] ?? expect.fail(), commandId);
    const kept = await say(writers[0] ?? expect.fail(), "ledger/0");
    await sealBlocks(owner, { measure: measureTransfers, all: true });
    const heads = await readChainHeads(owner);
    const said: string[] = [kept];
    let over = false;
    const appending = writers.flatMap((store) =>
      LOGS.map(async (log) => {
        while (!over) said.push(await say(store, log));
      })
    );
    const reached = (count: number) =>
      eventually(`${count} events to be stored`, () => said.length).toBeGreaterThanOrEqual(count);
    await reached(200);
    await separateNow(owner, projections);
    await reached(said.length + 200);
    over = true;
    await Promise.all(appending);

    expect(await areSeparate()).toBe(true);
    const [store = open()] = writers;
    const stored = (await Promise.all(LOGS.map((log) => store.readLog(log, { after: 0, upTo: 1_000_000 })))).flat()
      .filter(({ type }) => type === "Said").map(({ eventId }) => eventId);
    expect(new Set(stored).size).toBe(stored.length);
    expect(new Set(said).difference(new Set(stored)).size).toBe(0);
    const following = ["ledger_days", "said_in_shard", "said_in_social", "reactor"];
    expect(await store.catchUp(following, { timeoutMs: 30_000 })).toBe(true);
    expect(await proof(heads)).toEqual([]);
    const standing = await owner`
      select name, shard::text as place, log from shard_checkpoints
      union all select name, 'social', log from checkpoints order by 1, 2, 3`;
    expect(standing.map((row) => `${row["name"]} ${row["place"]} ${row["log"]}`)).toEqual([
      "ledger_days 0 ledger/0",
      ...["older 0 plays/0", "older social social", "reactor 0 plays/0", "reactor social social"],
      ...["said_in_shard 0 ledger/0", "said_in_shard 0 plays/0"],
      ...["said_in_social social ledger/0", "said_in_social social plays/0", "said_in_social social social"],
    ]);
    const counts = await owner`
      select (select sum(words)::int from projected.said_in_social) as social,
        (select sum(words)::int from projected.said_in_shard) as shard`;
    const inShard = await store.readLog("social", { after: 0, upTo: 1_000_000 });
    expect([...counts]).toEqual([{ social: stored.length, shard: stored.length - inShard.length }]);
    const back = owner`update shard_checkpoints set position = position - 1 where name = 'reactor'`;
    await expect(back).rejects.toThrow("the position of reactor in plays/0 never goes back");
    expect((await pay(store, commandId)).repeated).toBe(true);
    const event = { type: "Said", data: {}, eventId: kept };
    expect(await store.appendToStream("ledger/0", `talk/${kept}`, [event], { metadata }))
      .toMatchObject({ alreadyStored: true });
    await separateNow(owner, projections);
  });

  it("takes new shards, whose rows are in the same tables", async () => {
    await owner`select create_log('ledger/1', 'ledger_1')`;
    const store = open();
    await say(store, "ledger/1");
    const rows = await owner`select shard, count(*)::int as events from ledger_events group by shard order by shard`;
    expect(rows.map((row) => row["shard"])).toEqual([0, 1]);
    expect(await proof()).toEqual([]);
  });
});

it("a new database has its own tables for them from the start", async () => {
  await using database = await createTestDatabase();
  await migrate({ ownerUrl: database.url, projections: [], keys: TEST_KEYS, shards: 2, log: () => {} });
  const sql = connect(database.url, { max: 1 });
  const [row] = await sql<{ is: boolean }[]>`select shards_are_separate() as is`;
  expect(row?.is).toBe(true);
  expect((await sql`select log from all_logs order by log`).map((one) => one["log"]))
    .toEqual(["ledger/0", "ledger/1", "plays/0", "plays/1", "social"]);
  await sql.end();
});
