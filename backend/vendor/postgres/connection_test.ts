import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { eventually, sleep } from "../../testing/wait.ts";
import { connect, postgres, type Sql, type Tx } from "../../store/sql.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("statements of one turn leave in one write where they may gather, and each has its own answer or error", async () => {
  let writes = 0;
  const sql = opened((socket) => {
    const write = socket.write.bind(socket);
    // deno-lint-ignore no-explicit-any -- the overloads of write() are of no interest here
    socket.write = (...args: any[]) => (writes++, write(...(args as [string])));
  }, { max: 2, gather: 3 });
  const ask = (divisor: number) => sql<{ n: number }[]>`select 6 / ${divisor}::int as n`;
  // Known statements, on both connections.
  await Promise.all(Array.from({ length: 8 }, () => ask(1)));
  await Promise.all(Array.from({ length: 8 }, () => ask(1)));
  writes = 0;
  const answers = await Promise.allSettled([ask(1), ask(0), ask(2)]);
  expect(answers.map((answer) => answer.status === "fulfilled" ? answer.value[0]?.n : "failed")).toEqual([
    6,
    "failed",
    3,
  ]);
  expect(writes).toBe(1);
  writes = 0;
  expect((await Promise.all([1, 2, 3, 6].map(ask))).map(([row]) => row?.n)).toEqual([6, 3, 2, 1]);
  expect(writes).toBe(2);
  const [inside, beside] = await Promise.all([
    sql.begin(async (tx) => [await tx`select pg_backend_pid() as pid`, await tx`select pg_backend_pid() as pid`]),
    ask(3),
  ]);
  expect([inside[0]?.[0]?.["pid"] === inside[1]?.[0]?.["pid"], beside[0]?.n]).toEqual([true, 2]);
  await sql.end();
});

