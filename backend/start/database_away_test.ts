import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { join } from "node:path";
import { newId } from "../contract/ids.ts";
import { ledgerAccounts } from "../ledger/accounts.ts";
import { postTransfer } from "../testing/transfers.ts";
import type { CommandHandler } from "../store/log/command.ts";
import { DatabaseAway, Overloaded } from "../store/log/errors.ts";
import { connect, snapshot, type Sql } from "../store/sql.ts";
import { Keyring } from "../store/personal/keyring.ts";
import { Store } from "../store/store.ts";
import { said, wordsProjection } from "../store/testing/words.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";
import { openSmallDisk, type SmallDisk } from "../testing/faults/disk.ts";
import { type Proxy, startProxy } from "../testing/faults/proxy.ts";
import { mailedCode } from "../testing/mailed_code.ts";
import { eventually } from "../testing/wait.ts";
import { type EmbeddedDatabase, startEmbeddedPostgres } from "./embedded_postgres.ts";
import { migrate } from "./migrate.ts";

/** Twice what is promised: no test waits for a database that is away. */
const PROMISED_MS = 4_000;
const metadata = { actor: "system:test" };

let dataDir: string;
let database: EmbeddedDatabase;
let owner: Sql;
beforeAll(async () => {
  dataDir = await Deno.makeTempDir({ prefix: "orin-away-" });
  await Deno.chmod(dataDir, 0o711);
  database = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  owner = connect(database.adminUrl, { max: 1 });
});
afterAll(async () => {
  await owner.end({ timeout: 2 });
  await database.stop();
  await Deno.remove(dataDir, { recursive: true });
});

const urlOf = (name: string, port = database.port) => {
  const url = new URL(database.adminUrl);
  url.pathname = `/${name}`;
  url.port = String(port);
  return url.href;
};

async function makeDatabase(name: string, more = ""): Promise<string> {
  await owner.unsafe(`create database ${name} ${more}`);
  return urlOf(name);
}

/** Stops every process of the server in the middle of what it does, as a machine that hangs. */
function freeze(): { thaw(): void } {
  const pids = [database.pid, ...childrenOf(database.pid)];
  for (const pid of pids) Deno.kill(pid, "SIGSTOP");
  return { thaw: () => pids.forEach((pid) => Deno.kill(pid, "SIGCONT")) };
}

function childrenOf(parent: number): number[] {
  return [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter((pid) => {
    try {
      return Number(Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]?.split(" ")[1]) === parent;
    } catch {
      return false;
    }
  });
}

