import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { migrate } from "../../start/migrate.ts";
import { openTestStore, TEST_KEYS, type TestStore } from "../../testing/store.ts";
import { ledgerAccounts } from "../../ledger/accounts.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { REBUILD_LOCK_CLASS } from "../advisory_locks.ts";
import type { Projection } from "./projection.ts";
import { rebuild } from "./rebuild.ts";
import { connect, type Sql } from "../sql.ts";
import { eventually } from "../../testing/wait.ts";
import { said, wordsProjection } from "../testing/words.ts";

const metadata = { actor: "system:test" };
const REBUILDER = join(import.meta.dirname ?? "", "../testing/rebuilder.ts");
/** The same words in capital letters: it could write the old tables, and would spoil them. */
const loudWords = wordsProjection({
  version: 2,
  apply: (tx, events) =>
    tx`
      insert into words (word, times) select upper(word), count(*)
      from unnest(${events.map((event) => (event.data as { word: string }).word)}::text[]) as t(word) group by 1
      on conflict (word) do update set times = words.times + excluded.times`,
});

let test: TestStore;
let heard: number;
const ears = {
  ...{ name: "ears", logs: ["social" as const], on: ["Said"] },
  react: () => Promise.resolve(void heard++),
};
beforeEach(async () => {
  heard = 0;
  test = await openTestStore({ projections: [ledgerAccounts, wordsProjection()], reactors: [ears] });
});
afterEach(() => test[Symbol.asyncDispose]());

const say = (word: string) => test.store.appendToStream("social", `talk/${newId()}`, [said(word)], { metadata });
const move = (account: string, amount: number, store = test.store) => {
  const entries = [{ account, amount }, { account: "pool:rewards", amount: -amount }];
  const transfer = { transferId: newId(), code: "reward", entries };
  return store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata });
};
const timesOf = async (sql: Sql) =>
  Object.fromEntries((await sql<{ word: string; times: number }[]>`select word, times from words order by word`)
    .map((row) => [row.word, row.times]));
const balancesOf = (sql: Sql) => sql`select account, balance, entries from ledger_accounts order by account`;
const indexesOf = (sql: Sql) =>
  sql`select tablename, indexname, indexdef from pg_indexes where schemaname = 'projected' order by 1, 2`;

describe("rebuild()", () => {
  it(
    "makes the same tables beside the live ones while everybody goes on, and nothing is lost in the change",
    async () => {
      await Promise.all(Array.from({ length: 300 }, (_, index) => say(`word ${index % 9}`)));
      await Promise.all(Array.from({ length: 100 }, (_, index) => move(`user:${index % 5}:available`, 10)));
      await test.store.settle();
      const indexes = [...await indexesOf(test.store.sql)];
      const before = heard;
      let [isOver, count, answered] = [false, 0, 0];
      const everybody = [1, 2].map(async () => {
        while (!isOver) {
          await Promise.all([say("meanwhile"), move("user:1:available", 3)]);
          count++;
          expect((await balancesOf(test.store.sql)).length).toBe(6);
          expect((await timesOf(test.store.sql))["word 3"]).toBeGreaterThanOrEqual(33);
          answered++;
        }
      });
      for (const projection of [ledgerAccounts, wordsProjection()]) {
        const { ownerUrl } = test;
        const { differences, positions } = await rebuild({ ownerUrl, projection, batch: 20 });
        expect(differences).toEqual([]);
        expect(positions).toBeGreaterThanOrEqual(100);
      }
      isOver = true;
      await Promise.all(everybody);
      await test.store.settle();
      expect(answered).toBeGreaterThan(5);
      expect((await timesOf(test.store.sql))["meanwhile"]).toBe(count);
      const [one] = (await balancesOf(test.store.sql)).filter((row) => row["account"] === "user:1:available");
      expect(one).toEqual({ account: "user:1:available", balance: 200 + 3 * count, entries: 20 + count });
      expect([...await indexesOf(test.store.sql)]).toEqual(indexes);
      expect(heard - before).toBe(count);
    },
  );

  it("keeps the triggers of the tables, twice in a row", async () => {
    await move("user:1:available", 10);
    for (let round = 0; round < 2; round++) await rebuild({ ownerUrl: test.ownerUrl, projection: ledgerAccounts });
    const owner = connect(test.ownerUrl, { max: 1 });
    const insert = owner`
      insert into ledger_entries values (0, 'user:1:available', 99, ${newId()}, 'gift', 5, 15, now())`;
    await expect(insert).rejects.toThrow("entries of a transfer do not sum to zero");
    const functions =
      await owner`select pronamespace::regnamespace::text as schema from pg_proc where proname = 'refuse_unbalanced'`;
    expect([...functions]).toEqual([{ schema: "projected" }]);
    await owner.end();
    await move("user:1:available", 10);
  });

  it("says how the live tables differed, and mends them", async () => {
    await Promise.all(["a", "b", "b"].map(say));
    await test.store.settle();
    const owner = connect(test.ownerUrl, { max: 1 });
    await owner`update words set times = 7 where word = 'b'`;
    await owner.end();
    const { differences } = await rebuild({ ownerUrl: test.ownerUrl, projection: wordsProjection() });
    expect(differences?.map((problem) => problem.what)).toEqual([
      "the row (b,7) is not what the events say, expected (b,2) (2 rows, the events say 2)",
    ]);
    expect(await timesOf(test.store.sql)).toEqual({ a: 1, b: 2 });
  });

  it("goes on where kill -9 stopped it", async () => {
    await Promise.all(Array.from({ length: 400 }, (_, index) => say(`word ${index % 9}`)));
    await test.store.settle();
    const before = await timesOf(test.store.sql);
    const args = ["run", "-A", REBUILDER, test.ownerUrl];
    const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
    for await (const line of child.stdout.pipeThrough(new TextDecoderStream())) {
      if (Number(line.trim().split("\n").at(-1)) >= 50) break;
    }
    child.kill("SIGKILL");
    await child.status;
    expect(await timesOf(test.store.sql)).toEqual(before);
    const { resumedAt, differences } = await rebuild({ ownerUrl: test.ownerUrl, projection: wordsProjection() });
    expect(resumedAt).toBeGreaterThanOrEqual(50);
    expect(resumedAt).toBeLessThan(400);
    expect(differences).toEqual([]);
    expect(await timesOf(test.store.sql)).toEqual(before);
  });

  it("waits for a long reader in short tries, and appends do not wait with it", async () => {
    await move("user:1:available", 10);
    const reader = connect(test.serviceUrl, { max: 1 });
    let rebuilt: Promise<unknown> | undefined;
    let moved = 0;
    await reader.begin(async (tx) => {
      await tx`select from ledger_accounts`;
      let isFlipped = false;
      rebuilt = rebuild({ ownerUrl: test.ownerUrl, projection: ledgerAccounts }).then(() => isFlipped = true);
      for (const until = Date.now() + 1_500; Date.now() < until; moved++) await move("user:1:available", 10);
      expect(isFlipped).toBe(false);
    });
    await rebuilt;
    await reader.end();
    expect([...await balancesOf(test.store.sql)][1]).toMatchObject({ balance: 10 + 10 * moved });
  });

  it("waits for its turn at the heads where each append has them for long, as on a busy machine", async () => {
    await say("hi");
    // Only the owner sees what others wait for.
    const [appending, watching] = [connect(test.ownerUrl, { max: 1 }), connect(test.ownerUrl, { max: 1 })];
    let rebuilt: ReturnType<typeof rebuild> | undefined;
    await appending.begin(async (tx) => {
      await tx`select from logs where log = 'social' for update`;
      rebuilt = rebuild({ ownerUrl: test.ownerUrl, projection: wordsProjection({ mode: "inline", version: 2 }) });
      await eventually("the rebuild to wait for the head", async () => {
        const [row] = await watching<{ waits: boolean }[]>`
          select exists(
            select from pg_stat_activity where application_name = 'orin rebuild' and wait_event_type = 'Lock'
              and datname = current_database()
          ) as waits`;
        return row?.waits;
      }).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    });
    await Promise.all([appending.end(), watching.end()]);
    // The time of the try that came through: one that gives up and comes again meets the next append.
    expect((await rebuilt)?.flipMs).toBeGreaterThan(900);
    expect(await timesOf(test.store.sql)).toEqual({ hi: 1 });
  });

  it("is refused while another process builds the same projection", async () => {
    const other = connect(test.ownerUrl, { max: 1 });
    await other`select pg_advisory_lock(${REBUILD_LOCK_CLASS}::int, hashtext('words'))`;
    await expect(rebuild({ ownerUrl: test.ownerUrl, projection: wordsProjection() })).rejects.toThrow(
      "another process",
    );
    await other.end();
  });
});

