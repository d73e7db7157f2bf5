import { join } from "node:path";
import { TEST_KEYS } from "../../backend/testing/store.ts";
import { ledgerAccounts } from "../../backend/ledger/accounts.ts";
import { postTransfer } from "../../backend/testing/transfers.ts";
import { newId } from "../../backend/contract/ids.ts";
import { type EmbeddedDatabase, startEmbeddedPostgres } from "../../backend/start/embedded_postgres.ts";
import { migrate } from "../../backend/start/migrate.ts";
import { pickWeighted, seededRandom } from "../../backend/testing/random.ts";
import { openSmallDisk, type SmallDisk } from "../../backend/testing/faults/disk.ts";
import { type Proxy, startProxy } from "../../backend/testing/faults/proxy.ts";
import { onDatabase, openStore } from "../parts/database.ts";
import { openFolder } from "../parts/folder.ts";
import { pause } from "../parts/waiting.ts";
import { audit } from "./audit.ts";
import { accountOf, ACCOUNTS, FUNDING, uuidOf } from "./commands.ts";
import { FAULT_METADATA, FAULT_PROJECTIONS } from "./workload.ts";
import { Writers } from "./writers.ts";

const FILL_STREAMS = 10;
const FILL_EVENTS = 200;

interface FaultOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly shards: number;
  /** Events in the log before the first fault. */
  readonly events?: number;
  readonly log: (line: string) => void;
}

interface FaultReport {
  /** How often each fault was made. */
  readonly faults: ReadonlyMap<string, number>;
  /** Answers the writers had, and commands they are of. */
  readonly answers: number;
  readonly commands: number;
  readonly refused: number;
  readonly problems: readonly string[];
  readonly leftOut: readonly string[];
}

/** Writers in two processes while everything under them fails in turn, in an order that the seed decides; then the audit. */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  await using place = await openPlace(options);
  await fund(place.serviceUrl, options);
  await fill(place.serviceUrl, options);
  await using writers = new Writers({ ...options, url: throughProxy(place.serviceUrl, place.proxy.port) });
  const { faults, stuck } = await makeFaults(place, writers, options);
  await writers.stop();
  const problems = [...stuck, ...await audit(place.serviceUrl, writers.answers, options)];
  return {
    faults,
    answers: writers.count,
    commands: writers.answers.size,
    refused: [...writers.answers.values()].filter((outcomes) => outcomes.has("refused")).length,
    problems,
    leftOut: place.disk ? [] : ["disk full: a small disk can only be mounted as root"],
  };
}

interface Place extends AsyncDisposable {
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  readonly proxy: Proxy;
  readonly disk: SmallDisk | undefined;
  killPostgres(): Promise<void>;
}

