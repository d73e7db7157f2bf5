import { join } from "node:path";
import { TEST_SECRET } from "../../backend/testing/store.ts";
import { seededRandom } from "../../backend/testing/random.ts";
import { freePort, startTestServer, type TestServer } from "../../backend/testing/server.ts";
import { onDatabase, openDatabase } from "../parts/database.ts";
import { factsOf, runScript } from "../parts/processes.ts";
import { quantilesOf } from "../parts/quantiles.ts";
import { pause } from "../parts/waiting.ts";
import { Requests } from "../parts/requests.ts";
import { seedWorld, streamOf } from "../parts/seed.ts";
import { dueBetween, type Kind, KINDS } from "./day.ts";

interface LoadOptions {
  /** People whose day it is. */
  readonly listeners: number;
  /** How long the day lasts here. */
  readonly seconds: number;
  readonly seed: number;
  /** One process answers and another works, in place of one that does both. */
  readonly isApart?: boolean;
  readonly log: (line: string) => void;
}

interface KindReport {
  readonly kind: Kind;
  readonly asked: number;
  readonly failed: number;
  /** From the moment that a request was due, ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

interface LoadReport {
  readonly kinds: readonly KindReport[];
  readonly failures: readonly string[];
  /** The busiest second. */
  readonly mostPerSecond: number;
  readonly meanPerSecond: number;
  /** How long the followers needed after the last request, ms. */
  readonly behindMs: number;
  readonly credited: number;
  readonly bytesPerPlay: number;
  /** Of each process by its role, without Postgres. */
  readonly processes: readonly { readonly role: string; readonly cpuSeconds: number; readonly memoryMb: number }[];
  readonly verified: string;
}

const NAME = "load";
const TICK_MS = 20;
const BATCH = 10;
/** Accounts that ask: each has more plays to report than its share of the day. */
const MOST_PEOPLE = 400;

/**
 * A day of many listeners within minutes, on a service and a Postgres of its own. Requests begin when they are due,
 * whether those before them are answered or not, and each is measured from then: a service that stalls is seen to stall.
 */
export async function load({ listeners, seconds, seed, isApart = false, log }: LoadOptions): Promise<LoadReport> {
  await using database = await openDatabase();
  const people = Math.min(MOST_PEOPLE, Math.max(20, Math.ceil(listeners / 25)));
  const { ownerUrl, ...seeded } = await seedWorld(database, { name: NAME, listeners: people, seed });
  const dataDir = join(database.directory, NAME);
  const env = { DATABASE_URL: ownerUrl, ORIN_SECRET: TEST_SECRET };
  await using running = new AsyncDisposableStack();
  const metricsPort = freePort();
  const start = async (role: string, more: Record<string, string> = {}) =>
    running.use(await startTestServer({ dataDir, env: { ...env, ORIN_ROLE: role, ...more }, withPwa: true }));
  const server = await start(isApart ? "api" : "all");
  const servers = [{ role: isApart ? "api" : "all", server }];
  if (isApart) servers.push({ role: "worker", server: await start("worker", { METRICS_PORT: String(metricsPort) }) });
  const streams = await Promise.all(seeded.sessions.map((token) => streamOf(server.url, seeded.tracks, token)));
  const day = new Day(new Requests({ url: server.url, ...seeded, streams }, seededRandom(seed)));
  const before = await sizeOf(ownerUrl);
  const cpuSecondsSoFar = () => servers.map(({ server }) => factsOf(server.pid)?.seconds ?? 0);
  const cpuBefore = cpuSecondsSoFar();
  log(`A day of ${listeners} listeners in ${seconds} s, asked for by ${people} accounts`);
  await day.run({ listeners, seconds });
  const cpuAfter = cpuSecondsSoFar();
  const endedAt = performance.now();
  await followed(isApart ? `http://127.0.0.1:${metricsPort}` : server.url);
  const behindMs = performance.now() - endedAt;
  const after = await sizeOf(ownerUrl);
  const credited = after.plays - before.plays;
  return {
    ...day.report(seconds),
    behindMs,
    credited,
    bytesPerPlay: Math.round((after.bytes - before.bytes) / Math.max(1, credited)),
    processes: servers.map(({ role, server }, index) => ({
      role,
      cpuSeconds: (cpuAfter[index] ?? 0) - (cpuBefore[index] ?? 0),
      memoryMb: memoryMbOf(server),
    })),
    verified: (await runScript("backend/tools/orin/main.ts", {
      args: ["verify", "--full"],
      env: { ...env, ORIN_DATA_DIR: dataDir },
    }))
      .said.trim(),
  };
}

