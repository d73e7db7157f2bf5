import { describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { isSpread } from "../../testing/database.ts";
import { openTestStore } from "../../testing/store.ts";
import { OtherVersion, Overloaded } from "../log/errors.ts";
import type { RecordedEvent } from "../log/event.ts";
import type { CommandHandler } from "../log/command.ts";
import { connect, type Tx } from "../sql.ts";
import type { Store } from "../store.ts";
import { wordsProjection } from "../testing/words.ts";
import { passOver, projectionFollower } from "./follow.ts";
import { takeOver } from "./take_over.ts";
import { installProjections } from "./install.ts";
import type { Projection } from "./projection.ts";
import { rebuild, rebuildTogether } from "./rebuild.ts";

const metadata = { actor: "system:test" };
const said = (word: string) => ({ type: "Said", data: { word } });

describe("projections", () => {
  const words = {
    name: "words",
    version: 1,
    place: "social" as const,
    logs: ["social" as const],
    on: ["Said"],
    tables: "create table words (word text primary key, times bigint not null)",
    apply: (tx: Tx, events: readonly RecordedEvent[]) =>
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

  it("whom no event concerns is taken along, and whom one concerns is left to fold it", async () => {
    const about = (name: string, on: string[]) => ({
      ...words,
      ...{ name, mode: "async" as const, on, tables: `create table ${name} ()`, apply: () => Promise.resolve() },
    });
    const [spoken, sung, any] = [about("spoken", ["Said"]), about("sung", ["Sung"]), about("of_any", ["*"])];
    await using test = await openTestStore({ projections: [], withTables: [spoken, sung, any] });
    const { store } = test;
    const followers = [spoken, sung, any].map(projectionFollower);
    const pass = async () => {
      const left = await passOver(store.workSql, { followers, places: ["social"] });
      const rows = await store.lag();
      return {
        left: [...left].map(({ name }) => name).sort(),
        at: rows.map(({ name, position }) => `${name} ${position}`),
      };
    };
    const append = (type: string) => store.appendToStream("social", "talk/1", [{ type, data: {} }], { metadata });
    await append("Said");
    expect(await pass()).toEqual({ left: ["of_any", "spoken"], at: ["of_any 0", "spoken 0", "sung 1"] });
    await append("Sung");
    expect(await pass()).toEqual({ left: ["of_any", "spoken", "sung"], at: ["of_any 0", "spoken 0", "sung 1"] });
    await store.workSql`update checkpoints set position = 2 where name = 'sung'`;
    await append("Whistled");
    expect(await pass()).toEqual({ left: ["of_any", "spoken"], at: ["of_any 0", "spoken 0", "sung 3"] });
    // What another process works on may be at the head or not: it is left, too, and not waited for.
    await append("Whistled");
    await store.workSql.begin(async (tx) => {
      await tx`select from checkpoints where name = 'sung' for update`;
      expect(await pass()).toEqual({ left: ["of_any", "spoken", "sung"], at: ["of_any 0", "spoken 0", "sung 3"] });
    });
  });

  it("only what follows commits without waiting for the disk: an append is durable when it is answered", async () => {
    const asked: Record<string, boolean> = {};
    const asking = (mode: "inline" | "async") => ({
      ...words,
      name: mode,
      mode,
      tables: `create table ${mode} ()`,
      async apply(tx: Tx) {
        // Where the setting comes from: a server of tests may have it off for everybody.
        const [row] = await tx<{ own: boolean }[]>`
          select setting = 'off' and source = 'session' as own from pg_settings where name = 'synchronous_commit'`;
        asked[mode] = row?.own ?? false;
      },
    });
    await using test = await openTestStore({ projections: [asking("inline"), asking("async")] });
    await test.store.appendToStream("social", "talk/1", [said("hi")], { metadata });
    expect(await test.store.settle()).toBe(true);
    // An engine that spreads tables would lose lazy rows when it copies a table: `commitLazily()` of `spread.ts`.
    expect(asked).toEqual({ inline: false, async: !isSpread() });
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
    const back = connect(test.ownerUrl, { max: 1 });
    await expect(back`update checkpoints set position = position - 1 where name = 'listener'`).rejects
      .toThrow("the position of listener in social never goes back");
    await back.end();
  });

  it("catchUp() waits for the named ones alone, up to the positions of a command, in whichever process they follow", async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => open = resolve);
    const gated = {
      ...words,
      name: "gated",
      mode: "async" as const,
      tables: "create table gated ()",
      apply: async (_tx: Tx, events: readonly RecordedEvent[]) => {
        if (events.some((event) => (event.data as { word: string }).word === "late")) await gate;
      },
    };
    const reactor = { name: "stuck", logs: ["social" as const], on: ["Said"], react: () => gate };
    await using test = await openTestStore({ projections: [{ ...words, mode: "async" }, gated], reactors: [reactor] });
    const other = test.another({ follow: false });
    const say = async (store: Store, word: string) => (await store.execute(saying, word, SOCIAL)).positions;

    const early = await say(other, "early");
    expect(await other.catchUp(["words", "gated"], { positions: early })).toBe(true);
    expect([...await other.sql`select word from words`]).toEqual([{ word: "early" }]);
    expect(await other.settle(50)).toBe(false);

    const late = await say(test.store, "late");
    expect(await other.catchUp(["gated"], { positions: early })).toBe(true);
    expect(await test.store.catchUp(["words"], { positions: late })).toBe(true);
    expect(await test.store.catchUp(["gated"], { positions: late, timeoutMs: 50 })).toBe(false);
    expect(await test.store.catchUp(["gated"], { timeoutMs: 50 })).toBe(false);
    open();
    expect(await test.store.catchUp(["gated", "stuck"])).toBe(true);
    await expect(test.store.catchUp(["wrods"])).rejects.toThrow("Nothing follows a log as wrods");
  });

  it("those of a long log go on without one that cannot fold an event; it comes after once it can", async () => {
    let canFold = false;
    const counted = { ...words, mode: "async" as const, logs: ["plays" as const] };
    const picky = {
      ...counted,
      name: "picky",
      tables: "create table picky (words integer not null)",
      apply: (tx: Tx, events: readonly RecordedEvent[]) => {
        const isHard = events.some((event) => (event.data as { word: string }).word === "hard");
        return isHard && !canFold ? Promise.reject(new Error("hard")) : tx`insert into picky values (${events.length})`;
      },
    };
    await using test = await openTestStore({ projections: [counted, picky] });
    const say = async (word: string) =>
      await test.store.appendToStream("plays/0", `talk/${word}`, [said(word)], { metadata });

    await say("easy");
    expect(await test.store.settle()).toBe(true);
    await say("hard");
    await say("later");
    expect(await test.store.catchUp(["words"], { timeoutMs: 5_000 })).toBe(true);
    expect(await test.store.catchUp(["picky"], { timeoutMs: 50 })).toBe(false);
    expect([...await test.store.sql`select word, times from words order by word`].map((row) => row.times)).toEqual([
      1,
      1,
      1,
    ]);
    canFold = true;
    expect(await test.store.catchUp(["picky"], { timeoutMs: 10_000 })).toBe(true);
    expect([...await test.store.sql`select sum(words)::int as words from picky`]).toEqual([{ words: 3 }]);
  });
});