async function openPlace({ shards, events = 0 }: FaultOptions): Promise<Place> {
  const folder = await openFolder("faults");
  const dataDir = folder.path;
  let database: EmbeddedDatabase = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const { port } = database;
  const disk = await openSmallDisk(dataDir, { owner: ownerOf(join(dataDir, "postgres/data")), events });
  const ownerUrl = await createDatabase(database.adminUrl, disk);
  const { serviceUrl } = await migrate({
    ownerUrl,
    projections: FAULT_PROJECTIONS,
    keys: TEST_KEYS,
    shards,
    log: () => {},
  });
  const proxy = startProxy({ hostname: "127.0.0.1", port });
  return {
    serviceUrl,
    ownerUrl,
    proxy,
    disk,
    async killPostgres() {
      Deno.kill(database.pid, "SIGKILL");
      await database.stop();
      database = await startEmbeddedPostgres({ dataDir, port, log: () => {} });
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await database.stop();
      await disk?.[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function createDatabase(adminUrl: string, disk: SmallDisk | undefined): Promise<string> {
  await onDatabase(adminUrl, async (sql) => {
    if (disk) await sql.unsafe(`create tablespace small location '${disk.directory}'`);
    await sql.unsafe(`create database faults ${disk ? "tablespace small" : ""}`);
  });
  const url = new URL(adminUrl);
  url.pathname = "/faults";
  return url.href;
}

function ownerOf(path: string): { uid: number; gid: number } {
  const { uid, gid } = Deno.statSync(path);
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

function throughProxy(serviceUrl: string, port: number): string {
  const url = new URL(serviceUrl);
  url.port = String(port);
  return url.href;
}

/** Gives every account of every shard what it begins with. */
export async function fund(url: string, { seed, shards }: Pick<FaultOptions, "seed" | "shards">): Promise<void> {
  await using store = openStore(url, [ledgerAccounts]);
  const random = seededRandom(seed - 1);
  for (let shard = 0; shard < shards; shard++) {
    const accounts = Array.from(
      { length: ACCOUNTS },
      (_, index) => ({ account: accountOf(seed, index), amount: FUNDING }),
    );
    const entries = [...accounts, { account: "pool:faults", amount: -ACCOUNTS * FUNDING }];
    const transfer = { transferId: uuidOf(random), code: "reward", entries };
    await store.execute(postTransfer, { shard, transfer }, { logs: [`ledger/${shard}`], metadata: FAULT_METADATA });
  }
}

/** Fills the log to the requested length. */
async function fill(url: string, { events = 0, log }: FaultOptions): Promise<void> {
  if (events === 0) return;
  await using store = openStore(url, FAULT_PROJECTIONS);
  for (let done = 0; done < events; done += FILL_STREAMS * FILL_EVENTS) {
    await Promise.all(Array.from({ length: FILL_STREAMS }, () => {
      const said = Array.from(
        { length: FILL_EVENTS },
        (_, index) => ({ type: "Said", data: { word: `word ${index}` } }),
      );
      return store.appendToStream("plays/0", `said/${newId()}`, said, { metadata: FAULT_METADATA });
    }));
  }
  await store.settle(600_000);
  log(`${events} events are in the log`);
}

/** One fault after another, each kind at least once; after each the writers have to be answered again. */
async function makeFaults(place: Place, writers: Writers, options: FaultOptions) {
  const { seed, seconds, shards, log } = options;
  const random = seededRandom(seed);
  const kinds = faultKinds(place, writers, { random, shards });
  const faults = new Map<string, number>();
  const stuck: string[] = [];
  const until = performance.now() + seconds * 1_000;
  for (let turn = 0; turn < kinds.length || performance.now() < until; turn++) {
    await pause(200 + random() * 600);
    const kind = kinds[turn < kinds.length ? turn : pickWeighted(random, kinds.map(({ weight }) => weight))];
    if (!kind) continue;
    log(`${kind.name} (${writers.count} answers so far)`);
    await kind.make();
    faults.set(kind.name, (faults.get(kind.name) ?? 0) + 1);
    // With -9 in the next moment a fault would hide what this one did; every second one may meet its successor.
    if (turn % 2 === 0 && !await writers.progress(1)) stuck.push(`no writer got an answer after: ${kind.name}`);
  }
  if (!await writers.progress(50)) stuck.push("the writers stopped after the last fault");
  return { faults, stuck };
}

interface FaultKind {
  readonly name: string;
  readonly weight: number;
  make(): Promise<void> | void;
}

function faultKinds(
  { proxy, disk, ownerUrl, killPostgres }: Place,
  writers: Writers,
  { random, shards }: { random: () => number; shards: number },
): FaultKind[] {
  const kinds: FaultKind[] = [
    { name: "writers killed with -9", weight: 3, make: () => writers.kill(Math.floor(random() * 2)) },
    { name: "connections cut", weight: 3, make: () => proxy.cut() },
    { name: "Postgres killed with -9", weight: 3, make: () => killPostgres() },
    { name: "a transaction hangs", weight: 1, make: () => hang(ownerUrl, { shards, ms: 1_000 + random() * 5_000 }) },
    // Longer than a writer's transaction may idle: the server ends it.
    { name: "the network stalls", weight: 1, make: () => proxy.stall(2_500) },
  ];
  if (disk) kinds.push({ name: "the disk is full", weight: 1, make: () => disk.fill(1_000 + random() * 1_000) });
  return kinds;
}

/** Another session holds the heads for longer than writers ever wait for a lock. */
async function hang(ownerUrl: string, { shards, ms }: { shards: number; ms: number }): Promise<void> {
  await onDatabase(ownerUrl, (sql) =>
    sql.begin(async (tx) => {
      await tx`select from shard_logs where shard < ${shards} order by log for update`;
      await pause(ms);
    }));
}
