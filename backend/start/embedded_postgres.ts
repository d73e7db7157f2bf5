import { join, resolve } from "node:path";
import { adoptRunningCluster, isPostgres } from "./postgres_adopt.ts";
import { ensureCluster } from "./postgres_cluster.ts";
import { type ClusterPlace, findClusterPlace } from "./postgres_place.ts";
import { type RunningServer, startServer, stopServer } from "./postgres_server.ts";
import { firstLine, StartError } from "./start_error.ts";

type EmbeddedPostgresOptions = {
  dataDir: string;
  /** Where to listen on 127.0.0.1; a free port when left out. A cluster that already runs keeps its own. */
  port?: number;
  /** `false` trades safety in a power cut for speed: for tests only. */
  durable?: boolean;
  /** Folder whose `bin` has Postgres' programs; left out, those from npm. */
  programs?: string | undefined;
  /** More of its settings, `name=value`. */
  settings?: readonly string[];
  /**
   * Called where the server has died and does not start again: Orin cannot work. Left out, the server is not watched.
   */
  lost?: (reason: StartError) => void;
  /** `true` lets a tool use the cluster of an Orin that is running instead of being refused. */
  share?: boolean;
  log: (line: string) => void;
};

export type EmbeddedDatabase = AsyncDisposable & {
  /** Connection URL of the superuser for the database `postgres`. */
  adminUrl: string;
  port: number;
  pid: number;
  /** Stops the server and waits until it is gone. Does nothing where another Orin owns the cluster. */
  stop(): Promise<void>;
};

/**
 * Starts the Postgres that comes from npm with its data below `<dataDir>/postgres`, and makes the cluster first where
 * there is none. A server left behind by a killed Orin is taken over.
 * @throws {StartError} with one line that says what to mend
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedDatabase> {
  const home = join(resolve(options.dataDir), "postgres");
  makeHome(home);
  const lock = await lockHome(home);
  if (!lock && !options.share) throw new StartError(inUseMessage(options.dataDir, home));
  try {
    return await openCluster(home, options, lock);
  } catch (error) {
    lock?.close();
    throw error;
  }
}

async function openCluster(
  home: string,
  options: EmbeddedPostgresOptions,
  lock: Deno.FsFile | undefined,
): Promise<EmbeddedDatabase> {
  const place = await findClusterPlace(home, options);
  const durable = options.durable ?? true;
  const { password, created } = await ensureCluster(place, { durable, log: options.log });
  const running = created ? undefined : await adoptRunningCluster(place, password);
  if (!running && !lock) throw new StartError(inUseMessage(options.dataDir, home));
  if (running && lock) options.log(`Database: taking over the server that was left running (process ${running.pid})`);
  const server = running ?? await startServer(place, { port: options.port, durable, settings: options.settings ?? [] });
  return handle(place, { ...server, password }, { options, lock });
}

function handle(
  place: ClusterPlace,
  started: RunningServer & { password: string },
  { options, lock }: { readonly options: EmbeddedPostgresOptions; readonly lock: Deno.FsFile | undefined },
): EmbeddedDatabase {
  let server = started;
  let stopping: Promise<void> | undefined;
  const stop = () =>
    stopping ??= lock ? stopServer(place, server.child).finally(() => lock.close()) : Promise.resolve();
  const keepAlive = async () => {
    for (;;) {
      await ended(server);
      if (stopping) return;
      options.log("Database: its server has ended, and is started again");
      const { port, password } = server;
      const again = { port, durable: options.durable ?? true, settings: options.settings ?? [] };
      // It also takes away what a killed server left of itself.
      server = { ...await adoptRunningCluster(place, password) ?? await startServer(place, again), password };
      options.log("Database: its server is there again");
    }
  };
  const { lost } = options;
  if (lost && lock) keepAlive().catch((error) => lost(asStartError(error)));
  return {
    adminUrl: `postgres://postgres:${server.password}@127.0.0.1:${server.port}/postgres`,
    port: server.port,
    get pid() {
      return server.pid;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Resolves when a server is gone. One that an earlier Orin started is no child of this process: it is asked for. */
async function ended({ child, pid }: RunningServer): Promise<void> {
  if (child) return void await child.status;
  for (let isAlive = true; isAlive;) {
    await new Promise((done) => setTimeout(done, LOOK_MS));
    isAlive = await isPostgres(pid);
  }
}

const LOOK_MS = 1_000;

function asStartError(error: unknown): StartError {
  return error instanceof StartError ? error : new StartError(`the database did not start again: ${firstLine(error)}`);
}

function makeHome(home: string): void {
  try {
    Deno.mkdirSync(home, { recursive: true });
    Deno.writeTextFileSync(join(home, ".writable"), "");
    Deno.removeSync(join(home, ".writable"));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(" (os error")[0] : String(error);
    throw new StartError(`cannot write to the data directory "${home}": ${reason}; set ORIN_DATA_DIR to another one`);
  }
}

/** The kernel drops this lock with the process, so it never has to be cleaned up after a kill. */
async function lockHome(home: string): Promise<Deno.FsFile | undefined> {
  const file = await Deno.open(join(home, "lock"), { create: true, read: true, write: true });
  if (!await file.tryLock(true)) {
    file.close();
    return undefined;
  }
  await file.truncate();
  await file.write(new TextEncoder().encode(`${Deno.pid}\n`));
  return file;
}

function inUseMessage(dataDir: string, home: string): string {
  const owner = Deno.readTextFileSync(join(home, "lock")).trim();
  return `another Orin (process ${owner}) uses the data directory "${dataDir}": stop it or set ORIN_DATA_DIR to another one`;
}