it("a query on a reserved connection that the server has closed fails, and the pool opens another", async () => {
  const [sql, killer] = [connect(database.url, { max: 1 }), connect(database.url, { max: 1 })];
  const held = await sql.reserve();
  const [row] = await held`select pg_backend_pid() as pid`;
  await killer`select pg_terminate_backend(${row?.["pid"]}, 60000)`;
  // Queries fail until the socket has closed, too; only the ones after that met the defect.
  for (let tries = 0; tries < 5; tries++) {
    await expect(held`select 1`).rejects.toBeInstanceOf(Error);
    await sleep(0);
  }
  await expect(held`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await Promise.all([sql.end(), killer.end()]);
});

it("a connection that drops while it asks for the array types fails one query, and the next asks again", async () => {
  let asked = 0;
  const sql = opened((socket) => {
    const write = socket.write.bind(socket);
    // deno-lint-ignore no-explicit-any -- the overloads of write() are of no interest here
    socket.write = (...args: any[]) => {
      if (String(args[0]).includes("typarray") && asked++ === 0) socket.destroy(new Error("dropped"));
      return write(...(args as [string]));
    };
  });
  await expect(sql`select 1`).rejects.toThrow("dropped");
  expect(await sql`select array['a', 'b'] as letters`).toEqual([{ letters: ["a", "b"] }]);
  expect(asked).toBe(2);
  await sql.end();
});

it.each([[false], [true]])(
  "a connection that closes with a write in its buffer fails the query, opens again and writes (after an error: %s)",
  async (isBroken) => {
    const sockets: Socket[] = [];
    const sql = opened((socket) => sockets.push(socket));
    const held = await sql.reserve();
    if (isBroken) sockets[0]?.emit("error", new Error("broken"));
    const query = held`select 1`.execute();
    // The library takes the query over in a microtask and writes it in an immediate; the socket closes in between.
    await Promise.resolve().then(() => {});
    sockets[0]?.emit("close", isBroken);
    sockets[0]?.destroy();
    await expect(query).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await sql.end();
  },
);

/** How many messages of a kind are in the bytes that a client sent. */
function messages(bytes: Uint8Array, kind: string): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = 0;
  for (let at = 0; at < bytes.length; at += 1 + view.getUint32(at + 1)) {
    if (String.fromCharCode(view.getUint8(at)) === kind) found++;
  }
  return found;
}

it("statements of a transaction that wait together share one Sync, and each gets its own answer", async () => {
  const written: Uint8Array[] = [];
  const sql = opened((socket) => {
    const write = socket.write.bind(socket);
    // deno-lint-ignore no-explicit-any -- the overloads of write() are of no interest here
    socket.write = (...args: any[]) => {
      written.push(args[0] as Uint8Array);
      return write(...(args as [string]));
    };
  });
  const three = (tx: Tx) => [1, 2, 3].map((n) => tx`select ${n}::int as n, ${"x".repeat(n)}::text as x`);
  await sql.begin(async (tx) => {
    for (const one of three(tx)) await one;
    written.length = 0;
    const rows = await Promise.all(three(tx));
    expect(rows.map(([row]) => row)).toEqual([{ n: 1, x: "x" }, { n: 2, x: "xx" }, { n: 3, x: "xxx" }]);
    expect(written).toHaveLength(1);
    const [bytes = new Uint8Array()] = written;
    expect(messages(bytes, "E")).toBe(3);
    expect(messages(bytes, "S")).toBe(1);
  });
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await sql.end();
});

it("a statement that fails takes with it those that share its Sync, and the connection works on", async () => {
  const sql = connect(database.url, { max: 1 });
  const halves = (tx: Tx) => [4, 0, 2].map((n) => tx`select 8 / ${n}::int as half`);
  await sql.begin(async (tx) => await tx`select 8 / ${1}::int as half`);
  const outcomes: PromiseSettledResult<unknown>[] = [];
  const failed = sql.begin(async (tx) => {
    outcomes.push(...await Promise.allSettled(halves(tx)));
    return await tx`select 1`;
  });
  await expect(failed).rejects.toMatchObject({ code: "22012" });
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(outcomes[2]).toMatchObject({ reason: { code: "22012" } });
  for (let turn = 0; turn < 3; turn++) {
    const rows = await sql.begin((tx) => Promise.all([1, 2, 8].map((n) => tx`select 8 / ${n}::int as half`)));
    expect(rows.flat()).toEqual([{ half: 8 }, { half: 4 }, { half: 1 }]);
  }
  await sql.end();
});

it("a transaction whose connection breaks while statements wait together fails all of them", async () => {
  const [sql, killer] = [connect(database.url, { max: 1 }), connect(database.url, { max: 1 })];
  let waiting: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  const failed = sql.begin(async (tx) => {
    const [row] = await tx`select pg_backend_pid() as pid`;
    await tx`select pg_sleep(${0}::float8)`;
    waiting = Promise.allSettled([30, 0, 0].map((seconds) => tx`select pg_sleep(${seconds}::float8)`));
    await killer`select pg_terminate_backend(${row?.["pid"]}, 60000)`;
    await waiting;
  });
  await expect(failed).rejects.toBeInstanceOf(Error);
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await Promise.all([sql.end(), killer.end()]);
});

/** A step that a test takes when it wants to. */
function step(): { taken: Promise<void>; take: () => void } {
  let take = () => {};
  const taken = new Promise<void>((resolve) => take = resolve);
  return { taken, take };
}

/**
 * Begins a transaction that pauses, ends its connection, and begins another one on the pool's only connection, which
 * inserts a row and then fails, or not. Answers the rows that stay.
 */
async function afterALoss(late: (tx: Tx) => Promise<unknown>, isKept = false): Promise<Record<string, unknown>[]> {
  const [sql, killer] = [connect(database.url, { max: 1 }), connect(database.url, { max: 1 })];
  await sql`drop table if exists kept`;
  await sql`create table kept (word text)`;
  const [goOn, ended] = [step(), step()];
  const lost = sql.begin(async (tx) => {
    const [row] = await tx`select pg_backend_pid() as pid`;
    await killer`select pg_terminate_backend(${row?.["pid"]}, 60000)`;
    await goOn.taken;
    await late(tx).finally(ended.take);
  });
  await expect(lost).rejects.toBeInstanceOf(Error);
  const wish = new Error("rolled back");
  const other = sql.begin(async (tx) => {
    await tx`insert into kept values ('other')`;
    goOn.take();
    await ended.taken;
    // Time for what the lost transaction says at its end: a statement of this one would make it wait.
    await killer`select pg_sleep(${0.1}::float8)`;
    if (!isKept) throw wish;
  }).catch((error) => error);
  expect(await other).toBe(isKept ? undefined : wish);
  const rows = await sql`select * from kept`;
  await Promise.all([sql.end(), killer.end()]);
  return rows;
}

it("a transaction that lost its connection says nothing on the one that the pool opens instead", async () => {
  let outcome: unknown;
  const rows = await afterALoss(async (tx) => {
    outcome = await tx`insert into kept values ('late')`.catch(({ code }: { code: string }) => code);
  });
  expect([outcome, rows]).toEqual(["CONNECTION_CLOSED", []]);
});

it("a transaction that lost its connection and returns later does not commit another one", async () => {
  expect(await afterALoss(() => Promise.resolve())).toEqual([]);
});

it("a transaction that lost its connection and throws later does not roll another one back", async () => {
  expect(await afterALoss(() => Promise.reject(new Error("late")), true)).toEqual([{ word: "other" }]);
});

it("a reserved connection that was lost says nothing on the one that the pool opens instead", async () => {
  const [sql, killer] = [connect(database.url, { max: 1 }), connect(database.url, { max: 1 })];
  const held = await sql.reserve();
  const [row] = await held`select pg_backend_pid() as pid`;
  await killer`select pg_terminate_backend(${row?.["pid"]}, 60000)`;
  await eventually("the connection to close", () => held`select 1`.catch(({ code }: { code: string }) => code))
    .toBe("CONNECTION_CLOSED");
  let waiting: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    await tx`select 1`;
    await expect(held`rollback`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    held.release();
    const after = sql`select pg_current_xact_id_if_assigned()::text as id`.execute();
    await tx`create temporary table mine () on commit drop`;
    waiting = after;
  });
  expect(await waiting).toEqual([{ id: undefined }]);
  await Promise.all([sql.end(), killer.end()]);
});

it("statements that wait inside a transaction fail with its connection", async () => {
  const [sql, killer] = [connect(database.url, { max: 1 }), connect(database.url, { max: 1 })];
  const lost = sql.begin(async (tx) => {
    const [row] = await tx`select pg_backend_pid() as pid`;
    // More queries than one connection takes.
    const all = Promise.allSettled(Array.from({ length: 300 }, (_, n) => tx`select pg_sleep(${n ? 0 : 600}::float8)`));
    await killer`select pg_terminate_backend(${row?.["pid"]}, 60000)`;
    return await all;
  });
  await expect(lost).rejects.toBeInstanceOf(Error);
  await Promise.all([sql.end(), killer.end()]);
});

it("a transaction that begins behind as many statements as one connection takes has the connection for itself", async () => {
  for (const ahead of [0, 1, 98, 99, 100, 101, 102]) {
    const sql = connect(database.url, { max: 1 });
    await sql`drop table if exists kept`;
    await sql`create table kept (word text)`;
    const before = Array.from({ length: ahead }, () => sql`select 1`.execute());
    const wish = new Error("rolled back");
    const begun = sql.begin(async (tx) => {
      await tx`insert into kept values ('mine')`;
      throw wish;
    });
    const outside = sql`insert into kept values ('outside')`.execute();
    await expect(begun).rejects.toBe(wish);
    await Promise.all([...before, outside]);
    expect([ahead, await sql`select word from kept`]).toEqual([ahead, [{ word: "outside" }]]);
    await sql.end();
  }
});

/** A pool of one connection, whose sockets the test may handle. */
function opened(handle: (socket: Socket) => void, options: object = {}): Sql {
  const url = new URL(database.url);
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = new Socket();
      socket.once("error", reject).connect(Number(url.port), url.hostname, () => resolve(socket));
      handle(socket);
    });
  const settings = { max: 1, connect_timeout: 5, onnotice: () => {}, socket: open, ...options };
  return postgres(database.url, settings as object) as Sql;
}

it("a statement holds on to nothing that was in reach where it stands, and its error still says where that is", async () => {
  const sql = opened(() => {});
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const seen: WeakRef<object>[] = [];
  const inReach = async () => {
    const large = { bytes: new Uint8Array(1_000) };
    seen.push(new WeakRef(large));
    const read = async () => large.bytes.length + (await sql`select 1 as one`).length;
    await read();
  };
  await inReach();
  await eventually("the object to be collected", () => {
    collect();
    return seen[0]?.deref();
  }).toBeUndefined();
  const error = await sql`select nothing`.catch((error: Error) => error) as Error;
  expect(error.stack).toContain("connection_test.ts");
  await sql.end();
});

it("a statement whose place is known makes no error, which would cost more than all else of its making", () => {
  const sql = opened(() => {});
  const ask = () => sql`select 1 where ${sql`true`}`;
  ask();
  const { Error: original } = globalThis;
  let errors = 0;
  globalThis.Error = new Proxy(original, {
    construct: (target, args, made) => (errors++, Reflect.construct(target, args, made)),
  });
  try {
    ask();
  } finally {
    globalThis.Error = original;
  }
  expect(errors).toBe(0);
});
