import process from "node:process";
import { Rounds } from "../../backend/testing/rounds.ts";
import { followCreator } from "../../backend/social/follow/follow.ts";
import { type ProofDatabase, vacuum } from "../parts/database.ts";
import type { Measured } from "../parts/measure.ts";
import { PlaySource } from "../parts/play_source.ts";
import { tellPlays } from "../parts/plays.ts";
import { inTurns, openService, type ProofService, SONG_BYTES, SONG_TYPE, songKey } from "../parts/service.ts";
import type { BenchOptions } from "./options.ts";
import { type Remote, startRemote } from "./remote.ts";
import { costRow, type Row, rowOf } from "./report.ts";

/** People who open the app, and what they have heard. */
const LISTENERS = 24;
const PLAYS = LISTENERS * 120;
const METADATA = { actor: "system:bench" };
const CONNECTIONS = 32;
const RANGE_BYTES = 64 * 1024;
const BASELINE = "/healthz";

/** What people open, and how large a part of the rate of `/healthz` it should reach. */
interface Opened {
  readonly name: string;
  readonly path: string;
  readonly by: "member" | "visitor";
  readonly atLeast?: number;
  readonly range?: string;
}

const MEMBERS_FIRST_SCREEN = [
  "/api/v1/home",
  "/api/v1/free-plays",
  "/api/v1/withdrawal-summary",
  "/api/v1/notifications",
];
const MEMBERS: readonly [path: string, atLeast?: number][] = [
  ["/api/v1/home", 0.08],
  ["/api/v1/free-plays", 0.12],
  ["/api/v1/withdrawal-summary", 0.12],
  ["/api/v1/notifications", 0.12],
  ["/api/v1/play-history", 0.12],
  ["/api/v1/tracks", 0.25],
  ["/api/v1/tracks/admin-uploads", 0.25],
  ["/api/v1/playlist"],
  ["/api/auth/profile"],
];
const VISITORS: readonly [path: string, atLeast?: number][] = [
  ["/api/v1/home", 0.2],
  ["/api/v1/tracks", 0.25],
  ["/api/v1/tracks/admin-uploads", 0.25],
  ["/api/v1/top-artists", 0.25],
  ["/api/auth/creators"],
];

/**
 * What people open and hear, beside `/healthz` in one run: processor time of this process a call,
 * which a busy machine changes less than rates, and statements a call. Ratios are of processor time.
 */
export async function benchReads(
  database: ProofDatabase,
  { rounds, ms, seed }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  await using service = await openWorld(database, seed);
  await using phones = await startRemote(new URL("http_load.ts", import.meta.url).pathname);
  await phones.ask({ kind: "setup", port: service.port, tokens: [], sessions: service.sessions, tracks: [], seed: 1 });
  const opened: Opened[] = [
    ...MEMBERS.map(([path, atLeast]) => openedBy("member", path, atLeast)),
    ...VISITORS.map(([path, atLeast]) => openedBy("visitor", path, atLeast)),
    { name: "64 KB of a song by Range", path: service.song, by: "visitor", range: `bytes=0-${RANGE_BYTES - 1}` },
  ];
  const timed = async (one: Opened, ms: number) => await costOf(service, phones, { one, ms });
  const first = openedBy("visitor", BASELINE);
  for (const one of [first, ...opened]) await timed(one, 300);
  const costs = new Map<Opened, Cost[]>(opened.map((one) => [one, []]));
  const baselines: Cost[] = [];
  for (let round = 0; round < rounds; round++) {
    baselines.push(await timed(first, ms / 4));
    for (const [one, seen] of costs) {
      say(`  ${one.name}`);
      seen.push(await timed(one, ms / 4));
    }
    for (let more = 0; more < 2; more++) baselines.push(await timed(first, ms / 4));
  }
  const baseline = middle(baselines);
  const rows = [...costs].map(([{ name, atLeast }, seen]) => costRow(name, middle(seen), { baseline, atLeast }));
  return [rowOf(`GET ${BASELINE}`, baseline.measured), ...rows, firstScreen(costs)];
}

