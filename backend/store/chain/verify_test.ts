import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { connectTampering } from "../../testing/tampering.ts";
import { ledgerAccounts } from "../../ledger/accounts.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { ledgerCheck, measureTransfers } from "../../ledger/verify.ts";
import { type ChainHead, readChainHeads, sealBlocks } from "./chain.ts";
import type { Sql } from "../sql.ts";
import { said, wordsProjection } from "../testing/words.ts";
import { type Check, verify } from "./verify.ts";

const metadata = { actor: "system:test" };
const words = wordsProjection();
const TRUTH = [
  ...["ledger_events", "shard_event_ids", "shard_chain_blocks", "shard_logs"],
  ...["events", "event_ids", "chain_blocks", "logs", "checkpoints"],
];
const DISPOSABLE = ["ledger_accounts", "ledger_entries", "words"].map((name) => `projected.${name}`);
const LEDGER = `log = 'ledger/0'`;

describe("verify()", () => {
  let test: TestStore;
  /** The database's owner, whom no trigger stops. */
  let owner: Sql;
  let heads: ChainHead[];

  beforeAll(async () => {
    test = await openTestStore({ projections: [ledgerAccounts, words] });
    owner = await connectTampering(test.ownerUrl);
    await Promise.all(Array.from({ length: 60 }, (_, index) => move(`user:${index % 7}:available`, 100 + index)));
    await Promise.all(
      Array.from(
        { length: 20 },
        (_, index) => test.store.appendToStream("social", `talk/${index}`, [said(`word ${index % 6}`)], { metadata }),
      ),
    );
    await test.store.settle();
    await sealBlocks(test.store.sql, { measure: measureTransfers });
    heads = await readChainHeads(test.store.sql);
    for (const [index, table] of [...TRUTH, ...DISPOSABLE].entries()) {
      await owner.unsafe(`create table public.kept_${index} as table ${table}`);
    }
  });
  afterAll(async () => {
    await owner.end();
    await test[Symbol.asyncDispose]();
  });
  afterEach(async () => {
    for (const [index, table] of [...TRUTH, ...DISPOSABLE].entries()) {
      await owner.unsafe(`delete from ${table}; insert into ${table} select * from public.kept_${index}`);
    }
  });

  const move = (account: string, amount: number) => {
    const entries = [{ account, amount }, { account: "pool:rewards", amount: -amount }];
    const transfer = { transferId: newId(), code: "reward", entries };
    return test.store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata });
  };
  const proof = async (full = true, kept: ChainHead[] = []) => {
    const projections = [ledgerAccounts, words];
    const { problems } = await verify({
      ...{ url: test.serviceUrl, projections, checks: [ledgerCheck], full, heads: kept },
    });
    return problems.map((problem) => `${problem.where}: ${problem.what}`);
  };

  it("finds nothing wrong with what the service wrote, all of it or what is new", async () => {
    expect(await proof()).toEqual([]);
    expect(await proof(false, heads)).toEqual([]);
    const [block] = await test.store.sql`select debits, credits from shard_chain_blocks where log = 'ledger/0'`;
    expect(block).toEqual({ debits: 60 * 100 + 59 * 30, credits: 60 * 100 + 59 * 30 });
  });

  it.each([
    ["data", `data = replace(data::text, 'reward', 'Reward')::json`],
    ["the white space of data", `data = replace(data::text, ':', ': ')::json`],
    ["metadata", `metadata = replace(metadata::text, 'test', 'tset')::json`],
    [
      "a microsecond of recorded_at",
      `recorded_at = (recorded_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'`,
    ],
    ["occurred_at", `occurred_at = 'infinity'`],
    ["the type", `type = 'TransferPoster'`],
    ["the stream", `stream = stream || 'x'`],
    ["the schema's version", `schema_version = 2`],
    ["the stream's version", `stream_version = 2`],
    ["the id", `event_id = '${newId()}'`],
  ])("names the position of an event when %s was changed", async (_, change) => {
    await owner.unsafe(`update ledger_events set ${change} where ${LEDGER} and position = 17`);
    expect((await proof())[0]).toBe("log ledger/0, position 17: the event is not the one that was sealed");
  });

  it.each<[string, string, string]>([
    [
      "a deleted event",
      `delete from ledger_events where ${LEDGER} and position in (17, 30)`,
      "log ledger/0, position 17: the event is missing",
    ],
    [
      "the newest events deleted with their head",
      `delete from ledger_events where ${LEDGER} and position > 50; update shard_logs set last_position = 50 where ${LEDGER}`,
      "log ledger/0, position 51: the event is missing",
    ],
    [
      "a head moved back",
      `update shard_logs set last_position = 50 where ${LEDGER}`,
      "log ledger/0, position 51: the head says 50, but the chain holds events up to 60",
    ],
    [
      "an event behind the head",
      `insert into ledger_events select log, 99, 'x', 1, event_id, type, 1, data, metadata, occurred_at, recorded_at, 0
        from ledger_events where ${LEDGER} and position = 1`,
      "log ledger/0, position 99: it stands behind the head, which says 60",
    ],
    [
      "an id that was forgotten",
      `delete from shard_event_ids where ${LEDGER} and position = 9`,
      "log ledger/0, position 9: its id",
    ],
    [
      "an id too many",
      `insert into shard_event_ids (shard, event_id, log, position) values (0, gen_random_uuid(), 'ledger/0', 9)`,
      "log ledger/0, position 9: the id",
    ],
    [
      "a sealed hash",
      `update shard_chain_blocks set event_hashes = set_byte(event_hashes, 33, get_byte(event_hashes, 33) # 1) where ${LEDGER}`,
      "log ledger/0, block 1 (positions 1 to 60): its hash is not that of its content",
    ],
    [
      "the sums of a block",
      `update shard_chain_blocks set credits = credits + 1 where ${LEDGER}`,
      "log ledger/0, block 1 (positions 1 to 60): its hash is not that of its content",
    ],
    [
      "an entry",
      `update ledger_entries set code = 'gift' where position = 12 and account like 'user:%'`,
      "projection ledger_accounts, table ledger_entries: the row (0,user:",
    ],
    [
      "an entry's amount",
      `update ledger_entries set amount = amount + 1 where position = 12 and account = 'pool:rewards'`,
      "account pool:rewards of ledger/0: its balance is -7770, its entries sum to -7769, the events moved -7770",
    ],
    [
      "a deleted entry",
      `delete from ledger_entries where position = 12 and account = 'pool:rewards'`,
      "account pool:rewards of ledger/0: its balance is",
    ],
    [
      "a balance",
      `update ledger_accounts set balance = balance + 100 where account = 'user:3:available'`,
      "account user:3:available of ledger/0: its balance is",
    ],
    [
      "a row of an async projection",
      `update words set times = times + 1 where word = 'word 2'`,
      'projection words, table words: the row ("word 2",4) is not what the events say, expected ("word 2",3)',
    ],
    [
      "a missing row",
      `delete from words where word = 'word 4'`,
      'projection words, table words: a row is missing, expected ("word 4",3) (5 rows, the events say 6)',
    ],
  ])("names the place of %s", async (_, change, expected) => {
    await owner.unsafe(change);
    expect((await proof())[0]).toContain(expected);
  });

  it("sees a rewritten chain by the heads that were kept outside", async () => {
    await owner.unsafe(`update ledger_events set type = 'TransferPoster' where ${LEDGER} and position = 60`);
    await owner.unsafe(`delete from shard_chain_blocks where ${LEDGER}`);
    await sealBlocks(test.store.sql, { measure: measureTransfers });
    expect((await proof(true, heads)).find((line) => line.includes("block"))).toBe(
      "log ledger/0, block 1 (up to position 60): is not the one that was kept outside: the chain was written again",
    );
  });

  it("follows balances through the events, should a wrong one ever be decided", async () => {
    const entries = [{ account: "user:1:available", amount: 5, balance: 1 }, { account: "x", amount: -4, balance: -4 }];
    const event = { type: "TransferPosted", data: { transferId: newId(), code: "gift", entries, detail: {} } };
    // What the books refuse is stored by code that knows no projections, and hears of none that its events would miss.
    const hidden = await owner<
      { name: string }[]
    >`update projection_versions set inline = false where inline returning name`;
    const plain = test.another({ projections: [] });
    await plain.appendToStream("ledger/0", "transfer/wrong", [event], { metadata });
    await owner`update projection_versions set inline = true where name = any(${hidden.map(({ name }) => name)})`;
    const problems = await proof();
    expect(problems).toContain("log ledger/0, position 61: the transfer's entries sum to 1, not to zero");
    expect(problems).toContainEqual(
      expect.stringContaining("position 61: it says that user:1:available has 1 afterwards"),
    );
  });

  it("goes on after the last good one, and looks back when asked for all", async () => {
    await owner`truncate verifications`;
    expect(await proof()).toEqual([]);
    await owner.unsafe(`update ledger_events set metadata = '{}' where ${LEDGER} and position = 17`);
    expect(await proof(false)).toEqual([]);
    expect(await proof(true)).toHaveLength(1);
    const kept = await test.store.sql`select is_full, is_ok from verifications order by verification_id`;
    expect(kept.map((row) => [row["isFull"], row["isOk"]])).toEqual([[true, true], [false, true], [true, false]]);
  });

  it("finds nothing wrong while everybody goes on writing", async () => {
    let isOver = false;
    const writers = [1, 2, 3].map(async (writer) => {
      while (!isOver) {
        await move(`user:${writer}:available`, 1);
        await test.store.appendToStream("social", `talk/${writer}`, [said("more")], { metadata });
      }
    });
    for (let round = 0; round < 4; round++) expect(await proof()).toEqual([]);
    isOver = true;
    await Promise.all(writers);
    await test.store.settle();
  });

  it("leaves the live tables as they were", async () => {
    const before = await test.store.sql`select * from ledger_accounts order by account`;
    await proof();
    expect(await test.store.sql`select * from ledger_accounts order by account`).toEqual(before);
  });
});

