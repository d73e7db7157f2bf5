import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projections } from "../../../projections/mod.ts";
import { newId } from "../../contract/ids.ts";
import { connect, type Tx } from "../sql.ts";
import { type LogName, type NewEvent, type RecordedEvent, shardOfLog } from "../log/event.ts";
import { needsOneServer } from "../../testing/database.ts";
import { leavingTheirShard } from "../../testing/one_shard.ts";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { eventually, sleep } from "../../testing/wait.ts";
import { readGoldens } from "../../tools/golden.ts";
import { followOnce, passOver, projectionFollower } from "./follow.ts";
import type { Projection } from "./projection.ts";

const SHARDS = 3;
const metadata = { actor: "system:test" };
/** Those that follow shards. */
const ofShards = projections.filter(({ mode, place }) => mode === "async" && place === "shard");

/** How many words were said in each shard; `wait` is called in the middle of a fold. */
function countsByShard(wait: (log: LogName) => Promise<void>): Projection {
  return {
    ...{ name: "counts_by_shard", version: 1, mode: "async", place: "shard", logs: ["plays"], on: ["Said"] },
    tables: "create table counts_by_shard (shard smallint primary key, words integer not null)",
    apply: (tx, events) => fold(tx, "counts_by_shard", { events, wait, by: (log) => String(shardOfLog(log)) }),
  };
}

/** The same over all shards, in one row. */
function countsOfAll(wait: (log: LogName) => Promise<void>): Projection {
  return {
    ...{ name: "counts_of_all", version: 1, mode: "async", place: "social", logs: ["plays"], on: ["Said"] },
    tables: "create table counts_of_all (shard smallint primary key, words integer not null)",
    apply: (tx, events) => fold(tx, "counts_of_all", { events, wait, by: () => "0" }),
  };
}

async function fold(
  tx: Tx,
  table: string,
  { events, wait, by }: {
    events: readonly RecordedEvent[];
    wait: (log: LogName) => Promise<void>;
    by: (log: LogName) => string;
  },
) {
  for (const [log, own] of Map.groupBy(events, ({ log }) => log)) {
    // Reads, waits and writes what it has computed: a second writer of the row in between would be lost.
    const [row] = await tx<{ words: number }[]>`select words from ${tx(table)} where shard = ${by(log)}`;
    await wait(log);
    const words = (row?.words ?? 0) + own.length;
    await tx`
      insert into ${tx(table)} (shard, words) values (${by(log)}, ${words})
      on conflict (shard) do update set words = excluded.words`;
  }
}

describe("followers of shards", () => {
  let test: TestStore;
  /** The logs that are being folded now, and the most at the same time. */
  let folding: LogName[] = [];
  let most = 0;
  let everyoneIsHere = () => {};
  let allAtOnce = new Promise<void>(() => {});
  let ofAll = 0;
  let mostOfAll = 0;

  const byShard = countsByShard(async (log) => {
    folding.push(log);
    most = Math.max(most, folding.length);
    if (most === SHARDS) everyoneIsHere();
    await allAtOnce;
    folding = folding.filter((other) => other !== log);
  });
  const together = countsOfAll(async () => {
    ofAll++;
    mostOfAll = Math.max(mostOfAll, ofAll);
    await sleep(20);
    ofAll--;
  });

  beforeAll(async () => {
    allAtOnce = new Promise((resolve) => everyoneIsHere = resolve);
    test = await openTestStore({ projections: [byShard, together], shards: SHARDS });
    test.another();
  });
  afterAll(() => {
    everyoneIsHere();
    return test[Symbol.asyncDispose]();
  });

  const say = (shard: number, n: number) =>
    test.store.appendToStream(`plays/${shard}`, `talk/${n}`, [{ type: "Said", data: {} }], { metadata });

  it("fold different shards at the same moment, and each event once, in two processes", async () => {
    // Every fold waits until all three have begun: if they took turns, none would end.
    await Promise.all([0, 1, 2].map((shard) => say(shard, 0)));
    await eventually("a fold of each shard at the same moment", () => most).toBe(SHARDS);
    for (let n = 1; n <= 40; n++) await Promise.all([0, 1, 2].map((shard) => say(shard, n)));
    expect(await test.store.settle()).toBe(true);
    expect([...await test.store.sql`select shard, words from counts_by_shard order by shard`])
      .toEqual([0, 1, 2].map((shard) => ({ shard, words: 41 })));
  });

  it("are one at a time where the rows belong to everyone", async () => {
    expect([...await test.store.sql`select words from counts_of_all`]).toEqual([{ words: 3 * 41 }]);
    expect(mostOfAll).toBe(1);
  });

  it("do not wait for a shard whose checkpoint another process holds", async () => {
    const owner = connect(test.ownerUrl, { max: 1 });
    let release = () => {};
    const held = new Promise<void>((resolve) => release = resolve);
    let isHeld = () => {};
    const holding = new Promise<void>((resolve) => isHeld = resolve);
    const holder = owner.begin(async (tx) => {
      await tx`
        select from shard_checkpoints
        where shard = 1 and name = 'counts_by_shard' and log = 'plays/1' for update`;
      isHeld();
      await held;
    });
    await holding;
    const positions = new Map(
      await Promise.all([1, 2].map((shard) => say(shard, 100)))
        .then(() => [["plays/2" as LogName, 42]] as const),
    );
    expect(await test.store.catchUp(["counts_by_shard"], { positions, timeoutMs: 5_000 })).toBe(true);
    expect([...await test.store.sql`select words from counts_by_shard where shard = 1`]).toEqual([{ words: 41 }]);
    release();
    await holder;
    await owner.end();
    expect(await test.store.settle()).toBe(true);
    expect([...await test.store.sql`select words from counts_by_shard where shard = 1`]).toEqual([{ words: 42 }]);
  });
});