/** All the calls of a member's first screen, one after another, by the processor time of each. */
function firstScreen(costs: ReadonlyMap<Opened, Cost[]>): Row {
  const calls = [...costs].filter(([{ by, path }]) => by === "member" && MEMBERS_FIRST_SCREEN.includes(path));
  const seen = calls.map(([, all]) => middle(all));
  const cpuMs = seen.reduce((sum, one) => sum + one.cpuMs, 0);
  const p99 = Math.max(...seen.map(({ measured }) => measured.p99));
  const measured = { perSecond: 1_000 / cpuMs, p50: cpuMs, p99, calls: 0, units: 0 };
  return rowOf("first screens of members, by processor time", measured, { budget: { atLeast: 250 } });
}

function openedBy(by: Opened["by"], path: string, atLeast?: number): Opened {
  return { name: `GET ${path}, a ${by}`, path, by, ...(atLeast !== undefined && { atLeast }) };
}

/** What one call of a kind costs this process. */
interface Cost {
  readonly measured: Measured;
  readonly cpuMs: number;
  /** Statements that pages sent. */
  readonly statements: number;
  /** How often a call alone asked the database anew, with what it had answered before. */
  readonly rounds: number;
}

async function costOf(
  service: ReadService,
  phones: Remote,
  { one: { path, by, range }, ms }: { one: Opened; ms: number },
): Promise<Cost> {
  const [{ statements }, before] = [service.asked.counted, process.cpuUsage()];
  const measured = await phones.ask<Measured>({ kind: "open", connections: CONNECTIONS, path, by, range, ms });
  const { user, system } = process.cpuUsage(before);
  const { calls } = measured;
  const asked = (service.asked.counted.statements - statements) / calls;
  const { rounds } = await service.asked.of(() => {
    return phones.ask({ kind: "open", connections: 1, path, by, range, ms: 0 });
  });
  return { measured, cpuMs: (user + system) / 1_000 / calls, statements: asked, rounds };
}

function middle(costs: readonly Cost[]): Cost {
  const found = costs.toSorted((one, two) => one.cpuMs - two.cpuMs)[Math.floor(costs.length / 2)];
  if (!found) throw new Error("Cannot take the median of no rounds");
  return found;
}

interface ReadService extends AsyncDisposable {
  readonly port: number;
  readonly sessions: readonly string[];
  /** The address of a song's sound. */
  readonly song: string;
  readonly asked: Rounds;
}

/** A world with plays, follows and a song's sound behind a real port. */
async function openWorld(database: ProofDatabase, seed: number): Promise<ReadService> {
  const asked = new Rounds();
  const service = await openService(database, "reads", LISTENERS, { asked: asked.heard });
  const { deps, listeners, creators, tracks, port } = service;
  await inTurns(LISTENERS, followSome(service));
  await tellPlays(service, new PlaySource(LISTENERS, tracks, seed), PLAYS);
  await vacuum(service.ownerUrl);
  const [trackId = ""] = tracks;
  const sound = new Uint8Array(SONG_BYTES).fill(7);
  await deps.files.put(songKey(trackId), sound, { contentType: SONG_TYPE, bytes: SONG_BYTES });
  const { track } = await (await fetch(`http://127.0.0.1:${port}/api/v1/tracks/${trackId}`)).json();
  if (creators.length === 0) throw new Error("Nobody is followed");
  return {
    port,
    sessions: listeners.map(({ sessionToken }) => sessionToken),
    song: track.audioUrl,
    asked,
    async [Symbol.asyncDispose]() {
      deps.served.hurry();
      await deps.served.settle();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Each listener follows some artists. */
function followSome({ deps, listeners, creators }: ProofService): () => Promise<void> {
  let next = 0;
  return async () => {
    const at = next++;
    const { userId: followerId = "" } = listeners[at] ?? {};
    for (const { userId: creatorId } of creators.filter((_, index) => (index + at) % 15 === 0)) {
      const follow = { followerId, creatorId };
      await deps.store.execute(followCreator, follow, { logs: ["social"], metadata: METADATA });
    }
  };
}
