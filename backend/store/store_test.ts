import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { openTestStore, type TestStore } from "../testing/store.ts";
import type { ExpectedStreamVersion } from "./log/append_handler.ts";
import type { CommandHandler } from "./log/command.ts";
import { CommandMismatch, ExpectedVersionConflict } from "./log/errors.ts";
import { eventsIn } from "./place.ts";
import { connect } from "./sql.ts";

const metadata = { actor: "system:test" };
const LOGS = [[1, "social"], [2, "plays/1"]] as const;
const said = (word: string) => ({ type: "Said", data: { word } });

describe.each(LOGS)("appendToStream(), with %i shards in %s", (shards, log) => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore({ shards })));
  afterAll(() => test[Symbol.asyncDispose]());

  const headOf = async (name: string) =>
    (await test.store.sql<{ head: number }[]>`select last_position as head from all_logs where log = ${name}`)[0]
      ?.head ??
      0;

  it("gives versions from 1 on and positions without gaps", async () => {
    const stream = `talk/${newId()}`;
    const first = await test.store.appendToStream(log, stream, [said("a"), said("b")], { metadata });
    const second = await test.store.appendToStream(log, stream, [said("c")], { metadata });
    expect([first.streamVersion, second.streamVersion]).toEqual([2, 3]);
    const events = await test.store.readStream(log, stream);
    expect(events.map((event) => event.data)).toEqual([{ word: "a" }, { word: "b" }, { word: "c" }]);
    const [one, two, three] = events.map((event) => event.position);
    expect([two, three]).toEqual([(one ?? 0) + 1, (one ?? 0) + 2]);
  });

  it("refuses a version that the caller did not see, in every form of the expectation", async () => {
    const stream = `talk/${newId()}`;
    const append = (expectedStreamVersion: number | "no_stream" | "stream_exists" | "any") =>
      test.store.appendToStream(log, stream, [said("x")], { metadata, expectedStreamVersion });
    await expect(append("stream_exists")).rejects.toThrow(ExpectedVersionConflict);
    await expect(append(1)).rejects.toThrow(ExpectedVersionConflict);
    await append("no_stream");
    await expect(append("no_stream")).rejects.toThrow(ExpectedVersionConflict);
    await append("stream_exists");
    await append(2);
    await expect(append(2)).rejects.toThrow("expected version 2, found 3");
    await append("any");
  });

  it("lets exactly one of many writers at the same version through", async () => {
    const stream = `talk/${newId()}`;
    const other = test.another();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? other : test.store)
          .appendToStream(log, stream, [said(`${index}`)], { metadata, expectedStreamVersion: "no_stream" })),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(await test.store.readStream(log, stream)).toHaveLength(1);
  });

  it("each stream of several appends has its own outcome, and what is stored is read from any version on", async () => {
    const [one, two] = [`talk/${newId()}`, `talk/${newId()}`];
    await test.store.appendToStream(log, one, [said("a")], { metadata });
    const append = (stream: string, words: string[], expectedStreamVersion: ExpectedStreamVersion) =>
      test.store.appendToStream(log, stream, words.map(said), { metadata, expectedStreamVersion });
    const answers = await Promise.allSettled([
      append(one, ["b", "c"], 1),
      append(two, ["x"], "stream_exists"),
      append(two, ["y"], "no_stream"),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const later = await test.store.readStream(log, one, 2);
    expect(later.map((event) => event.data)).toEqual([{ word: "b" }, { word: "c" }]);
    expect((await test.store.readStream(log, two)).map((event) => event.data)).toEqual([{ word: "y" }]);
  });

  it("stores the same event id once, whoever sends it and however often", async () => {
    const stream = `talk/${newId()}`;
    const event = { ...said("once"), eventId: newId() };
    const other = test.another();
    const results = await Promise.all(
      Array.from(
        { length: 20 },
        (_, index) => (index % 2 ? other : test.store).appendToStream(log, stream, [event], { metadata }),
      ),
    );
    expect(results.filter((result) => !result.alreadyStored)).toHaveLength(1);
    expect(await test.store.readStream(log, stream)).toHaveLength(1);
  });

  it("keeps positions contiguous when two processes append to one log at once", async () => {
    const other = test.another();
    const after = await headOf(log);
    await Promise.all(
      Array.from(
        { length: 300 },
        (_, index) =>
          (index % 2 ? other : test.store).appendToStream(log, `talk/${newId()}`, [said("p")], { metadata }),
      ),
    );
    const events = await test.store.readLog(log, { after, upTo: after + 10_000 });
    expect(events.map((event) => event.position)).toEqual(
      Array.from({ length: 300 }, (_, index) => after + index + 1),
    );
  });

  it("stores nothing of a command whose event cannot even be sent", async () => {
    const [stream, commandId] = [`talk/${newId()}`, newId()];
    const say = (word: string): CommandHandler<string, void, void> => ({
      name: "say",
      load: () => Promise.resolve(),
      decide: () => ({ appends: [{ log, stream, version: 0, events: [said(word)] }], result: undefined }),
    });
    const execute = (word: string) =>
      test.store.execute(say(word), word, { logs: [log], metadata, commandId, content: null });
    await expect(execute("half a character \ud800")).rejects.toThrow("lone surrogate");
    await expect(execute("whole")).resolves.toMatchObject({ repeated: false });
    expect(await test.store.readStream(log, stream)).toHaveLength(1);
  });

  it("fails a poisonous append alone and lets its neighbours through", async () => {
    const good = Array.from({ length: 10 }, () => `talk/${newId()}`);
    const poison = { type: "Said", data: { word: "nul \0 inside" } };
    const outcomes = await Promise.allSettled([
      ...good.map((stream) => test.store.appendToStream(log, stream, [said("fine")], { metadata })),
      test.store.appendToStream(log, `talk/${newId()}`, [poison], { metadata }),
      test.store.appendToStream(log, `talk/${newId()}`, [{ ...said("x"), schemaVersion: 0 }], { metadata }),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      ...good.map(() => "fulfilled"),
      "rejected",
      "rejected",
    ]);
    for (const stream of good) expect(await test.store.readStream(log, stream)).toHaveLength(1);
  });
});