describe("projections by place", () => {
  it("have the shard in every key where each row belongs to a shard", async () => {
    await using test = await openTestStore({ projections });
    for (const { name, tables } of projections.filter(({ place }) => place === "shard")) {
      const names = [...tables.matchAll(/create table (\w+)/g)].map(([, table = ""]) => table);
      const keys = await test.store.sql<{ key: string }[]>`
        select pg_get_indexdef(indexrelid) as key from pg_index
        where indisunique and indrelid = any(${names.map((table) => `projected.${table}`)}::text[]::regclass[])`;
      expect(keys.length, name).toBeGreaterThanOrEqual(names.length);
      for (const { key } of keys) expect(key).toMatch(/\(.*\bshard\b.*\)/);
    }
  });

  it("say so where a group writes them", () => {
    const inline = projections.filter(({ mode, logs }) => mode === "inline" && logs.some((log) => log !== "social"));
    const social = inline.filter(({ place }) => place === "social").map(({ name }) => name);
    expect(social).toEqual([]);
  });

  it("are everyone's where they fold what belongs to everyone", () => {
    const ofShards = projections.filter(({ place }) => place === "shard");
    expect(ofShards.filter(({ logs }) => logs.includes("social"))).toEqual([]);
  });
});

const OWNER = newId();

/** An example of each type that a shard's projections fold; two reports of one play, a reward that settles. */
function examplesOf(log: "ledger" | "plays"): NewEvent[] {
  const types = new Set<string>(ofShards.filter(({ logs }) => logs.includes(log)).flatMap(({ on }) => on));
  const entries = [{ account: "pool:rewards", amount: -5, balance: -5 }, {
    account: `user:${OWNER}:settling`,
    amount: 5,
    balance: 5,
  }];
  return [...types].flatMap((type): NewEvent[] => {
    if (type === "TransferPosted") {
      return [{ type, data: { transferId: newId(), code: "reward", entries, detail: {} } }];
    }
    const golden = readGoldens().findLast((one) => one.type === type);
    const data = JSON.parse(golden?.stored ?? expect.fail(`${type} has no example`));
    return type === "PlayReported"
      ? [1, 2].map((report) => ({ type, data: { ...data, report, day: "2026-05-04" } }))
      : [{ type, data: { ...data, day: "2026-05-04" } }];
  });
}

describe("a transaction that follows a shard", () => {
  it("touches nothing but the shard and what every server has", async (context) => {
    needsOneServer(context, "the engine shows no plan without values; there a group's second server is counted");
    await using test = await openTestStore({ projections: ofShards, shards: SHARDS });
    const plain = test.another({ projections: [], follow: false });
    await test.store.close();
    for (const kind of ["ledger", "plays"] as const) {
      for (const event of examplesOf(kind)) {
        const stream = event.type === "PlayReported" ? `play/${(event.data as { playId: string }).playId}` : newId();
        await plain.appendToStream(`${kind}/2`, stream, [event], { metadata });
      }
    }
    const statements = new Set<string>();
    const sql = connect(test.serviceUrl, { max: 1, heard: (statement) => void statements.add(statement) });
    const followers = ofShards.map(projectionFollower);
    expect(await passOver(sql, { followers, places: [2] })).toEqual(new Set(followers));
    for (const projection of ofShards) {
      expect(await followOnce(sql, { followers: [projectionFollower(projection)], places: [2] }), projection.name)
        .toBe("at the head");
    }
    await sql.end();
    for (const { name, tables } of ofShards) {
      const [, table = ""] = /create table (\w+)/.exec(tables) ?? [];
      expect([...statements].some((statement) => statement.includes(table)), name).toBe(true);
    }
    const leaving = (ofShards: Iterable<string>) => leavingTheirShard(test.ownerUrl, { ofShards, ofEveryone: [] });
    expect(await leaving(statements)).toEqual([]);
    // deno-lint-ignore orin/table-owner -- it is there to be found
    const outside = ["select position from checkpoints", "select shard from track_earnings where listener_id = $1"];
    expect(await leaving(outside)).toHaveLength(2);
  });
});
