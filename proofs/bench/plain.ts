// deno-lint-ignore-file orin/table-owner -- a service without projections asks the tables itself; `plain` is its own schema
import { Hono } from "hono";
import type { PlayBatchAnswer } from "../../backend/contract/listening.ts";
import { lagosDay } from "../../backend/contract/policy.ts";
import { PlayBatch } from "../../backend/contract/requests/listening.ts";
import { tokensOf } from "../../backend/contract/money.ts";
import type { Deps } from "../../backend/deps.ts";
import { requireReporter } from "../../backend/http/session.ts";
import { jsonBody } from "../../backend/http/validate.ts";
import { answered, parseRows } from "../../backend/listening/report/report.ts";
import { connect, type Sql } from "../../backend/store/sql.ts";

const UNIT_MS = 3_000;
const DAILY_MS = 7_200_000;

/** What a plain service keeps: a row for each play, a balance, what was heard on a day. */
export async function makePlainTables(ownerUrl: string): Promise<void> {
  const sql = connect(ownerUrl, { max: 1 });
  await sql.unsafe(`
    create schema if not exists plain;
    create table if not exists plain.plays (
      play_id uuid primary key, listener_id uuid not null, track_id uuid not null, started_at timestamptz not null,
      listened_ms bigint not null, credited_ms bigint not null, units bigint not null,
      recorded_at timestamptz not null default now());
    create index if not exists plays_of_listener on plain.plays (listener_id, started_at);
    create table if not exists plain.balances (listener_id uuid primary key, units bigint not null);
    create table if not exists plain.days (
      listener_id uuid, day date, credited_ms bigint not null, units bigint not null, plays int not null,
      primary key (listener_id, day));
    grant usage on schema plain to public;
    grant select, insert, update on all tables in schema plain to public;`);
  await sql.end();
}

/** As many connections as a service of this size would have. */
export function openPlain(serviceUrl: string): Sql {
  return connect(serviceUrl, { name: "plain service", max: 10 });
}

/**
 * What a report is compared with over HTTP. `/dev/no-op` is what a request costs before anything is done for it:
 * middleware, the token, a small answer; `/dev/report-no-op` also parses a report and answers as if it were credited.
 * `/dev/plain` is the report as a plain service would take it: the same middleware, session and checks, then one
 * transaction a report with a row for the play, the balance and the day's counters; no events, chain or proofs.
 */
export function comparisons(deps: Deps, plain: Sql): Hono {
  return new Hono()
    .post("/dev/no-op", requireReporter(deps), (c) => c.json({ ok: true }, 200))
    .post("/dev/report-no-op", requireReporter(deps), jsonBody(PlayBatch), (c) => {
      const { reports } = parseRows(c.req.valid("json").plays);
      return c.json(answerOf(reports.map(({ playId }) => ({ playId, units: 20 })), 20), 200);
    })
    .post("/dev/plain", requireReporter(deps), jsonBody(PlayBatch), async (c) => {
      const { reports } = parseRows(c.req.valid("json").plays);
      const credited: { playId: string; units: number; balance: number }[] = [];
      for (const report of reports) credited.push(await credit(plain, c.var.reporter.userId, report));
      return c.json(answerOf(credited, credited.at(-1)?.balance ?? 0), 200);
    });
}

function answerOf(credited: readonly { playId: string; units: number }[], balance: number): PlayBatchAnswer {
  const results = credited.map(({ playId, units }) => answered({ playId, status: "accepted", units }));
  return { results, newBalance: tokensOf(balance) };
}

async function credit(
  sql: Sql,
  listenerId: string,
  { playId, trackId, startedAt, listenedMs }: ReturnType<typeof parseRows>["reports"][number],
): Promise<{ playId: string; units: number; balance: number }> {
  const day = lagosDay(startedAt);
  return await sql.begin(async (tx) => {
    const [[account], [track], [heard], overlaps] = await Promise.all([
      tx<{ open: boolean }[]>`
        select suspension is null and closed_by is null as open from users where user_id = ${listenerId}`,
      tx<{ durationMs: number }[]>`select duration_ms from tracks where track_id = ${trackId}`,
      tx<{ creditedMs: number }[]>`
        select credited_ms from plain.days where listener_id = ${listenerId} and day = ${day} for update`,
      tx`
        select from plain.plays where listener_id = ${listenerId} and started_at < ${new Date(startedAt + listenedMs)}
          and started_at + listened_ms * interval '1 ms' > ${new Date(startedAt)}
          and started_at > ${new Date(startedAt - DAILY_MS)} limit 1`,
    ]);
    if (!account?.open || !track || overlaps.length > 0) throw new Error("A play of the bench is credited");
    const creditedMs = Math.min(listenedMs, track.durationMs, DAILY_MS - (heard?.creditedMs ?? 0));
    const units = Math.floor(creditedMs / UNIT_MS);
    const [, , [balance]] = await Promise.all([
      tx`
        insert into plain.plays (play_id, listener_id, track_id, started_at, listened_ms, credited_ms, units)
        values (${playId}, ${listenerId}, ${trackId}, ${new Date(startedAt)}, ${listenedMs}, ${creditedMs}, ${units})`,
      tx`
        insert into plain.days as known values (${listenerId}, ${day}, ${creditedMs}, ${units}, 1)
        on conflict (listener_id, day) do update set credited_ms = known.credited_ms + excluded.credited_ms,
          units = known.units + excluded.units, plays = known.plays + 1`,
      tx<{ units: number }[]>`
        insert into plain.balances as known values (${listenerId}, ${units})
        on conflict (listener_id) do update set units = known.units + excluded.units returning units`,
    ]);
    return { playId, units, balance: balance?.units ?? 0 };
  });
}