describe("a command to more than one place", () => {
  it("is refused before anything is stored: two shards, or a shard and what belongs to everyone", async () => {
    await using test = await openTestStore({ shards: 2 });
    const saying: CommandHandler<string, undefined> = {
      name: "say",
      load: () => Promise.resolve(undefined),
      decide: (_, word) => ({
        appends: [{ log: "ledger/0", stream: "talk/1", version: 0, events: [said(word)] }],
        result: undefined,
      }),
    };
    for (const logs of [["ledger/0", "social"], ["ledger/0", "plays/0", "social"], ["ledger/0", "ledger/1"]] as const) {
      await expect(test.store.execute(saying, "a", { logs, metadata })).rejects.toThrow(RangeError);
    }
    expect(await test.store.readStream("ledger/0", "talk/1")).toEqual([]);
    await test.store.execute(saying, "a", { logs: ["ledger/0", "plays/0"], metadata });
    expect(await test.store.readStream("ledger/0", "talk/1")).toHaveLength(1);
  });
});

describe("the log in the database", () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await openTestStore();
    for (const log of ["social", "ledger/0", "plays/0"] as const) {
      await test.store.appendToStream(log, "talk/1", [said("kept")], { metadata });
    }
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it("refuses update, delete and truncate, to the service and to the owner", async () => {
    for (const url of [test.serviceUrl, test.ownerUrl]) {
      const sql = connect(url, { max: 1 });
      for (const table of ["events", "ledger_events", "plays_events"]) {
        await expect(sql`update ${sql(table)} set type = 'Changed'`).rejects.toThrow(/append-only|permission denied/);
        await expect(sql`delete from ${sql(table)}`).rejects.toThrow(/append-only|permission denied/);
        await expect(sql`truncate ${sql(table)}`).rejects.toThrow(/append-only|permission denied/);
      }
      await expect(sql`truncate events_social_1`).rejects.toThrow(/append-only|permission denied/);
      for (const table of ["event_ids", "shard_event_ids"]) {
        await expect(sql`delete from ${sql(table)}`).rejects.toThrow(/append-only|permission denied/);
      }
      await sql.end();
    }
  });

  it("gives the service no right to change the tables of its own logs", async () => {
    const sql = connect(test.serviceUrl, { max: 1 });
    await expect(sql`drop table events`).rejects.toThrow(/must be owner/);
    await expect(sql`alter table events disable trigger all`).rejects.toThrow(/must be owner/);
    await expect(sql`create table projected.mine (a int)`).rejects.toThrow(/permission denied/);
    await sql.end();
  });
});

describe.each(LOGS)("execute(), with %i shards in %s", (shards, log) => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore({ shards })));
  afterAll(() => test[Symbol.asyncDispose]());

  /** Says each word once; a second time is refused. */
  const sayOnce: CommandHandler<{ word: string }, Set<string>, { heard: string }> = {
    name: "sayOnce",
    refusalsStick: true,
    async load(tx) {
      const rows = await tx<{ word: string }[]>`
        select data ->> 'word' as word from ${eventsIn(log)} where type = 'SaidOnce'`;
      return new Set(rows.map((row) => row.word));
    },
    decide(state, { word }, context) {
      if (state.has(word)) throw new Refusal("conflict", `Said before: ${word}`);
      state.add(word);
      const event = { type: "SaidOnce", data: { word } };
      return {
        appends: [{ log, stream: `said/${context.newId()}`, version: 0, events: [event] }],
        result: { heard: word },
      };
    },
  };
  const say = (word: string, commandId: string, store = test.store) =>
    store.execute(sayOnce, { word }, { logs: [log], metadata, commandId, content: { word } });

  it("gives the first result again for the same command id", async () => {
    const commandId = newId();
    const first = await say("hello", commandId);
    const again = await say("hello", commandId, test.another());
    expect([first.result, first.repeated]).toEqual([{ heard: "hello" }, false]);
    expect([again.result, again.repeated]).toEqual([{ heard: "hello" }, true]);
  });

  it("gives one result to the same id sent twenty times at once by two processes", async () => {
    const commandId = newId();
    const other = test.another();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => say("storm", commandId, index % 2 ? other : test.store)),
    );
    expect(results.filter((result) => !result.repeated)).toHaveLength(1);
  });

  it("refuses the same id with other content", async () => {
    const commandId = newId();
    await say("one", commandId);
    await expect(say("two", commandId)).rejects.toThrow(CommandMismatch);
  });

  it("keeps a sticky refusal, even when the reason has gone", async () => {
    const commandId = newId();
    await say("taken", newId());
    await expect(say("taken", commandId)).rejects.toThrow("Said before: taken");
    await expect(say("taken", commandId)).rejects.toMatchObject({ code: "conflict" });
  });

  it("lets the next command of a group see what the one before decided", async () => {
    const outcomes = await Promise.allSettled([say("twin", newId()), say("twin", newId())]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
