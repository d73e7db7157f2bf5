import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { isSpread } from "../../testing/database.ts";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { eventually, sleep } from "../../testing/wait.ts";
import type { LogName } from "./event.ts";
import { eventsIn, eventsTable } from "../place.ts";
import { ensureRanges } from "./ranges.ts";
import { connect, type Sql, type Tx } from "../sql.ts";

const metadata = { actor: "system:test" };
const said = (word: string) => ({ type: "Said", data: { word } });
const stream = () => `talk/${newId()}`;

/** First positions of a log's ranges. */
async function rangesOf(sql: Sql, log: LogName): Promise<number[]> {
  const rows = await sql<{ first: number }[]>`
    select substring(relname from '\\d+$')::bigint as first
    from pg_partition_tree(${log === "social" ? "events_social" : eventsTable(log)}) join pg_class on oid = relid
    where isleaf order by 1`;
  return rows.map((row) => row.first);
}

describe("ranges of positions", () => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore({ positionsPerRange: 20 })));
  afterAll(() => test[Symbol.asyncDispose]());

  const append = (log: LogName, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        test.store.appendToStream(log, stream(), [said(`${index}`)], { metadata })),
    );

  // Where an engine spreads tables, two more are there before the head has come to them (`0042_ranges_ahead.sql`).
  it("the next one is made once the head has passed the middle of the last, once for all who ask", async () => {
    const { due, ahead } = isSpread() ? { due: 20, ahead: [21, 41] } : { due: 11, ahead: [] };
    await ensureRanges(test.store.sql);
    await append("social", due - 2);
    expect(await ensureRanges(test.store.sql)).toEqual([]);
    await append("social", 2);
    const made = await Promise.all([ensureRanges(test.store.sql), ensureRanges(test.another().sql)]);
    expect(made.flat()).toEqual(["events_social"]);
    expect(await rangesOf(test.store.sql, "social")).toEqual([1, ...ahead, (ahead.at(-1) ?? 1) + 20]);
  });

  it("a group that outruns them makes its own, and nothing is refused", async () => {
    await append("plays/0", 150);
    const events = await test.store.readLog("plays/0", { after: 0, upTo: 1_000 });
    expect(events.map((event) => event.position)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
    expect((await rangesOf(test.store.sql, "plays/0")).length).toBeGreaterThanOrEqual(8);
  });

  it("versions of a stream and ids of events are unique across ranges", async () => {
    const one = stream();
    const event = { ...said("once"), eventId: newId() };
    await test.store.appendToStream("ledger/0", one, [event], { metadata });
    await append("ledger/0", 45);
    expect(await test.store.appendToStream("ledger/0", one, [event], { metadata })).toEqual({
      ...{ streamVersion: 1, alreadyStored: true },
    });
    const again = await test.store.appendToStream("ledger/0", one, [said("twice")], { metadata });
    expect(again.streamVersion).toBe(2);
    const owner = connect(test.ownerUrl, { max: 1 });
    await expect(owner`insert into shard_event_ids values (${event.eventId}, 'ledger/0', 999, 0)`).rejects.toThrow(
      /duplicate/,
    );
    await owner.end();
    expect((await test.store.readStream("ledger/0", one)).map((found) => found.position)).toEqual([1, 47]);
  });

  it("reading a stretch of a log looks into its own ranges alone", async () => {
    const plan = await test.store.sql<{ "QUERY PLAN": string }[]>`
      explain select * from ${eventsIn("plays/0")}
      where log = 'plays/0' and position > 45 and position <= 75 order by position`;
    const looked = plan.flatMap((row) => row["QUERY PLAN"].match(/(?<= on )(plays_events|events_plays_0)_\d+/g) ?? []);
    expect(new Set(looked)).toEqual(new Set(["plays_events_41", "plays_events_61"]));
  });

  it("making the next one waits for no append that is going on, and no append waits for it", async () => {
    const writer = connect(test.serviceUrl, { max: 1 });
    const maker = connect(test.ownerUrl, { max: 1 });
    const before = await rangesOf(test.store.sql, "social");
    const next = (before.at(-1) ?? 0) + 20;
    const last = next + 20;
    const insert = (tx: Tx, position: number) =>
      tx`
        insert into events
        values ('social', ${position}, ${stream()}, 1, ${newId()}, 'Said', 1, '{}', '{}', now(), now())`;
    await maker`set lock_timeout = '2s'`;
    const undo = new Error("undo");
    await expect(writer.begin(async (tx) => {
      await insert(tx, 30);
      await maker`select create_range('events_social', ${next}, ${last})`;
      await insert(tx, 31);
      throw undo;
    })).rejects.toBe(undo);
    expect(await rangesOf(test.store.sql, "social")).toEqual([...before, next]);
    await maker.begin(async (tx) => {
      await tx`select create_range('events_social', ${last}, ${last + 20})`;
      await writer`set lock_timeout = '2s'`;
      await expect(writer.begin(async (other) => {
        await insert(other, next);
        throw undo;
      })).rejects.toBe(undo);
    });
    await Promise.all([writer.end(), maker.end()]);
  });

  it("the service may ask for ranges and make or change no table itself", async () => {
    const sql = connect(test.serviceUrl, { max: 1 });
    await expect(sql`select create_range('events_social', 81, 101)`).rejects.toThrow(/permission denied|must be owner/);
    await expect(sql`update events_social_1 set type = 'x'`).rejects.toThrow(/permission denied/);
    await expect(sql`insert into events_social_1 select * from events limit 0`).rejects.toThrow(/permission denied/);
    await sql.end();
  });
});

