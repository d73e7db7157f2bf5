import { expect, it } from "vitest";
import { forgetOldCodes } from "../accounts/code/table.ts";
import { newId } from "../contract/ids.ts";
import { forgetEndedSessions } from "../http/sessions.ts";
import { openTestStore } from "../testing/store.ts";
import { keepOf } from "../store/projections/retention.ts";
import { projections } from "../../projections/mod.ts";

const NOW = Date.parse("2026-05-04T02:30:00Z");
const DAY_MS = 24 * 3_600_000;

it("docs/retention.md says of every table of the migrations how long its rows are kept", async () => {
  await using test = await openTestStore();
  const tables = await test.store.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  const text = await Deno.readTextFile("docs/retention.md");
  const listed = [...text.matchAll(/^\| `(\w+)`/gm)].map((row) => row[1]);
  expect(listed.sort()).toEqual(tables.map(({ name }) => name).sort());
});

it("docs/retention.md says of every table that plays and transfers grow for how many days it keeps its rows", async () => {
  const text = await Deno.readTextFile("docs/retention.md");
  const listed = [...text.matchAll(/^\| `projected\.(\w+)` .*? \| (\d+|all) +\|/gm)].map((row) =>
    `${row[1]} ${row[2]}`
  );
  const growing = projections.filter(({ on }) => on.includes("PlayReported") || on.includes("TransferPosted"));
  const kept = growing.flatMap((projection) =>
    [...projection.tables.matchAll(/create table (\w+)/g)].map(([, table = ""]) => {
      return `${table} ${keepOf(projection, table)?.days ?? "all"}`;
    })
  );
  expect(listed.sort()).toEqual(kept.sort());
});

it("the night deletes ended sessions and old codes in batches, from two processes side by side, and no other", async () => {
  await using test = await openTestStore();
  const { sql } = test.store;
  const other = test.another().sql;
  const days = (count: number) => new Date(NOW - count * DAY_MS);
  const addSessions = (count: number, endsAt: Date) =>
    sql`
      insert into sessions (session_id, user_id, audience, role, is_admin, created_at, last_seen_at, expires_at, remember,
        password_at)
      select gen_random_uuid(), ${newId()}, 'user', 'listener', false, ${days(99)}, ${days(99)}, ${endsAt}, true,
        ${days(99)}
      from generate_series(1, ${count}::int)`;
  const addCodes = (count: number, expiresAt: Date) =>
    sql`
      insert into one_time_codes (code_id, user_id, purpose, code_hmac, created_at, expires_at)
      select gen_random_uuid(), ${newId()}, 'verify', '', ${days(99)}, ${expiresAt}
      from generate_series(1, ${count}::int)`;
  await addSessions(9_000, days(1.01));
  await addSessions(2, days(0.99));
  await addSessions(3, days(-1));
  await addCodes(9_000, days(30.01));
  await addCodes(4, days(29.99));

  for (const forget of [forgetEndedSessions, forgetOldCodes]) {
    await Promise.all([sql, other].map((pool) => forget(pool, NOW)));
    await forget(sql, NOW);
  }
  const [left] = await sql`
    select (select count(*)::int from sessions) as sessions, (select count(*)::int from one_time_codes) as codes`;
  expect(left).toEqual({ sessions: 5, codes: 4 });
});
