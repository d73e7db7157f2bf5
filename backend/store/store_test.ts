import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { openTestStore, type TestStore } from "../dev/test_store.ts";
import type { CommandHandler } from "./command.ts";
import { CommandMismatch, ExpectedVersionConflict } from "./errors.ts";
import type { RecordedEvent } from "./event.ts";
import { connect } from "./sql.ts";

const metadata = { actor: "system:test" };
const said = (word: string) => ({ type: "Said", data: { word } });

describe("appendToStream()", () => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore()));
  afterAll(() => test[Symbol.asyncDispose]());

  it("gives versions from 1 on and positions without gaps", async () => {
    const stream = `talk/${newId()}`;
    const first = await test.store.appendToStream("social", stream, [said("a"), said("b")], { metadata });
    const second = await test.store.appendToStream("social", stream, [said("c")], { metadata });
    expect([first.streamVersion, second.streamVersion]).toEqual([2, 3]);
    const events = await test.store.readStream("social", stream);
    expect(events.map((event) => event.data)).toEqual([{ word: "a" }, { word: "b" }, { word: "c" }]);
    const [one, two, three] = events.map((event) => event.position);
    expect([two, three]).toEqual([(one ?? 0) + 1, (one ?? 0) + 2]);
  });

  it("refuses a version that the caller did not see, in every form of the expectation", async () => {
    const stream = `talk/${newId()}`;
    const append = (expectedStreamVersion: number | "no_stream" | "stream_exists" | "any") =>
      test.store.appendToStream("social", stream, [said("x")], { metadata, expectedStreamVersion });
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
          .appendToStream("social", stream, [said(`${index}`)], { metadata, expectedStreamVersion: "no_stream" })),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(await test.store.readStream("social", stream)).toHaveLength(1);
  });

  it("stores the same event id once, whoever sends it and however often", async () => {
    const stream = `talk/${newId()}`;
    const event = { ...said("once"), eventId: newId() };
    const other = test.another();
    const results = await Promise.all(
      Array.from(
        { length: 20 },
        (_, index) => (index % 2 ? other : test.store).appendToStream("social", stream, [event], { metadata }),
      ),
    );
    expect(results.filter((result) => !result.alreadyStored)).toHaveLength(1);
    expect(await test.store.readStream("social", stream)).toHaveLength(1);
  });

  it("keeps positions contiguous when two processes append to one log at once", async () => {
    const other = test.another();
    await Promise.all(
      Array.from(
        { length: 300 },
        (_, index) =>
          (index % 2 ? other : test.store).appendToStream("plays/0", `talk/${newId()}`, [said("p")], { metadata }),
      ),
    );
    const events = await test.store.readLog("plays/0", { after: 0, upTo: 10_000 });
    expect(events.map((event) => event.position)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });

  it("fails a poisonous append alone and lets its neighbours through", async () => {
    const good = Array.from({ length: 10 }, () => `talk/${newId()}`);
    const poison = { type: "Said", data: { word: "nul \0 inside" } };
    const outcomes = await Promise.allSettled([
      ...good.map((stream) => test.store.appendToStream("social", stream, [said("fine")], { metadata })),
      test.store.appendToStream("social", `talk/${newId()}`, [poison], { metadata }),
      test.store.appendToStream("social", `talk/${newId()}`, [{ ...said("x"), schemaVersion: 0 }], { metadata }),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([...good.map(() => "fulfilled"), "rejected", "rejected"]);
    for (const stream of good) expect(await test.store.readStream("social", stream)).toHaveLength(1);
  });
});

describe("the log in the database", () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await openTestStore();
    await test.store.appendToStream("social", "talk/1", [said("kept")], { metadata });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it("refuses update, delete and truncate, to the service and to the owner", async () => {
    for (const url of [test.serviceUrl, test.ownerUrl]) {
      const sql = connect(url, { max: 1 });
      await expect(sql`update events set type = 'Changed'`).rejects.toThrow(/append-only|permission denied/);
      await expect(sql`delete from events`).rejects.toThrow(/append-only|permission denied/);
      await expect(sql`truncate events`).rejects.toThrow(/append-only|permission denied/);
      await expect(sql`truncate events_social_1`).rejects.toThrow(/append-only|permission denied/);
      await expect(sql`delete from event_ids`).rejects.toThrow(/append-only|permission denied/);
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

describe("execute()", () => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore()));
  afterAll(() => test[Symbol.asyncDispose]());

  /** Says each word once; a second time is refused. */
  const sayOnce: CommandHandler<{ word: string }, Set<string>, { heard: string }> = {
    name: "sayOnce",
    refusalsStick: true,
    async load(tx) {
      const rows = await tx<{ word: string }[]>`select data ->> 'word' as word from events where type = 'SaidOnce'`;
      return new Set(rows.map((row) => row.word));
    },
    decide(state, { word }, context) {
      if (state.has(word)) throw new Refusal("already_said", `Said before: ${word}`);
      state.add(word);
      const event = { type: "SaidOnce", data: { word } };
      return {
        appends: [{ log: "social", stream: `said/${context.newId()}`, version: 0, events: [event] }],
        result: { heard: word },
      };
    },
  };
  const say = (word: string, commandId: string, store = test.store) =>
    store.execute(sayOnce, { word }, { logs: ["social"], metadata, commandId, content: { word } });

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
    await expect(say("taken", commandId)).rejects.toMatchObject({ code: "already_said" });
  });

  it("lets the next command of a group see what the one before decided", async () => {
    const outcomes = await Promise.allSettled([say("twin", newId()), say("twin", newId())]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("projections", () => {
  const words = {
    name: "words",
    version: 1,
    logs: ["social" as const],
    on: ["Said"],
    tables: "create table words (word text primary key, times bigint not null)",
    apply: (tx: Parameters<import("./projection.ts").Projection["apply"]>[0], events: readonly RecordedEvent[]) =>
      tx`
        insert into words (word, times)
        select word, count(*) from unnest(${
        events.map((event) => (event.data as { word: string }).word)
      }::text[]) as t(word)
        group by word on conflict (word) do update set times = words.times + excluded.times`,
  };

  it("an inline one is there with the append, an async one after settle(), each event once with two processes", async () => {
    for (const mode of ["inline", "async"] as const) {
      await using test = await openTestStore({ projections: [{ ...words, mode }] });
      const other = test.another();
      await Promise.all(
        Array.from(
          { length: 200 },
          (_, index) =>
            (index % 2 ? other : test.store).appendToStream("social", `talk/${index}`, [said("hi")], { metadata }),
        ),
      );
      if (mode === "async") expect(await test.store.settle()).toBe(true);
      expect([...await test.store.sql`select word, times from words`]).toEqual([{ word: "hi", times: 200 }]);
    }
  });

  it("a reactor runs for each event and goes on where it stopped", async () => {
    const heard: string[] = [];
    const reactor = {
      name: "listener",
      logs: ["social" as const],
      on: ["Said"],
      react: (event: RecordedEvent) => Promise.resolve(void heard.push((event.data as { word: string }).word)),
    };
    await using test = await openTestStore({ reactors: [reactor] });
    await test.store.appendToStream("social", "talk/1", [said("a"), said("b")], { metadata });
    expect(await test.store.settle()).toBe(true);
    const other = test.another();
    await other.react([reactor]);
    await other.appendToStream("social", "talk/1", [said("c")], { metadata });
    expect(await other.settle()).toBe(true);
    expect(heard).toEqual(["a", "b", "c"]);
  });
});
