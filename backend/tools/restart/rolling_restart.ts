import { join } from "node:path";
import { registerUser, verifyEmail } from "../../accounts/account/register.ts";
import { hashPassword } from "../../accounts/login/passwords.ts";
import { newId } from "../../contract/ids.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { BENCH_SECRET, type BenchDatabase, openBenchDatabase } from "../bench/database.ts";
import { PlaySource } from "../bench/play_source.ts";
import { openService } from "../bench/service.ts";
import { type Balancer, openBalancer } from "./balancer.ts";
import { Visitors } from "./visitors.ts";

interface RollingOptions {
  /** At least so many; they also last as long as the restarts. */
  readonly requests: number;
  /** How many people ask at the same time. */
  readonly people: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

interface RollingReport {
  readonly requests: number;
  readonly done: ReadonlyMap<string, number>;
  readonly resumedStreams: number;
  readonly failures: readonly string[];
}

const NAME = "restart";
const LISTENERS = 60;
const SONG_BYTES = 720_000;
const LOGIN = { email: "ada@orin.example", password: "Orin-test-2026!" };
const METADATA = { actor: "system:restart" };
/** Three probes of the balancer. */
const DRAIN_MS = 3_000;
const PATIENCE_MS = 120_000;

/** Two processes behind a load balancer, restarted one after the other while people use them. */
export async function rollingRestart({ requests, people, seed, log }: RollingOptions): Promise<RollingReport> {
  await using database = await openBenchDatabase();
  const { ownerUrl, ...seeded } = await seedWorld(database, seed);
  await using balancer = openBalancer();
  await using processes = new Processes(balancer, {
    dataDir: join(database.directory, NAME),
    env: { DATABASE_URL: ownerUrl, ORIN_SECRET: BENCH_SECRET, DRAIN_MS: String(DRAIN_MS) },
  });
  await processes.start();
  await processes.start();
  const { url } = balancer;
  const streams = await Promise.all(seeded.sessions.map((token) => streamOf(url, seeded.tracks, token)));
  const visitors = new Visitors({ url, ...seeded, streams, streamBytes: SONG_BYTES, login: LOGIN }, seed);
  const visiting = visitors.run(people);
  try {
    await reach(() => visitors.count >= requests / 4);
    for (let restart = 1; restart <= 2; restart++) {
      log(`Restart ${restart} of 2 (${visitors.count} requests so far, ${visitors.failures.length} failed)`);
      await processes.replaceOldest();
    }
    await reach(() => visitors.count >= requests);
  } finally {
    visitors.stop();
    await visiting;
  }
  const { done, failures, resumed: resumedStreams, count } = visitors;
  return { requests: count, done, resumedStreams, failures };
}

/** People with plays to report and a song to hear, made before any process starts. */
async function seedWorld(database: BenchDatabase, seed: number) {
  await using service = await openService(database, NAME, LISTENERS);
  const { deps, ownerUrl, listeners, tracks } = service;
  const person = { firstName: "Ada", lastName: "Obi", phone: "", address: "", role: "listener" as const };
  const account = { ...person, userId: newId(), email: LOGIN.email, verified: true };
  const passwordHash = await hashPassword(LOGIN.password);
  await registerUser(deps, { ...account, passwordHash }, { metadata: METADATA });
  await verifyEmail(deps, account.userId, { metadata: METADATA });
  const folder = join(database.directory, NAME, "media/tracks");
  for (const track of tracks) {
    await Deno.mkdir(join(folder, track), { recursive: true });
    await Deno.writeFile(join(folder, track, "normal.m4a"), new Uint8Array(SONG_BYTES));
  }
  await deps.store.settle(60_000);
  return {
    ownerUrl,
    tracks,
    sessions: listeners.map((listener) => listener.sessionToken),
    reportTokens: listeners.map((listener) => listener.reportToken),
    plays: new PlaySource(listeners.length, tracks, seed),
  };
}

/** The path of a song for one listener. */
async function streamOf(url: string, tracks: readonly string[], token: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/stream/${tracks[0]}`, { headers: { authorization: `Bearer ${token}` } });
  const { streamUrl } = await answer.json();
  const { pathname, search } = new URL(streamUrl, url);
  return pathname + search;
}

/** The processes behind the balancer, oldest first. */
class Processes implements AsyncDisposable {
  readonly #running: TestServer[] = [];

  constructor(
    readonly balancer: Balancer,
    readonly options: { readonly dataDir: string; readonly env: Record<string, string> },
  ) {}

  async start(): Promise<void> {
    const ready = this.balancer.ready;
    const process = await startTestServer(this.options);
    this.#running.push(process);
    this.balancer.add(process.url);
    await reach(() => this.balancer.ready > ready);
  }

  /** Ends a process as a deployment does, and starts another one when it is gone. */
  async replaceOldest(): Promise<void> {
    const oldest = this.#running.shift();
    if (!oldest) throw new Error("No process runs");
    const code = await oldest.end("SIGTERM");
    if (code !== 0) throw new Error(`A process ended with ${code}:\n${oldest.output()}`);
    this.balancer.remove(oldest.url);
    await this.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running.map((process) => process.end("SIGKILL")));
  }
}

async function reach(condition: () => boolean): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; !condition();) {
    if (Date.now() > until) throw new Error(`Not within ${PATIENCE_MS} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
