import { connect } from "../../backend/store/sql.ts";
import { rebuild } from "../../backend/store/projections/rebuild.ts";
import { trackDays } from "../../projections/catalogue/track_days.ts";
import { type ProofDatabase, vacuum } from "../parts/database.ts";
import type { Measured } from "../parts/measure.ts";
import { PlaySource } from "../parts/play_source.ts";
import { PLAYS_OF_A_BATCH, tellPlays } from "../parts/plays.ts";
import { pause } from "../parts/waiting.ts";
import { openService, type ProofService } from "../parts/service.ts";
import type { BenchOptions } from "./options.ts";
import { startPhones } from "./plays.ts";
import type { Remote } from "./remote.ts";
import { latencyRow, type Row, rowOf } from "./report.ts";

/** The reads that depend on plays. */
const READS = [
  ...["/api/v1/play-history", "/api/v1/free-plays", "/api/v1/withdrawal-summary", "/api/v1/statement"],
  ...["/api/v1/balance", "/api/v1/tracks", "/api/v1/top-artists"],
];
const CREATORS_READS = [
  "/api/v1/creator-stats",
  "/api/v1/creator-stats/series",
  "/api/v1/creator-stats/series?unit=month",
];
/** Their tracks have plays at every size. */
const CREATORS = 10;
const PLAYS_A_LISTENER = 1_200;
const READ_MS = 3_000;

interface Stage {
  readonly plays: number;
  readonly reads: ReadonlyMap<string, Measured>;
  readonly rebuilt: Measured;
}

/** Fills the log through the command, and at each size times every read, and a rebuild of a projection of plays. */
export async function benchGrowth(
  database: ProofDatabase,
  { growth, seed }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const listeners = Math.max(50, Math.ceil((growth.at(-1) ?? 0) / PLAYS_A_LISTENER));
  await using service = await openService(database, "growth", listeners);
  await using phones = await startPhones(service, { from: 0, to: listeners, seed });
  await using creators = await startPhones(service, { from: 0, to: CREATORS, seed, of: "creators" });
  const source = new PlaySource(listeners, service.tracks, seed);
  const stages: Stage[] = [];
  for (const plays of growth) {
    say(`  ${plays.toLocaleString("en")} plays`);
    await tellPlays(service, source, plays - (stages.at(-1)?.plays ?? 0));
    // One size alone says nothing about growth.
    const people = Math.min(listeners, Math.floor((growth[0] ?? 0) / PLAYS_OF_A_BATCH));
    const readers = [{ phones, paths: READS, people }, { phones: creators, paths: CREATORS_READS, people: CREATORS }];
    const reads = growth.length > 1 ? await timeReads(service, readers) : new Map<string, Measured>();
    stages.push({ plays, reads, rebuilt: await timeRebuild(service, plays) });
  }
  return rowsOf(stages);
}

interface Readers {
  readonly phones: Remote;
  readonly paths: readonly string[];
  readonly people: number;
}

/**
 * The same people read at every size, those with plays at the smallest: so answers keep their length, and only the data
 * behind them grows. No read may scan a log: the server counts such scans.
 */
async function timeReads(service: ProofService, readers: readonly Readers[]): Promise<Map<string, Measured>> {
  await vacuum(service.ownerUrl);
  const sql = connect(service.ownerUrl, { max: 1 });
  const seen = new Map<string, Measured>();
  for (const { phones, paths, people } of readers) {
    for (const path of paths) {
      const before = await logScans();
      await phones.ask({ kind: "read", path, people, ms: 300 });
      seen.set(path, await phones.ask<Measured>({ kind: "read", path, people, ms: READ_MS }));
      if (await logScans() > before) throw new Error(`GET ${path} scans a log`);
    }
  }
  await sql.end();
  return seen;

  async function logScans(): Promise<number> {
    // The server publishes its counts at most once a second.
    await pause(1_200);
    const [row] = await sql<{ scans: number }[]>`
      select coalesce(sum(seq_scan), 0)::int as scans from pg_stat_user_tables where relname ~ '(^|_)events_'`;
    return row?.scans ?? 0;
  }
}

async function timeRebuild({ ownerUrl }: ProofService, plays: number): Promise<Measured> {
  const { buildSeconds, differences } = await rebuild({ ownerUrl, projection: trackDays, fresh: true });
  if (differences?.length !== 0) throw new Error("The rebuilt projection is not the same as the live one");
  return {
    perSecond: plays / buildSeconds,
    p50: buildSeconds * 1_000,
    p99: buildSeconds * 1_000,
    calls: 1,
    units: plays,
  };
}

function rowsOf(stages: readonly Stage[]): Row[] {
  const [first, last] = [stages[0], stages.at(-1)];
  if (!first || !last) return [];
  const sizes = `${amount(last.plays)} ÷ ${amount(first.plays)} plays`;
  const rows = [
    ...stages.map(({ plays, rebuilt }) =>
      rowOf(`rebuild of track_days at ${amount(plays)} plays, events`, rebuilt, { budget: { atLeast: 140_000 } })
    ),
    ...[...last.reads].flatMap(([path, measured]) => {
      const small = first.reads.get(path);
      return small && last !== first
        ? [latencyRow(`p99 of GET ${path}: ${sizes}`, measured, { baseline: small, budget: { atMost: 1.5 } })]
        : [];
    }),
  ];
  const before = stages.at(-2);
  if (!before) return rows;
  // Time an event: the rates the other way round.
  const cost = rowOf(
    `rebuild, cost an event: ${amount(last.plays)} ÷ ${amount(before.plays)} plays`,
    before.rebuilt,
    { baseline: last.rebuilt, budget: { atMost: 1.3 } },
  );
  return [...rows, cost];
}

function amount(plays: number): string {
  return plays >= 1_000_000 ? `${plays / 1_000_000} M` : `${plays / 1_000} k`;
}
