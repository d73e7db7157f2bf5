import postgres from "postgres";
import type { ClusterPlace } from "./postgres_place.ts";
import { pidFile, readPidFile, type RunningServer } from "./postgres_server.ts";
import { run } from "./run_command.ts";
import { StartError } from "./start_error.ts";

const PATIENCE_MS = 30_000;

/**
 * Finds the server of this cluster when one is running already, e.g. after only Orin was killed. Waits while it
 * starts or stops, and removes the pid file of a server that is gone and whose number belongs to another process now.
 */
export async function adoptRunningCluster(place: ClusterPlace, password: string): Promise<RunningServer | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const server = readPidFile(place);
    if (!server) return undefined;
    if (!await isPostgres(server.pid)) {
      await Deno.remove(pidFile(place)).catch(() => {});
      return undefined;
    }
    if (server.port > 0 && await answers(server.port, { password, data: place.data })) {
      return { pid: server.pid, port: server.port };
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  const pid = readPidFile(place)?.pid;
  throw new StartError(
    `a database server from an earlier run (process ${pid}) does not answer: stop it with "kill ${pid}"`,
  );
}

/** A process that was killed and not yet reaped keeps its number and name, but is gone for our purpose. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (Deno.build.os === "linux") {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
    return /^\d+ \(postgres\) [^ZX]/.test(stat);
  }
  const { ok, output } = await run("/bin/ps", ["-o", "stat=,comm=", "-p", String(pid)]);
  return ok && output.includes("postgres") && !output.trim().startsWith("Z");
}

async function answers(port: number, { password, data }: { password: string; data: string }): Promise<boolean> {
  const sql = postgres({
    host: "127.0.0.1",
    port,
    username: "postgres",
    password,
    database: "postgres",
    max: 1,
    connect_timeout: 2,
    // A server that stops while the client asks for them would end this process (backend/vendor/postgres/).
    fetch_types: false,
  });
  try {
    const [row] = await sql`select current_setting('data_directory') as data`;
    return row?.["data"] === data;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