it("names an event's id that two shards have", async () => {
  await using test = await openTestStore({ shards: 3 });
  const say = (log: "plays/0" | "plays/2" | "ledger/1", eventId = newId()) =>
    test.store.appendToStream(log, `talk/${newId()}`, [{ ...said("hi"), eventId }], { metadata });
  const prove = async (full = true) =>
    (await verify({ url: test.serviceUrl, projections: [], checks: [], full })).problems;
  await Promise.all([say("plays/0"), say("plays/2"), say("ledger/1")]);
  expect(await prove()).toEqual([]);
  const eventId = newId();
  await say("plays/0", eventId);
  await say("plays/2", eventId);
  expect(await prove()).toEqual([{
    where: "log plays/0, position 2 and log plays/2, position 2",
    what: `both have the id ${eventId}`,
  }]);
});

describe("verify() over shards", () => {
  const SHARDS = [0, 1, 2] as const;
  let test: TestStore;
  let owner: Sql;
  beforeAll(async () => {
    test = await openTestStore({ projections: [ledgerAccounts, words], shards: SHARDS.length });
    owner = await connectTampering(test.ownerUrl);
    for (const shard of SHARDS) for (let n = 0; n < 5; n++) await move(shard);
    await sealBlocks(test.store.sql, { measure: measureTransfers, all: true });
  });
  afterAll(async () => {
    await owner.end();
    await test[Symbol.asyncDispose]();
  });

  const move = (shard: number) => {
    const entries = [{ account: "user:1:available", amount: 10 }, { account: "pool:rewards", amount: -10 }];
    const transfer = { transferId: newId(), code: "reward", entries };
    return test.store.execute(postTransfer, { shard, transfer }, { logs: [`ledger/${shard}`], metadata });
  };
  const prove = async (full: boolean, checks: readonly Check[] = [ledgerCheck]) => {
    const { problems, takenOver } = await verify({
      ...{ url: test.serviceUrl, projections: [ledgerAccounts, words], checks, full },
    });
    return { problems: problems.map(({ where, what }) => `${where}: ${what}`), takenOver };
  };
  const results = async () =>
    (await owner<{ shard: number; oks: boolean[] }[]>`
      select shard, array_agg(is_ok order by number) as oks from shard_verifications group by shard order by shard`)
      .map(({ shard, oks }) => [shard, oks]);

  it("keeps a result for each, and goes on from each one's own", async () => {
    expect(await prove(false)).toEqual({ problems: [], takenOver: [] });
    expect(await results()).toEqual(SHARDS.map((shard) => [shard, [true]]));
    await move(1);
    expect(await prove(false)).toEqual({ problems: [], takenOver: ["ledger_accounts"] });
  });

  it("names a changed byte of one by log and position, and leaves the others' results as they are", async () => {
    const before = await results();
    await owner`
      update ledger_events set data = replace(data::text, 'reward', 'rewarD')::json where shard = 2 and position = 3`;
    expect((await prove(true)).problems).toEqual(
      expect.arrayContaining(["log ledger/2, position 3: the event is not the one that was sealed"]),
    );
    expect(await results()).toEqual(before.map(([shard, oks]) => [shard, [...oks as boolean[], shard !== 2]]));
    const [whole] = await owner`
      select is_ok, is_social_ok from verifications order by verification_id desc limit 1`;
    expect(whole).toEqual({ isOk: false, isSocialOk: true });
    await owner`
      update ledger_events set data = replace(data::text, 'rewarD', 'reward')::json where shard = 2 and position = 3`;
    expect((await prove(true)).problems).toEqual([]);
  });

  it("finds a wrong row of one shard, and folds only that shard from the beginning afterwards", async () => {
    await owner`update projected.ledger_accounts set balance = 7 where shard = 1 and account = 'user:1:available'`;
    const { problems } = await prove(false, []);
    expect(problems).toEqual([expect.stringContaining("table ledger_accounts: the row (1,user:1:available,7")]);
    await owner`update projected.ledger_accounts set balance = 60 where shard = 1 and account = 'user:1:available'`;
    expect(await prove(false)).toEqual({ problems: [], takenOver: ["ledger_accounts"] });
  });

  it("names heads that were kept outside of a shard that is no longer there, and of no log at all", async () => {
    const head = { block: 1, position: 5, hash: "00" };
    const heads = [{ log: "plays/7", ...head }, { log: "none", ...head }] as unknown as ChainHead[];
    const { problems } = await verify({ url: test.serviceUrl, projections: [], checks: [], heads });
    expect(problems).toEqual([
      { where: "log plays/7, block 1 (up to position 5)", what: "is gone" },
      { where: "log none", what: "No log has the name none" },
    ]);
  });

  it("keeps what the others found where one cannot be read now", async () => {
    const before = await results();
    const away = Object.assign(new Error("the server is shutting down"), { code: "57P01" });
    const check: Check = {
      name: "away",
      check: (_, { logs }) => logs.some(({ log }) => log === "ledger/1") ? Promise.reject(away) : Promise.resolve([]),
    };
    await expect(prove(false, [check])).rejects.toThrow("shutting down");
    expect(await results()).toEqual(
      before.map(([shard, oks]) => [shard, shard === 1 ? oks : [...oks as boolean[], true]]),
    );
  });
});
