import { join } from "node:path";
import { TEST_SECRET } from "../../backend/testing/store.ts";
import { startTestServer, type TestServer } from "../../backend/testing/server.ts";
import { openDatabase } from "../parts/database.ts";
import { reach } from "../parts/waiting.ts";
import { seedWorld, streamOf } from "../parts/seed.ts";
import { type Balancer, openBalancer } from "./balancer.ts";
import { openNewerVersion } from "./newer_version.ts";
import { Visitors } from "./visitors.ts";

interface RollingOptions {
  /** At least so many; they also last as long as the restarts. */
  readonly requests: number;
  /** How many people ask at the same time. */
  readonly people: number;
  readonly seed: number;
  /** Projections that the version which comes has changed; without any it is the same version. */
  readonly changed?: readonly string[];
  readonly log: (line: string) => void;
}

interface RollingReport {
  readonly requests: number;
  readonly done: ReadonlyMap<string, number>;
  readonly resumedStreams: number;
  /** Of the request that waited longest. */
  readonly longestMs: number;
  readonly failures: readonly string[];
}

const NAME = "restart";
const LISTENERS = 60;
/** Of production: five probes of the balancer. */
const DRAIN_MS = 5_000;

/** Two processes behind a load balancer, restarted one after the other while people use them. */
export async function rollingRestart(
  { requests, people, seed, changed = [], log }: RollingOptions,
): Promise<RollingReport> {
  await using database = await openDatabase();
  const { ownerUrl, ...seeded } = await seedWorld(database, { name: NAME, listeners: LISTENERS, seed });
  await using balancer = openBalancer();
  await using newer = changed.length > 0 ? await openNewerVersion(changed) : undefined;
  await using processes = new Processes(balancer, {
    dataDir: join(database.directory, NAME),
    env: { DATABASE_URL: ownerUrl, ORIN_SECRET: TEST_SECRET, DRAIN_MS: String(DRAIN_MS) },
  });
  await processes.start();
  await processes.start();
  const { url } = balancer;
  const streams = await Promise.all(seeded.sessions.map((token) => streamOf(url, seeded.tracks, token)));
  const visitors = new Visitors({ url, ...seeded, streams }, seed);
  const visiting = visitors.run(people);
  try {
    await reach("a quarter of the requests", () => visitors.count >= requests / 4);
    for (let restart = 1; restart <= 2; restart++) {
      log(`Restart ${restart} of 2 (${visitors.count} requests so far, ${visitors.failures.length} failed)`);
      await processes.replaceOldest(newer && { checkout: newer.path });
    }
    while (visitors.count < requests) {
      const next = Math.min(requests, visitors.count + 200);
      await reach("the next requests", () => visitors.count >= next);
    }
  } finally {
    visitors.stop();
    await visiting;
  }
  const { done, failures, longestMs, resumed: resumedStreams, count } = visitors;
  return { requests: count, done, resumedStreams, longestMs, failures };
}

/** The processes behind the balancer, oldest first. */
class Processes implements AsyncDisposable {
  readonly #running: TestServer[] = [];

  constructor(
    readonly balancer: Balancer,
    readonly options: { readonly dataDir: string; readonly env: Record<string, string> },
  ) {}

  async start(version: { readonly checkout?: string } = {}): Promise<void> {
    const process = await startTestServer({ ...this.options, ...version });
    this.#running.push(process);
    this.balancer.add(process.url);
    await reach("the new process to be ready", () => this.balancer.sendsTo(process.url));
  }

  /** Ends a process as a deployment does, and starts another one when it is gone. */
  async replaceOldest(version?: { readonly checkout: string }): Promise<void> {
    const oldest = this.#running.shift();
    if (!oldest) throw new Error("No process runs");
    const code = await oldest.end("SIGTERM");
    if (code !== 0) throw new Error(`A process ended with ${code}:\n${oldest.output()}`);
    this.balancer.remove(oldest.url);
    await this.start(version);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running.map((process) => process.end("SIGKILL")));
  }
}
