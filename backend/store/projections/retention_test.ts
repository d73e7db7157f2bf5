import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { verify } from "../chain/verify.ts";
import type { RecordedEvent } from "../log/event.ts";
import { connect, type Sql } from "../sql.ts";
import { said } from "../testing/words.ts";
import type { Projection } from "./projection.ts";
import { rebuild } from "./rebuild.ts";
import { forgetOldRows } from "./retention.ts";

const DAY_MS = 24 * 3_600_000;
const START = Date.parse("2026-05-04T12:00:00Z");
const metadata = { actor: "system:test" };

/** Each saying with its moment; kept three days by the millisecond, and by the day. */
const sayings: Projection = {
  name: "sayings",
  version: 1,
  mode: "inline",
  place: "shard",
  logs: ["plays"],
  on: ["Said"],
  tables: `
    create table sayings (position bigint, at_ms bigint not null, word text not null, shard smallint not null default 0,
      primary key (shard, position));
    create table saying_days (day date, times int not null, shard smallint not null default 0, primary key (shard, day));
    create table all_sayings (word text, times int not null, shard smallint not null default 0,
      primary key (shard, word))`,
  keeps: [
    { table: "sayings", column: "at_ms", type: "ms", days: 3 },
    { table: "saying_days", column: "day", type: "day", days: 3 },
  ],
  async apply(tx, events) {
    for (const event of events) await add(tx, event);
  },
};

async function add(tx: Parameters<Projection["apply"]>[0], { position, recordedAt, data }: RecordedEvent) {
  const { word } = data as { word: string };
  const at = new Date(recordedAt);
  await tx`insert into sayings (position, at_ms, word) values (${position}, ${recordedAt}, ${word})`;
  await tx`
    insert into saying_days values (${at}, 1) on conflict (shard, day) do update set times = saying_days.times + 1`;
  await tx`
    insert into all_sayings values (${word}, 1) on conflict (shard, word) do update set times = all_sayings.times + 1`;
}

describe("the retention of a projection", () => {
  let test: TestStore;
  let owner: Sql;
  let now: number;
  beforeEach(async () => {
    now = START;
    test = await openTestStore({ projections: [sayings], now: () => now });
    owner = connect(test.ownerUrl, { max: 1 });
  });
  afterEach(async () => {
    await owner.end();
    await test[Symbol.asyncDispose]();
  });

  const say = (word: string) =>
    test.store.appendToStream("plays/0", `talk/${crypto.randomUUID()}`, [said(word)], { metadata });
  const sayOnDays = async (days: number) => {
    for (let day = 0; day < days; day++) {
      await say(`day ${day}`);
      now += DAY_MS;
    }
    now -= DAY_MS;
  };
  const words = async () =>
    (await test.store.sql`select word from sayings order by position`).map((row) => row["word"]);
  const problems = async (full: boolean) => {
    const found = await verify({ url: test.serviceUrl, projections: [sayings], checks: [], full });
    return found.problems.map(({ where, what }) => `${where}: ${what}`);
  };
  const forget = () => forgetOldRows(test.store.sql, [sayings]);

  it("deletes whole days before the newest event, and verification and rebuild find nothing missing", async () => {
    await sayOnDays(6);
    expect(await problems(false)).toEqual([]);
    await forget();
    expect(await words()).toEqual(["day 2", "day 3", "day 4", "day 5"]);
    expect(await test.store.sql`select from saying_days`).toHaveLength(4);
    expect(await test.store.sql`select from all_sayings`).toHaveLength(6);
    for (const full of [false, true, false]) expect(await problems(full)).toEqual([]);
    expect(await owner`select from proven.sayings`).toHaveLength(4);
    const { differences } = await rebuild({ ownerUrl: test.ownerUrl, projection: sayings });
    expect(differences).toEqual([]);
    expect(await words()).toEqual(["day 2", "day 3", "day 4", "day 5"]);
    now += DAY_MS;
    await say("day 6");
    for (const full of [false, true]) expect(await problems(full)).toEqual([]);
    await forget();
    expect((await words())[0]).toBe("day 3");
    expect(await problems(false)).toEqual([]);
  });

  it("still finds a young row that is missing or wrong, deleted or not by the night", async () => {
    await sayOnDays(6);
    await forget();
    await owner`delete from projected.sayings where word = 'day 2'`;
    expect(await problems(true)).toEqual([expect.stringContaining("table sayings: a row is missing, expected (3,")]);
    const { differences } = await rebuild({ ownerUrl: test.ownerUrl, projection: sayings });
    expect(differences).toMatchObject([{ where: "table sayings" }]);
    await owner`update projected.sayings set word = 'other' where word = 'day 5'`;
    expect(await problems(true)).toEqual([expect.stringContaining("other")]);
  });

  it("goes over many pages, and leaves tables of another version alone", async () => {
    await sayOnDays(6);
    await owner`insert into projected.sayings select -n, 0, repeat('long ', 100) from generate_series(1, 9000) as n`;
    await forgetOldRows(test.store.sql, [{ ...sayings, version: 2 }]);
    expect(await words()).toHaveLength(9_006);
    await forget();
    expect(await words()).toEqual(["day 2", "day 3", "day 4", "day 5"]);
  });

  it("waits for a projection that has not read as far", async () => {
    await sayOnDays(6);
    const left = async (position: number) => {
      await owner`
        insert into checkpoints (name, log, position) values ('slow', 'plays/0', ${position})
        on conflict (name, log) do update set position = excluded.position`;
      await forgetOldRows(test.store.sql, [sayings, { ...sayings, name: "slow", keeps: [] }]);
      return (await words()).length;
    };
    expect([await left(0), await left(3), await left(4), await left(6)]).toEqual([6, 6, 5, 4]);
  });

  it("deletes nothing by a clock alone: an installation without events keeps what it has", async () => {
    await sayOnDays(3);
    now += 300 * DAY_MS;
    await forget();
    expect(await words()).toHaveLength(3);
  });
});
