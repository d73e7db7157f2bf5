import { expect, it } from "vitest";
import { isSpread } from "../testing/database.ts";
import { openTestStore } from "../testing/store.ts";
import { eventually } from "../testing/wait.ts";
import { readChainHeads } from "./chain/chain.ts";
import { connect } from "./sql.ts";
import { said, wordsProjection } from "./testing/words.ts";
import { nextNightly, Upkeep, type UpkeepOptions } from "./upkeep.ts";

const metadata = { actor: "system:test" };

it("nextNightly() is half past three in Lagos, today or tomorrow", () => {
  expect(new Date(nextNightly(Date.parse("2026-05-04T02:29:59.999Z"))).toISOString()).toBe("2026-05-04T02:30:00.000Z");
  expect(new Date(nextNightly(Date.parse("2026-05-04T02:30:00.000Z"))).toISOString()).toBe("2026-05-05T02:30:00.000Z");
});

it("Upkeep makes ranges and blocks at once, verifies and does its chores when the night comes, once for all processes", async () => {
  await using test = await openTestStore({ projections: [wordsProjection()], positionsPerRange: 20 });
  await test.store.appendToStream("social", "talk/1", Array.from({ length: 15 }, () => said("a")), { metadata });
  await test.store.settle();
  let now = Date.parse("2026-05-04T02:29:00.000Z");
  const lines: string[] = [];
  let chores = 0;
  const another = test.another();
  const optionsOf = ({ sql, metrics }: Pick<UpkeepOptions, "sql" | "metrics">): UpkeepOptions => ({
    ...{ sql, metrics, url: test.serviceUrl, projections: [wordsProjection()], checks: [], now: () => now },
    chores: [() => Promise.reject(new Error("a chore that fails")), () => Promise.resolve(void chores++)],
    measure: () => Promise.resolve({ debits: 0, credits: 0 }),
    log: (line, error) => void lines.push(`${line} ${error ?? ""}`.trim()),
  });
  const first = new Upkeep(optionsOf(test.store));
  await first.tick();
  await first[Symbol.asyncDispose]();
  expect(lines).toEqual([]);
  expect(await readChainHeads(test.store.sql)).toMatchObject([{ log: "social", position: 15 }]);
  const ranges = await test.store
    .sql`select relid::regclass::text from pg_partition_tree('events_social') where isleaf order by 1`;
  expect(ranges.map((row) => row["relid"])).toEqual([
    ...["events_social_1", "events_social_21"],
    // Where an engine spreads tables, one more is made ahead (`0042_ranges_ahead.sql`).
    ...isSpread() ? ["events_social_41"] : [],
  ]);
  expect(await test.store.metrics.render()).toMatch(/^orin_verify_ok nan$/im);

  const upkeeps = [new Upkeep(optionsOf(test.store)), new Upkeep(optionsOf(another))];
  now += 120_000;
  for (const upkeep of upkeeps) await upkeep.tick();
  await Promise.all(upkeeps.map((upkeep) => upkeep.night));
  const verifications = await test.store.sql`select is_full, is_ok from verifications`;
  expect([...verifications]).toEqual([{ isFull: false, isOk: true }]);
  expect(lines).toEqual([
    "a chore of the night will be tried again tomorrow Error: a chore that fails",
    expect.stringMatching(/^Verified 15 events in .* s: all good$/),
  ]);
  expect(chores).toBe(1);

  const owner = connect(test.ownerUrl, { max: 1 });
  await owner`update words set times = 9`;
  await owner.end();
  now += 24 * 3_600_000;
  // Either may do it: both also look by themselves every few seconds.
  for (const upkeep of upkeeps) await upkeep.tick();
  await Promise.all(upkeeps.map((upkeep) => upkeep.night));
  await upkeeps[1]?.tick();
  expect(lines.at(-1)).toContain("the row (a,9) is not what the events say");
  expect(await another.metrics.render()).toContain("orin_verify_ok 0");
  for (const upkeep of upkeeps) await upkeep[Symbol.asyncDispose]();
});

it("Upkeep deletes old rows of projections before it verifies them", async () => {
  const old = wordsProjection({
    tables: "create table words (word text primary key, times bigint not null, day date not null default '2020-01-01')",
    keeps: [{ table: "words", column: "day", type: "day", days: 9 }],
  });
  await using test = await openTestStore({ projections: [old] });
  await test.store.appendToStream("social", "talk/1", [said("a")], { metadata });
  await test.store.settle();
  let now = Date.parse("2026-05-04T02:29:00.000Z");
  const lines: string[] = [];
  await using upkeep = new Upkeep({
    ...{ sql: test.store.sql, metrics: test.store.metrics, url: test.serviceUrl, projections: [old], checks: [] },
    measure: () => Promise.resolve({ debits: 0, credits: 0 }),
    ...{ now: () => now, log: (line: string) => void lines.push(line) },
  });
  now += 120_000;
  await upkeep.tick();
  await upkeep.night;
  expect(await test.store.sql`select from words`).toHaveLength(0);
  expect(lines).toEqual([expect.stringMatching(/all good$/)]);
});

it("Upkeep that fails to verify one night leaves the next one to any process", async () => {
  await using test = await openTestStore();
  let now = Date.parse("2026-05-04T02:29:00.000Z");
  const lines: string[] = [];
  let isAway = true;
  const away = Object.assign(new Error("the database is shutting down"), { code: "57P01" });
  const check = { name: "books", check: () => isAway ? Promise.reject(away) : Promise.resolve([]) };
  const optionsOf = ({ sql, metrics }: Pick<UpkeepOptions, "sql" | "metrics">): UpkeepOptions => ({
    ...{ sql, metrics, url: test.serviceUrl, projections: [], checks: [check], now: () => now },
    measure: () => Promise.resolve({ debits: 0, credits: 0 }),
    log: (line, error) => void lines.push(`${line} ${error ?? ""}`.trim()),
  });
  {
    await using one = new Upkeep(optionsOf(test.store));
    now += 120_000;
    await one.tick();
    await one.night;
    expect(lines).toEqual([expect.stringMatching(/^the nightly verification could not be made .*shutting down$/)]);
  }

  isAway = false;
  await using other = new Upkeep(optionsOf(test.another()));
  now += 24 * 3_600_000;
  await other.tick();
  await other.night;
  expect(lines.at(-1)).toMatch(/^Verified 0 events in .* s: all good$/);
});

it("Upkeep verifies anew, and the next night, after a clock that was a day ahead has verified", async () => {
  await using test = await openTestStore();
  const right = Date.parse("2026-05-04T02:29:00.000Z");
  let now = right + 24 * 3_600_000;
  const optionsOf = ({ sql, metrics }: Pick<UpkeepOptions, "sql" | "metrics">): UpkeepOptions => ({
    ...{ sql, metrics, url: test.serviceUrl, projections: [], checks: [], now: () => now, log: () => {} },
    measure: () => Promise.resolve({ debits: 0, credits: 0 }),
  });
  await using upkeep = new Upkeep(optionsOf(test.store));
  await upkeep.verify();
  const count = async () => (await test.store.sql`select from verifications`).length;
  expect(await count()).toBe(1);
  now = right;
  await upkeep.tick();
  expect(await test.store.metrics.render()).toMatch(/^orin_verify_age_seconds \+Inf$/m);
  upkeep.keepVerified();
  await eventually("a verification by the right clock", count).toBe(2);
  now += 120_000;
  await upkeep.tick();
  await upkeep.night;
  expect(await count()).toBe(3);
});