describe("the service whose database is away", () => {
  let server: TestServer;
  let proxy: Proxy;
  let token: string;
  beforeAll(async () => {
    await makeDatabase("served");
    proxy = startProxy({ hostname: "127.0.0.1", port: database.port });
    const env = { DATABASE_URL: urlOf("served", proxy.port) };
    server = await startTestServer({ dataDir: join(dataDir, "service"), env });
    token = await signUp();
  });
  afterAll(async () => {
    await server.end("SIGTERM");
    await proxy[Symbol.asyncDispose]();
  });

  interface Sent {
    readonly path: string;
    readonly method?: "PUT";
    readonly body?: unknown;
  }

  async function call({ path, body, method }: Sent) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(PROMISED_MS);
    const options = {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const answer = await fetch(`${server.url}${path}`, options);
    return { status: answer.status, text: await answer.text(), again: answer.headers.get("retry-after") };
  }

  async function signUp(): Promise<string> {
    const person = { firstName: "Ada", lastName: "Obi", phone: "08031234567", address: "Lagos" };
    const login = { email: "ada@orin.example", password: "Orin-test-2026!" };
    await call({ path: "/api/auth/signup", body: { ...person, ...login, role: "listener" } });
    const otp = await mailedCode(server.url, login.email);
    await call({ path: "/api/auth/verify-otp", body: { email: login.email, otp } });
    return JSON.parse((await call({ path: "/api/auth/login", body: login })).text).token;
  }

  const WRITE: Sent = { path: "/api/auth/profile", method: "PUT", body: { firstName: "Adaeze" } };
  const READ: Sent = { path: "/api/v1/tracks" };
  const LOGIN: Sent = { path: "/api/auth/login", body: { email: "ada@orin.example", password: "Orin-test-2026!" } };
  const AWAY = { status: 503, again: expect.stringMatching(/^\d+$/) };

  async function expectAway(): Promise<void> {
    const requests = [WRITE, READ, LOGIN, WRITE, READ].map(call);
    for (const answer of await Promise.all(requests)) expect(answer).toMatchObject(AWAY);
    expect(await call({ path: "/readyz" })).toMatchObject({ status: 503, text: "database" });
    expect(await call({ path: "/healthz" })).toMatchObject({ status: 200 });
    expect((await call({ path: "/metrics" })).text).toMatch(/^orin_ready\{role="all",reason="database"\} 0$/m);
    expect(await call({ path: "/metrics" })).toMatchObject({
      status: 200,
      text: expect.stringMatching(/^orin_database_up 0$/m),
    });
  }

  async function expectBack(): Promise<void> {
    await eventually("the service to be ready again", async () => (await call({ path: "/readyz" })).text).toBe("ready");
    for (const sent of [READ, LOGIN, WRITE]) {
      await eventually(`${sent.path} to be answered again`, async () => (await call(sent)).status).toBeLessThan(300);
    }
    expect(await call({ path: "/metrics" })).toMatchObject({ text: expect.stringMatching(/^orin_database_up 1$/m) });
  }

  /** What it has logged since. */
  function hear(): () => string {
    const before = server.output().length;
    return () => server.output().slice(before);
  }

  const countOf = (text: string, words: string) => text.split(words).length - 1;

  it("answers 503 soon, says it once and recovers by itself when the server hangs", async () => {
    const heard = hear();
    const { thaw } = freeze();
    try {
      for (let round = 0; round < 3; round++) await expectAway();
    } finally {
      thaw();
    }
    await expectBack();
    expect(countOf(heard(), "The database does not answer:")).toBe(1);
    expect(countOf(heard(), "The database answers again")).toBe(1);
    expect(heard().split("\n").length).toBeLessThan(8);
  });

  it("does so when the server is gone", async () => {
    const heard = hear();
    const { port } = database;
    Deno.kill(database.pid, "SIGKILL");
    await database.stop();
    await expectAway();
    await expectAway();
    database = await startEmbeddedPostgres({ dataDir, port, durable: false, log: () => {} });
    await expectBack();
    expect(countOf(heard(), "The database does not answer:")).toBe(1);
    expect(heard().split("\n").length).toBeLessThan(8);
  });

  it("does so when the network carries nothing", async () => {
    const stalled = proxy.stall(6_000);
    await expectAway();
    await stalled;
    await expectBack();
  });

  it("reads on while the database takes no writes, and writes again when it does", async () => {
    await owner`alter database served set default_transaction_read_only = on`;
    const drop = () => owner`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'served'`;
    await drop();
    const heard = hear();
    await eventually("writes to be refused", () => call(WRITE)).toMatchObject(AWAY);
    await eventually("reads to be answered", async () => (await call(READ)).status).toBe(200);
    for (let times = 0; times < 5; times++) expect(await call(WRITE)).toMatchObject(AWAY);
    expect(heard().split("\n").length).toBeLessThan(8);
    await owner`alter database served reset default_transaction_read_only`;
    await drop();
    await expectBack();
  });
});

