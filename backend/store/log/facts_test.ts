import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { connect } from "../sql.ts";
import { said } from "../testing/words.ts";
import { eventually } from "../../testing/wait.ts";
import type { CommandHandler } from "./command.ts";

const metadata = { actor: "system:test" };
/** The clock moves on with every look. */
let clock = 1_000;
let test: TestStore;
beforeAll(async () => void (test = await openTestStore({ now: () => ++clock })));
afterAll(() => test[Symbol.asyncDispose]());

/** What a group's facts are, and how often they were read for which words. */
let rule: string;
let read: (readonly string[])[];
let readAt: number;

/** Says its word with the rule that holds. */
const sayByRule: CommandHandler<string, { rule: string }, { rule: string }, { rule: string }> = {
  name: "sayByRule",
  async facts(sql, words, { now }) {
    read.push(words);
    readAt = now;
    const [row] = await sql<{ rule: string }[]>`select ${rule}::text || left(${words.join("")}, 0) as rule`;
    if (words.includes("mine")) await sql`select 'no number'::text::int`;
    return { rule: row?.rule ?? "" };
  },
  load: (_tx, _words, { facts }) => Promise.resolve(facts),
  decide: ({ rule }, word, { now, newId }) => ({
    appends: [{ log: "ledger/0", stream: `talk/${newId()}`, version: 0, events: [said(`${word} ${rule} ${now}`)] }],
    result: { rule },
  }),
};

async function say(word: string): Promise<string> {
  return (await test.store.execute(sayByRule, word, { logs: ["ledger/0"], metadata })).result.rule;
}

/** Says a word while another process holds the head; `meanwhile` runs once the writer waits for it. */
async function sayBehind(word: string, meanwhile: (drop: () => Promise<unknown>) => unknown): Promise<string> {
  const url = await test.ownerUrlOf(0);
  const [other, beside] = [connect(url, { max: 1 }), connect(url, { max: 1 })];
  const waiting = () =>
    beside<{ pid: number }[]>`
      select pid from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and application_name like 'orin writer%'`;
  await other`begin`;
  await other`select from shard_logs where shard = 0 and log = 'ledger/0' for update`;
  const saying = say(word);
  await eventually("the writer to wait for the head", waiting).toHaveLength(1);
  const [stuck] = await waiting();
  await meanwhile(() => beside`select pg_terminate_backend(${stuck?.pid ?? 0}::int)`);
  await other`commit`;
  await Promise.all([other.end(), beside.end()]);
  return await saying;
}

describe("the facts of a group", () => {
  it("are read once for all its commands, at the moment that its decisions see", async () => {
    [rule, read] = ["first", []];
    expect(await Promise.all(["a", "b", "c"].map(say))).toEqual(["first", "first", "first"]);
    expect(read).toEqual([["a", "b", "c"]]);
    const { length } = await test.store.sql`select from ledger_events where shard = 0`;
    const events = await test.store.readLog("ledger/0", { after: 0, upTo: length });
    expect(events.slice(-3).map(({ data }) => data)).toEqual(
      ["a", "b", "c"].map((word) => said(`${word} first ${readAt}`).data),
    );
  });

  it("are read before a head is locked: what changes while it waits for the head counts for the next one", async () => {
    [rule, read] = ["before", []];
    const answer = await sayBehind("a", () => rule = "after");
    expect([answer, await say("b")]).toEqual(["before", "after"]);
    expect(read).toEqual([["a"], ["b"]]);
  });

  it("are read again when the group runs again", async () => {
    [rule, read] = ["before", []];
    const answer = await sayBehind("a", (drop) => {
      rule = "after";
      return drop();
    });
    expect(answer).toBe("after");
    expect(read).toEqual([["a"], ["a"]]);
  });

  it("do not wait for a connection that pages read on", async () => {
    [rule, read] = ["first", []];
    const other = connect(test.ownerUrl, { max: 1 });
    await other`select pg_advisory_lock(hashtext('pages'))`;
    const pages = Array.from(
      { length: 8 },
      () => test.store.sql`select pg_advisory_xact_lock_shared(hashtext('pages'))`.execute(),
    );
    expect(await say("a")).toBe("first");
    await other.end();
    await Promise.all(pages);
  });

  it("may be what is kept of another shard's logs", async () => {
    const counting: CommandHandler<number, number, { count: number }, number> = {
      name: "counting",
      async facts(sql, [shard = 0]) {
        const [row] = await sql<{ count: number }[]>`
          select count(*)::int as count from ledger_events
          where shard = ${shard} and stream_version in (select unnest(${"{1,2}"}::text::int[]))`;
        return row?.count ?? -1;
      },
      load: (_tx, _shards, { facts }) => Promise.resolve(facts),
      decide: (count) => ({ appends: [], result: { count } }),
    };
    const count = async (shard: number) =>
      (await test.store.execute(counting, shard, { logs: ["plays/0"], metadata })).result.count;
    const { length } = await test.store.sql`select from ledger_events where shard = 0`;
    expect([await count(0), await count(7)]).toEqual([length, 0]);
  });

  it("that cannot be read fail their command alone", async () => {
    [rule, read] = ["first", []];
    const all = await Promise.allSettled(["a", "mine", "b"].map(say));
    expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("are missing where a command reads none, and asking for them is an error", async () => {
    const asking: CommandHandler<null, unknown> = {
      name: "asking",
      load: (_tx, _commands, scope) => Promise.resolve(scope.facts),
      decide: () => ({ appends: [], result: undefined }),
    };
    await expect(test.store.execute(asking, null, { logs: ["ledger/0"], metadata })).rejects.toThrow(/No facts/);
  });
});