describe("a changed version at the start", () => {
  const start = (projections: readonly Projection[]) =>
    migrate({ ownerUrl: test.ownerUrl, projections, keys: TEST_KEYS, log: () => {} });

  it("of an async projection leaves the old tables answering, untouched by the new code, until it is built", async () => {
    await Promise.all(["a", "bb"].map(say));
    await test.store.settle();
    await test.store.close();
    const { changed } = await start([ledgerAccounts, loudWords]);
    expect(changed).toEqual([loudWords]);
    const next = test.another({ projections: [ledgerAccounts, loudWords] });
    await next.react([ears]);
    await next.appendToStream("social", "talk/1", [said("bb")], { metadata });
    expect(await next.settle(300)).toBe(false);
    expect(await timesOf(next.sql)).toEqual({ a: 1, bb: 1 });
    const { differences } = await rebuild({ ownerUrl: test.ownerUrl, projection: loudWords });
    expect(differences).toBeUndefined();
    await next.appendToStream("social", "talk/2", [said("a")], { metadata });
    expect(await next.settle()).toBe(true);
    expect(await timesOf(next.sql)).toEqual({ A: 2, BB: 2 });
  });

  it("of an inline projection is built before the start goes on", async () => {
    await move("user:1:available", 10);
    const tables = ledgerAccounts.tables.replace(
      "balance bigint",
      "marked boolean not null default true, balance bigint",
    );
    const projections = [{ ...ledgerAccounts, version: 2, tables }, wordsProjection()];
    const { changed } = await start(projections);
    expect(changed).toEqual([]);
    expect([...await test.store.sql`select account, balance, marked from ledger_accounts order by account`]).toEqual([
      { account: "pool:rewards", balance: -10, marked: true },
      { account: "user:1:available", balance: 10, marked: true },
    ]);
    await move("user:1:available", 5, test.another({ projections }));
  });

  it("throws an interrupted build of another version away", async () => {
    const stop = new AbortController();
    await Promise.all(Array.from({ length: 40 }, (_, index) => say(`${index}`)));
    await test.store.settle();
    const progress = () => stop.abort(new Error("stopped"));
    const first = rebuild({
      ownerUrl: test.ownerUrl,
      projection: wordsProjection(),
      batch: 10,
      signal: stop.signal,
      progress,
    });
    await expect(first).rejects.toThrow("stopped");
    const { resumedAt } = await rebuild({ ownerUrl: test.ownerUrl, projection: loudWords });
    expect(resumedAt).toBe(0);
    expect(Object.keys(await timesOf(test.store.sql))).toHaveLength(40);
  });
});