describe("a store that watches its database", () => {
  const projections = [ledgerAccounts, wordsProjection()];
  const keys = new Keyring(["a secret for tests only, of 32 characters or more"]);
  let lines: string[];
  beforeEach(() => void (lines = []));

  const open = (url: string) =>
    new Store({
      // Nothing follows: the only transactions are those of commands.
      ...{ url, projections, fingerprintKey: new Uint8Array(32), watch: true, follow: false },
      log: (line) => void lines.push(line),
    });
  const migrated = async (name: string, more = "") =>
    (await migrate({ ownerUrl: await makeDatabase(name, more), projections, keys, log: () => {} })).serviceUrl;

  function pay(store: Store, id: string) {
    const entries = [{ account: "user:1:available", amount: 10 }, { account: "pool:rewards", amount: -10 }];
    const transfer = { transferId: id, code: "reward", entries };
    return store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata, commandId: id });
  }

  const balanceOf = async (sql: Sql) =>
    (await sql<{ balance: number }[]>`select balance from ledger_accounts where account = 'user:1:available'`)[0]
      ?.balance;

  it("money counts once that was paid although the answer to the commit was lost", async () => {
    const serviceUrl = new URL(await migrated("lost_commit"));
    await using proxy = startProxy({ hostname: "127.0.0.1", port: Number(serviceUrl.port) });
    const direct = connect(serviceUrl.href, { max: 1 });
    serviceUrl.port = String(proxy.port);
    await using store = open(serviceUrl.href);
    const id = newId();
    const lost = proxy.loseAnswersAfter("\0commit\0");
    const paid = pay(store, id);
    await expect(paid).rejects.toBeInstanceOf(Overloaded);
    await lost;
    expect(await balanceOf(direct)).toBe(10);
    await expect(pay(store, id)).rejects.toBeInstanceOf(Overloaded);
    proxy.cut();
    await eventually(
      "the answer to the payment that was stored",
      () => pay(store, id).then(({ repeated }) => repeated, () => undefined),
    ).toBe(true);
    expect(await balanceOf(direct)).toBe(10);
    await direct.end();
  });

  it("breaks off the one connection that hangs, and the others answer", async () => {
    await using store = open(await migrated("one_hangs"));
    const [row] = await store.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const pid = row?.pid ?? 0;
    Deno.kill(pid, "SIGSTOP");
    try {
      const asked = Array.from({ length: 9 }, () => store.sql`select pg_backend_pid() as pid`);
      const answers = await Promise.allSettled(asked);
      const failed = answers.filter(({ status }) => status === "rejected");
      expect(failed.length).toBeGreaterThan(0);
      expect(failed.length).toBeLessThan(answers.length);
      for (const answer of failed) expect(answer).toMatchObject({ reason: expect.any(DatabaseAway) });
      expect(store.isAway).toBe(false);
      const later = await Promise.all(Array.from({ length: 16 }, () => store.sql`select pg_backend_pid() as pid`));
      expect(later.flat()).not.toContainEqual({ pid });
    } finally {
      Deno.kill(pid, "SIGCONT");
    }
    expect(lines).toEqual([]);
  });

  it("waits neither for a read nor for a command that the server does not end", async () => {
    await using store = open(await migrated("slow"));
    const slow: CommandHandler<null, void> = {
      name: "slow",
      load: async (tx) => void await tx`select pg_sleep(7)`,
      decide: () => ({ appends: [], result: undefined }),
    };
    const command = store.execute(slow, null, { logs: ["social"], metadata });
    const behind = store.appendToStream("social", `talk/${newId()}`, [said("hi")], { metadata });
    const read = store.sql`select pg_sleep(20)`;
    const ended = await Promise.allSettled([command, behind, read]);
    expect(ended).toMatchObject([
      { reason: expect.any(Overloaded) },
      { reason: expect.any(Overloaded) },
      { reason: { code: "57014" } },
    ]);
    expect(store.isAway).toBe(false);
    expect(await store.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it("gives commands back that wait for a lock, long before the lock is given up, and writes when it is free", async () => {
    const url = await migrated("locked");
    await using store = open(url);
    await store.appendToStream("social", `talk/${newId()}`, [said("first")], { metadata });
    const other = connect(url, { max: 1 });
    const held = await other.reserve();
    await held`begin`;
    await held`select from logs where log = 'social' for update`;
    const began = performance.now();
    const waiting = [1, 2].map(() => store.appendToStream("social", `talk/${newId()}`, [said("hi")], { metadata }));
    expect(await Promise.allSettled(waiting)).toMatchObject(waiting.map(() => ({ reason: expect.any(Overloaded) })));
    // The lock itself is waited for five seconds.
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(store.isAway).toBe(false);
    await held`rollback`;
    held.release();
    await other.end();
    await eventually(
      "the command to be stored",
      () => store.appendToStream("social", `talk/${newId()}`, [said("hi")], { metadata }),
    )
      .toMatchObject({ streamVersion: 1 });
  });

  it("breaks off a read of a page, and waits for one of the books that takes as long", async () => {
    await using store = open(await migrated("long_read"));
    const [page, books] = await Promise.allSettled([
      store.sql`select pg_sleep(2.5)`,
      snapshot(store.sql, (tx) => tx`select pg_sleep(2.5), 1 as one`),
    ]);
    expect(page).toMatchObject({ status: "rejected", reason: { code: "57014" } });
    expect(books).toMatchObject({ status: "fulfilled", value: [{ one: 1 }] });
    expect(await store.sql`show statement_timeout`).toEqual([{ statementTimeout: "1800ms" }]);
  });

  it("gives commands back while the disk is full, reads on, and writes again when it is not", async () => {
    const { uid, gid } = Deno.statSync(join(dataDir, "postgres/data"));
    const disk = await openSmallDisk(dataDir, { owner: { uid: uid ?? 0, gid: gid ?? 0 }, events: 0 });
    // Only root may mount one.
    if (!disk) return;
    try {
      await fillAndFree(disk);
    } finally {
      await disk[Symbol.asyncDispose]();
    }
  });

  async function fillAndFree(disk: SmallDisk): Promise<void> {
    await owner.unsafe(`create tablespace small location '${disk.directory}'`);
    const url = await migrated("on_small_disk", "tablespace small");
    try {
      await using store = open(url);
      const say = () => store.appendToStream("social", `talk/${newId()}`, [said("word ".repeat(2_000))], { metadata });
      await eventually("the first command to be stored", () => say().then(() => "said", () => "not")).toBe("said");
      const enough = Promise.withResolvers<void>();
      const filled = disk.fill(enough.promise);
      await eventually("a command to be given back", () => say().then(() => undefined, (error) => error))
        .toBeInstanceOf(Overloaded);
      await eventually("the database to be seen as up", () => store.isAway).toBe(false);
      await eventually("a read to be answered", () => store.sql`select 1 as one`.catch(() => [])).toEqual([{ one: 1 }]);
      enough.resolve();
      await filled;
      await eventually("commands to be stored again", () => say().then(() => "said", () => "not")).toBe("said");
    } finally {
      await owner`drop database on_small_disk with (force)`;
      await owner`drop tablespace small`;
    }
  }
});