/** The requests of a day, and what came of them. */
class Day {
  readonly #ms = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  readonly #failed = new Map<Kind, string[]>(KINDS.map((kind) => [kind, []]));
  readonly #perSecond = new Map<number, number>();

  constructor(readonly requests: Requests) {}

  async run({ listeners, seconds }: Pick<LoadOptions, "listeners" | "seconds">): Promise<void> {
    const [ms, begun] = [seconds * 1_000, performance.now()];
    const due = new Map<Kind, number>();
    const open = new Set<Promise<void>>();
    for (let from = 0; from < 1;) {
      await pause(TICK_MS);
      const to = Math.min(1, (performance.now() - begun) / ms);
      for (const kind of KINDS) {
        const count = (due.get(kind) ?? 0) + dueBetween(kind, { listeners, from, to });
        due.set(kind, count % 1);
        for (let number = 0; number < Math.floor(count); number++) {
          // Spread over the tick that is over: they were due then.
          const asked = this.#ask(kind, begun + ms * (from + (to - from) * (number + 1) / Math.floor(count)));
          open.add(asked);
          asked.finally(() => open.delete(asked));
        }
      }
      from = to;
    }
    await Promise.all(open);
  }

  async #ask(kind: Kind, dueAt: number): Promise<void> {
    const second = Math.floor(dueAt / 1_000);
    this.#perSecond.set(second, (this.#perSecond.get(second) ?? 0) + 1);
    try {
      await this.#perform(kind);
      this.#ms.get(kind)?.push(performance.now() - dueAt);
    } catch (error) {
      this.#failed.get(kind)?.push(`${kind}: ${error instanceof Error ? error.message : error}`);
    }
  }

  #perform(kind: Kind): Promise<void> {
    switch (kind) {
      case "pages":
        return this.requests.page();
      case "reads":
        return this.requests.read();
      case "searches":
        return this.requests.search();
      case "streams":
        return this.requests.stream();
      case "plays":
        return this.requests.play();
      case "offline plays":
        return this.requests.playBatch(BATCH);
      case "hearts":
        return this.requests.heart();
      case "log-ins":
        return this.requests.logIn();
    }
  }

  report(seconds: number): Pick<LoadReport, "kinds" | "failures" | "mostPerSecond" | "meanPerSecond"> {
    const kinds = KINDS.map((kind) => {
      const times = this.#ms.get(kind) ?? [];
      const failed = this.#failed.get(kind)?.length ?? 0;
      const [p50 = 0, p95 = 0, p99 = 0, max = 0] = quantilesOf(times, 0.5, 0.95, 0.99, 1);
      return { kind, asked: times.length + failed, failed, p50, p95, p99, max };
    });
    const asked = kinds.reduce((sum, one) => sum + one.asked, 0);
    return {
      kinds,
      failures: [...this.#failed.values()].flat(),
      mostPerSecond: Math.max(...this.#perSecond.values()),
      meanPerSecond: asked / seconds,
    };
  }
}

async function sizeOf(ownerUrl: string): Promise<{ bytes: number; plays: number }> {
  const [row] = await onDatabase(ownerUrl, (sql) =>
    sql<{ bytes: number; plays: number }[]>`
      select pg_database_size(current_database())::bigint as bytes,
        (select count(*) from plays_events where type = 'PlayReported')::bigint as plays`);
  return row ?? { bytes: 0, plays: 0 };
}

/** Waits until every follower is where the logs are, by the service's own word. */
async function followed(url: string): Promise<void> {
  for (;; await pause(100)) {
    const text = await (await fetch(`${url}/metrics`)).text();
    const lags = [...text.matchAll(/^orin_projection_lag\{[^}]*\} (\d+)$/gm)].map(([, lag]) => Number(lag));
    if (lags.length > 0 && lags.every((lag) => lag === 0)) return;
  }
}

function memoryMbOf({ pid }: TestServer): number {
  const kb = /VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1];
  return Math.round(Number(kb) / 1_024);
}