const SOCIAL = { logs: ["social"] as const, metadata };
const saying: CommandHandler<string, null> = {
  name: "say",
  load: () => Promise.resolve(null),
  decide: (_state, word, { newId }) => ({
    appends: [{ log: "social", stream: `talk/${newId()}`, version: 0, events: [said(word)] }],
    result: undefined,
  }),
};

describe("code of an older version beside newer code", () => {
  const counts = (mode: "inline" | "async", version: number): Projection =>
    wordsProjection({
      mode,
      version,
      tables: `create table words (word text primary key, times bigint not null, made_by integer default ${version})`,
    });
  const tablesOf = (store: Store) => store.sql`select word, times, made_by from words order by word`;
  const say = (store: Store, word: string) =>
    store.appendToStream("social", `talk/${newId()}`, [said(word)], { metadata });

  it.each(["inline", "async"] as const)("neither builds nor replaces tables that are newer (%s)", async (mode) => {
    await using test = await openTestStore({ projections: [counts(mode, 2)] });
    await say(test.store, "hi");
    await test.store.settle();
    const { ownerUrl } = test;
    const sql = connect(ownerUrl, { max: 1 });
    const older = counts(mode, 1);
    const installing = installProjections(sql, ownerUrl, { projections: [older] });
    if (mode === "inline") await expect(installing).rejects.toBeInstanceOf(OtherVersion);
    else expect(await installing).toEqual({ made: [], changed: [], waiting: [], newer: [older] });
    await expect(rebuild({ ownerUrl, projection: older })).rejects.toBeInstanceOf(OtherVersion);
    expect([...await tablesOf(test.store)]).toEqual([{ word: "hi", times: 1, madeBy: 2 }]);
    await rebuild({ ownerUrl, projection: older, older: true });
    expect([...await tablesOf(test.store)]).toEqual([{ word: "hi", times: 1, madeBy: 1 }]);
    await sql.end();
  });

  it("names all that newer code has made, and an older version takes their places in one transaction", async () => {
    const named = (name: string, version: number) => ({ ...counts("inline", version), name });
    await using test = await openTestStore({
      projections: [1, 2].map((number) => ({
        ...named(`words_${number}`, 2),
        tables: `create table words_${number} (word text primary key)`,
        apply: () => Promise.resolve(),
      })),
    });
    const { ownerUrl } = test;
    await using closing = new AsyncDisposableStack();
    const sql = connect(ownerUrl, { max: 1 });
    closing.defer(() => sql.end());
    const older = [1, 2].map((number) => ({
      ...named(`words_${number}`, 1),
      tables: `create table words_${number} (word text primary key, older boolean)`,
      apply: () => Promise.resolve(),
    }));
    await expect(installProjections(sql, ownerUrl, { projections: older }))
      .rejects.toMatchObject({ projections: ["words_1", "words_2"] });
    const built = await rebuildTogether({ ownerUrl, projections: older, older: true });
    expect(new Set(built.map(({ flipMs }) => flipMs)).size).toBe(1);
    const rows = await sql`select name, version, xmin::text as change from projection_versions order by name`;
    expect(rows).toMatchObject([{ name: "words_1", version: 1 }, { name: "words_2", version: 1 }]);
    expect(new Set(rows.map(({ change }) => change)).size).toBe(1);
  });

  it("leaves appends to the newer code from the moment that inline tables are replaced, and loses none", async () => {
    await using test = await openTestStore({ projections: [counts("inline", 1)] });
    const newer = test.another({ projections: [counts("inline", 2)] });
    await say(test.store, "hi");
    // Not yet: the newer code has not put its tables there.
    await expect(say(newer, "early")).rejects.toBeInstanceOf(Overloaded);
    let isOver = false;
    let answered = 1;
    const saying = (async () => {
      while (!isOver) await say(test.store, "hi").then(() => answered++, () => {});
    })();
    await rebuild({ ownerUrl: test.ownerUrl, projection: counts("inline", 2) });
    await expect(say(test.store, "late")).rejects.toBeInstanceOf(Overloaded);
    isOver = true;
    await saying;
    expect(await test.store.otherVersions()).toEqual(["words"]);
    await say(newer, "new");
    expect(await newer.otherVersions()).toEqual([]);
    expect([...await tablesOf(newer)]).toEqual([
      { word: "hi", times: answered, madeBy: 2 },
      { word: "new", times: 1, madeBy: 2 },
    ]);
  });

  it("appends nothing beside an inline projection that it does not know, which would miss those events", async () => {
    await using test = await openTestStore({ projections: [counts("inline", 1)] });
    await say(test.store, "hi");
    const known = counts("inline", 1);
    const added = wordsProjection({
      name: "more_words",
      mode: "inline",
      tables: "create table more_words (word text primary key, times bigint not null)",
      apply: () => Promise.resolve(),
    });
    const { ownerUrl } = test;
    await using closing = new AsyncDisposableStack();
    const sql = connect(ownerUrl, { max: 1 });
    closing.defer(() => sql.end());
    await installProjections(sql, ownerUrl, { projections: [known, added] });
    await expect(say(test.store, "late")).rejects.toBeInstanceOf(Overloaded);
    expect(await test.store.otherVersions()).toEqual(["more_words"]);
    await expect(installProjections(sql, ownerUrl, { projections: [known] }))
      .rejects.toMatchObject({ projections: ["more_words"] });
    const newer = test.another({ projections: [known, added] });
    await say(newer, "new");
    // The way back: it goes, so that newer code builds it from its first event again.
    await rebuildTogether({ ownerUrl, projections: [], older: true, dropped: ["more_words"] });
    await say(test.store, "older");
    await expect(say(newer, "newer")).rejects.toBeInstanceOf(Overloaded);
    expect((await installProjections(sql, ownerUrl, { projections: [known, added] })).made).toEqual(["more_words v1"]);
  });

  it("leaves the change of inline tables to the moment at which requests come to the newer code", async () => {
    await using test = await openTestStore({ projections: [counts("inline", 1)] });
    const { ownerUrl, store: older } = test;
    const changed = counts("inline", 2);
    await using closing = new AsyncDisposableStack();
    const sql = connect(ownerUrl, { max: 1 });
    closing.defer(() => sql.end());
    await say(older, "hi");
    const installed = await installProjections(sql, ownerUrl, { projections: [changed], ahead: true });
    expect(installed).toMatchObject({ made: [], waiting: [changed] });
    await say(older, "hi");
    expect([await older.otherVersions(), await older.isTakenOver()]).toEqual([[], false]);
    const taking = {
      ownerUrl,
      projections: [changed],
      async announced() {
        expect(await older.isTakenOver()).toBe(false);
        await say(older, "hi");
      },
      async left() {
        // It still writes what comes.
        expect([await older.otherVersions(), await older.isTakenOver()]).toEqual([[], true]);
        await say(older, "hi");
      },
    };
    await expect(takeOver({ ...taking, left: () => Promise.reject(new Error("dies")) })).rejects.toThrow("dies");
    expect(await older.isTakenOver()).toBe(false);
    await takeOver(taking);
    expect([await older.otherVersions(), await older.isTakenOver()]).toEqual([["words"], false]);
    const newer = test.another({ projections: [changed] });
    expect([...await tablesOf(newer)]).toEqual([{ word: "hi", times: 5, madeBy: 2 }]);
    // Another process that has built the same finds nothing left to do.
    await takeOver({ ...taking, announced: () => Promise.reject(new Error("announced in vain")) });
  });

  it("follows a projection no more whose tables are newer, and the newer code follows it", async () => {
    await using test = await openTestStore({ projections: [counts("async", 1)] });
    await say(test.store, "hi");
    await test.store.settle();
    await rebuild({ ownerUrl: test.ownerUrl, projection: counts("async", 2) });
    await say(test.store, "hi");
    expect(await test.store.settle(300)).toBe(false);
    const newer = test.another({ projections: [counts("async", 2)] });
    expect(await newer.settle()).toBe(true);
    expect([...await tablesOf(newer)]).toEqual([{ word: "hi", times: 2, madeBy: 2 }]);
  });
});
