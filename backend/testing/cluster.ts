import { join } from "node:path";
import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../start/embedded_postgres.ts";

const PREFIX = "orin_test_";

/** A folder younger than this may belong to a run that has not taken its lock yet. */
const GRACE_MS = 60_000;

let stopCluster: (() => Promise<void>) | undefined;

/**
 * Vitest's global setup: one Postgres for the whole run in a folder of its own, so that several runs at the same time
 * do not meet. ORIN_TEST_SERVERS names others to use: connection strings of a server and, where an engine spreads tables,
 * of those that have the shards.
 */
export async function setup(project: TestProject): Promise<void> {
  const [first, ...others] = Deno.env.get("ORIN_TEST_SERVERS")?.split(",") ?? [];
  project.provide("testWorkerUrls", others);
  if (first) {
    const kept = Deno.makeTempDirSync({ prefix: "orin_kept_" });
    stopCluster = () => Deno.remove(kept, { recursive: true });
    project.provide("testKeptDir", kept);
    return project.provide("testClusterUrl", first);
  }
  await removeLeftovers();
  const dataDir = Deno.makeTempDirSync({ prefix: PREFIX });
  const kept = join(dataDir, "kept");
  Deno.mkdirSync(kept);
  project.provide("testKeptDir", kept);
  const database = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  project.provide("testClusterUrl", database.adminUrl);
  stopCluster = async () => {
    await database.stop();
    // Under its own name a run that begins now would take it for a leftover, and open what is being removed.
    const gone = `${dataDir}_gone`.replace(PREFIX, "orin_ended_");
    Deno.renameSync(dataDir, gone);
    Deno.removeSync(gone, { recursive: true });
  };
}

export async function teardown(): Promise<void> {
  await stopCluster?.();
}

/** Clusters of runs that were killed: their lock is free, so starting them takes them over and stopping ends them. */
async function removeLeftovers(): Promise<void> {
  for (const entry of Deno.readDirSync(tmpdir())) {
    if (!entry.isDirectory || !entry.name.startsWith(PREFIX)) continue;
    const dataDir = join(tmpdir(), entry.name);
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

function ageMs(path: string): number {
  return Date.now() - (Deno.statSync(path).mtime?.getTime() ?? 0);
}
