import { join } from "node:path";
import type { ClusterPlace } from "./postgres_place.ts";
import { run } from "./run_command.ts";
import { StartError } from "./start_error.ts";

/** Recovery after a crash may take this long before the start is given up. */
const START_TIMEOUT_MS = 60_000;
const START_TRIES = 3;

export type RunningServer = {
  port: number;
  pid: number;
  /** Set when this process started the server, which then has to be reaped here too. */
  child?: Deno.ChildProcess;
};

/** Starts the server of a cluster on 127.0.0.1 and waits until it takes connections. */
export async function startServer(
  place: ClusterPlace,
  { port, durable, settings = [] }: { port: number | undefined; durable: boolean; settings?: readonly string[] },
): Promise<RunningServer> {
  shortenLog(place.logFile);
  for (let attempt = 1;; attempt++) {
    const child = spawnServer(place, [...serverSettings(port ?? freePort(), durable), ...settings]);
    const server = await waitUntilReady(place, child);
    if (server) return { ...server, child };
    // Another process may have taken the port meanwhile, or shared memory of a killed server is not free yet.
    if (attempt === START_TRIES) throw new StartError(`the database did not start: ${whyNot(place.logFile)}`);
    await pause(500 * attempt);
  }
}

/** Stops the server of a cluster: open transactions are rolled back, and it is gone when this returns. */
export async function stopServer(place: ClusterPlace, child?: Deno.ChildProcess): Promise<void> {
  const { ok } = await pgCtlStop(place, { mode: "fast", seconds: 7 });
  if (!ok && readPidFile(place)) await pgCtlStop(place, { mode: "immediate", seconds: 2 });
  if (!child) return;
  child.ref();
  await child.stdin.close();
  await child.status;
}

/** What the running server (or one that was killed) wrote about itself; its eighth line is its state. */
export function readPidFile(place: ClusterPlace): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const [pid, , , port, , , , state] = Deno.readTextFileSync(pidFile(place)).split("\n");
    return pid ? { pid: Number(pid), port: Number(port ?? 0), ready: state?.trim() === "ready" } : undefined;
  } catch {
    return undefined;
  }
}

/** Path of the file by which Postgres guards its data folder against a second server. */
export function pidFile(place: ClusterPlace): string {
  return join(place.data, "postmaster.pid");
}

/**
 * In a session of its own, because Ctrl-C is meant for Orin, which still needs the database to finish its work. A shell
 * beside it waits for the end of a pipe that only Orin holds, and stops the server when Orin is gone, however it ended.
 */
function spawnServer(place: ClusterPlace, settings: string[]): Deno.ChildProcess {
  const script = `
    exec 3<&0 </dev/null >>"$1" 2>&1; shift
    "$@" 3<&- & server=$!
    (read -r _ <&3; kill -INT "$server") & guard=$!
    wait "$server"; kill "$guard"; wait "$guard"`;
  const args = ["-c", script, "sh", place.logFile, join(place.bin, "postgres"), "-D", place.data];
  const options = settings.flatMap((setting) => ["-c", setting]);
  return new Deno.Command("/bin/sh", {
    ...{ args: [...args, ...options], cwd: "/", detached: true, ...place.runAs },
    ...{ stdin: "piped", stdout: "null", stderr: "null" },
  }).spawn();
}

async function waitUntilReady(place: ClusterPlace, child: Deno.ChildProcess): Promise<RunningServer | undefined> {
  let ended = false;
  child.status.then(() => ended = true);
  child.unref();
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !ended; await pause(20)) {
    const server = readPidFile(place);
    if (server?.ready) return { pid: server.pid, port: server.port };
  }
  if (!ended) await child.stdin.close();
  return undefined;
}

async function pgCtlStop(place: ClusterPlace, { mode, seconds }: { mode: string; seconds: number }) {
  const args = ["stop", "--wait", "--silent", `--pgdata=${place.data}`, `--mode=${mode}`, `--timeout=${seconds}`];
  return await run(join(place.bin, "pg_ctl"), args, place.runAs);
}

function serverSettings(port: number, durable: boolean): string[] {
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
  if (!durable) settings.push("fsync=off", "synchronous_commit=off", "full_page_writes=off");
  return settings;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function whyNot(logFile: string): string {
  try {
    const lines = Deno.readTextFileSync(logFile).trim().split("\n");
    const cause = lines.findLast((line) => /FATAL|PANIC|ERROR|could not/.test(line)) ?? lines.at(-1) ?? "";
    return `${cause.replace(/^.*?(FATAL|PANIC|ERROR|LOG): +/, "")} (see ${logFile})`;
  } catch {
    return `it wrote nothing to ${logFile}`;
  }
}

function shortenLog(logFile: string): void {
  try {
    if (Deno.statSync(logFile).size > 1_000_000) Deno.truncateSync(logFile);
  } catch {
    // No log yet.
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
