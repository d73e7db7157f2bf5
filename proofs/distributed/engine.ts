import { join } from "node:path";
import { type EmbeddedDatabase, startEmbeddedPostgres } from "../../backend/start/embedded_postgres.ts";
import { connect } from "../../backend/store/sql.ts";
import type { ProofDatabase } from "../parts/database.ts";
import { type Folder, openFolder } from "../parts/folder.ts";

/** What the engine asks of its servers; few parts of each table, so that databases are made quickly. */
const SETTINGS = [
  ...[
    "shared_preload_libraries=citus",
    "wal_level=logical",
    "max_prepared_transactions=200",
    "max_worker_processes=32",
  ],
  ...["max_replication_slots=20", "max_wal_senders=20", "citus.shard_count=4", "citus.node_conninfo=sslmode=disable"],
  ...["citus.local_hostname=127.0.0.1", "citus.recover_2pc_interval=5s"],
  // What one statement inserts is copied in parts so small, unless its connection asks for more.
  "citus.local_copy_flush_threshold=4kB",
  // What the copy of a large table asks of the decoder, a small one asks, too.
  "logical_decoding_work_mem=64kB",
];

/** Servers on this machine that hold one database together: the first has what belongs to everyone. */
export class Engine implements AsyncDisposable {
  readonly #folder: Folder;
  readonly #programs: string;
  readonly #servers: EmbeddedDatabase[] = [];
  readonly #settings: string[];

  private constructor(folder: Folder, programs: string, settings: readonly string[]) {
    this.#folder = folder;
    this.#programs = programs;
    this.#settings = [...SETTINGS, ...settings, `hba_file=${join(folder.path, "hba.conf")}`];
  }

  /** Starts a coordinator and so many workers from a tree of Postgres that has the engine. */
  static async start(programs: string, workers: number): Promise<Engine> {
    const folder = await openFolder("distributed");
    // The servers speak to each other without passwords, on this machine alone.
    await Deno.writeTextFile(
      join(folder.path, "hba.conf"),
      "host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n",
    );
    const engine = new Engine(folder, programs, await pluginSettings(programs));
    try {
      for (let index = 0; index <= workers; index++) await engine.add();
    } catch (error) {
      await engine[Symbol.asyncDispose]();
      throw error;
    }
    return engine;
  }

  /** Starts one more server; `join()` takes it in. Answers its number. */
  async add(): Promise<number> {
    const index = this.#servers.length;
    this.#servers.push(await this.#open(index));
    return index;
  }

  get size(): number {
    return this.#servers.length;
  }

  port(index: number): number {
    return this.#server(index).port;
  }

  /** Its first process, whose children the others are. */
  pid(index: number): number {
    return this.#server(index).pid;
  }

  /** The number of the server at a port. */
  at(port: number): number {
    return this.#servers.findIndex((server) => server.port === port);
  }

  /** Connection string of the owner. */
  url(index: number, database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port(index)}/${database}`;
  }

  /** Makes the database on every server and joins them. */
  async createDatabase(name: string): Promise<string> {
    for (let index = 0; index < this.size; index++) await this.createOn(index, name);
    await this.on(0, name, async (sql) => {
      await sql`select citus_set_coordinator_host('127.0.0.1', ${this.port(0)}::int)`;
      for (let index = 1; index < this.size; index++) {
        await sql`select citus_add_node('127.0.0.1', ${this.port(index)}::int)`;
      }
    });
    return this.url(0, name);
  }

  async createOn(index: number, name: string): Promise<void> {
    await this.on(index, "postgres", (sql) => sql.unsafe(`create database ${name}`));
    await this.on(index, name, async (sql) => {
      await sql`create extension citus`;
      await sql`create extension if not exists citus_columnar`;
    });
  }

  async on<Result>(index: number, database: string, work: (sql: ReturnType<typeof connect>) => PromiseLike<Result>) {
    const sql = connect(this.url(index, database), { max: 1, searchPath: "projected, public" });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 2 });
    }
  }

  /** With -9, as a machine that is gone. */
  async kill(index: number): Promise<void> {
    const server = this.#servers[index];
    if (!server) return;
    Deno.kill(server.pid, "SIGKILL");
    await server.stop();
  }

  /** After a kill: the same server, at the same address. */
  async startAgain(index: number): Promise<void> {
    this.#servers[index] = await this.#open(index, this.port(index));
  }

  /** All that a server has written about itself. */
  async log(index: number): Promise<string> {
    return await Deno.readTextFile(join(this.#folder.path, String(index), "postgres", "server.log"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#servers.map((server) => server.stop()));
    await Promise.allSettled([this.#folder[Symbol.asyncDispose]()]);
  }

  #server(index: number): EmbeddedDatabase {
    const server = this.#servers[index];
    if (!server) throw new RangeError(`There is no server ${index}`);
    return server;
  }

  async #open(index: number, port?: number): Promise<EmbeddedDatabase> {
    const dataDir = join(this.#folder.path, String(index));
    return await startEmbeddedPostgres({
      dataDir,
      programs: this.#programs,
      settings: this.#settings,
      ...(port === undefined ? {} : { port }),
      log: () => {},
    });
  }
}

/** Newer versions of Postgres let the engine copy large tables only where this names it; older ones do not know it. */
async function pluginSettings(programs: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(join(programs, "bin/postgres"), { args: ["--describe-config"] }).output();
  const isKnown = new TextDecoder().decode(stdout).includes("output_plugin_libraries");
  return isKnown ? ["output_plugin_libraries=pgoutput,citus"] : [];
}

/** What a bench needs of a database server, where databases are made by `create` and end with the engine. */
export function databaseOf(directory: string, create: (name: string) => Promise<string>): ProofDatabase {
  return { directory, version: "", durability: "", create, [Symbol.asyncDispose]: () => Promise.resolve() };
}
