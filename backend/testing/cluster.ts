import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../start/embedded_postgres.ts";
import { openKeptSounds } from "./kept_sounds.ts";

const PREFIX = "orin_test_";
/** Of one that is being removed. */
const ENDED = "orin_ended_";

/** A folder younger than this may belong to a run that has not taken its lock yet. */
const GRACE_MS = 60_000;

/** Where Linux has a file system in memory. A database is a thousand files: on a disk making them takes five times the CPU. */
const MEMORY = "/dev/shm";
/** A run needs one at most, and other runs and the tests themselves need theirs beside it. */
const ROOM_BYTES = 4 * 2 ** 30;

/** Its log is of no use later, and stays small: it is in memory, too. */
const SETTINGS = ["max_wal_size=128MB", "min_wal_size=32MB", "scram_iterations=1"];

let stopCluster: (() => Promise<void>) | undefined;

/**
 * Vitest's global setup: one Postgres for the whole run in a folder of its own, so that several runs at the same time
 * do not meet. ORIN_TEST_SERVERS names others to use: connection strings of a server and, where an engine spreads tables,
 * of those that have the shards.
 */
export async function setup(project: TestProject): Promise<void> {
  const [first, ...others] = Deno.env.get("ORIN_TEST_SERVERS")?.split(",") ?? [];
  project.provide("testWorkerUrls", others);
  project.provide("testKeptDir", openKeptSounds());
  if (first) {
    const memory = Deno.makeTempDirSync({ prefix: "orin_memory_" });
    stopCluster = () => Deno.remove(memory, { recursive: true });
    project.provide("testMemoryDir", memory);
    return project.provide("testClusterUrl", first);
  }
  await removeLeftovers();
  const dataDir = Deno.makeTempDirSync({ dir: placeOfData(), prefix: PREFIX });
  const memory = join(dataDir, "memory");
  Deno.mkdirSync(memory);
  project.provide("testMemoryDir", memory);
  const database = await startEmbeddedPostgres({ dataDir, durable: false, settings: SETTINGS, log: () => {} });
  await hashAgain(database.adminUrl);
  project.provide("testClusterUrl", database.adminUrl);
  stopCluster = async () => {
    await database.stop();
    // Under its own name a run that begins now would take it for a leftover, and open what is being removed.
    const gone = `${dataDir}_gone`.replace(PREFIX, ENDED);
    Deno.renameSync(dataDir, gone);
    Deno.removeSync(gone, { recursive: true });
  };
}

/** The owner's password was hashed when the cluster was made, before these settings. */
async function hashAgain(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1 });
  await sql.unsafe(`alter role postgres password '${new URL(adminUrl).password}'`).finally(() => sql.end());
}

export async function teardown(): Promise<void> {
  await stopCluster?.();
}

/** Clusters of runs that were killed: their lock is free, so starting them takes them over and stopping ends them. */
async function removeLeftovers(): Promise<void> {
  for (const ended of foldersOf(ENDED)) {
    if (ageMs(ended) > GRACE_MS) await Deno.remove(ended, { recursive: true }).catch(() => {});
  }
  for (const dataDir of foldersOf(PREFIX)) {
    try {
      if (ageMs(dataDir) < GRACE_MS) continue;
      const left = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
      await left.stop();
      Deno.removeSync(dataDir, { recursive: true });
    } catch {
      // In use by another run, or another user's.
    }
  }
}

function foldersOf(prefix: string): string[] {
  const namesIn = (folder: string) => {
    try {
      return [...Deno.readDirSync(folder)].filter((entry) => entry.isDirectory).map(({ name }) => name);
    } catch {
      // Not every system has the one in memory.
      return [];
    }
  };
  return [tmpdir(), MEMORY].flatMap((folder) =>
    namesIn(folder).filter((name) => name.startsWith(prefix)).map((name) => join(folder, name))
  );
}

/** In memory where there is plenty of it; a container may have a memory folder of a few megabytes. */
function placeOfData(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, Deno.systemMemoryInfo().available) >= ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

function ageMs(path: string): number {
  return Date.now() - (Deno.statSync(path).mtime?.getTime() ?? 0);
}