it("a command that outran them is stored, and not refused, when another process has just made the next one", async () => {
  await using test = await openTestStore({ positionsPerRange: 20 });
  const fill = Array.from({ length: 20 }, (_, n) => said(`${n}`));
  await test.store.appendToStream("social", stream(), fill, { metadata });
  const maker = connect(test.ownerUrl, { max: 2 });
  let answer: Promise<unknown> = Promise.resolve();
  await maker.begin(async (tx) => {
    // The other process is in the middle of `ensure_ranges()`.
    await tx`select pg_advisory_xact_lock(7265746002)`;
    answer = test.store.appendToStream("social", stream(), [said("behind them")], { metadata });
    answer.catch(() => {});
    await eventually(
      "the command to wait for the ranges",
      () => maker`select from pg_locks where locktype = 'advisory' and not granted`,
    ).toHaveLength(1);
    await tx`select create_range('events_social', 21, 41)`;
  });
  await expect(answer).resolves.toMatchObject({ streamVersion: 1 });
  await maker.end();
});

it("a command that outran them waits, and is not refused, while none can be made", async () => {
  await using test = await openTestStore({ positionsPerRange: 20 });
  const fill = Array.from({ length: 20 }, (_, n) => said(`${n}`));
  await test.store.appendToStream("social", stream(), fill, { metadata });
  const owner = connect(test.ownerUrl, { max: 1 });
  await owner`alter function ensure_ranges() rename to ensure_no_ranges`;
  const answer = test.store.appendToStream("social", stream(), [said("behind them")], { metadata });
  await Promise.race([answer.catch(() => {}), sleep(200)]);
  await owner`alter function ensure_no_ranges() rename to ensure_ranges`;
  await expect(answer).resolves.toMatchObject({ streamVersion: 1 });
  await owner.end();
});

it("ranges of a database that had them among the disposable tables move to where truth stands", async () => {
  await using test = await openTestStore();
  await test.store.appendToStream("social", "talk/1", [said("kept")], { metadata });
  const owner = connect(test.ownerUrl, { max: 1 });
  await owner`alter table events_social set schema projected`;
  await owner`alter table events_social_1 set schema projected`;
  const text = await Deno.readTextFile(new URL("../../../migrations/0007_ranges.sql", import.meta.url));
  const [move] = text.match(/do \$\$.*?\$\$;/s) ?? [];
  await owner.unsafe(move ?? "");
  const places = await owner`
    select distinct relnamespace::regnamespace::text as schema from pg_partition_tree('events') join pg_class on oid = relid`;
  expect([...places]).toEqual([{ schema: "public" }]);
  await owner.end();
  expect(await test.store.readStream("social", "talk/1")).toHaveLength(1);
});
