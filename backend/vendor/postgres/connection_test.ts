import { Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { connect, postgres } from "../../store/sql.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("a query on a reserved connection that the server has closed fails, and the pool opens another", async () => {
  const [sql, killer] = [connect(database.url, { max: 1 }), connect(database.url, { max: 1 })];
  const held = await sql.reserve();
  const [row] = await held`select pg_backend_pid() as pid`;
  await killer`select pg_terminate_backend(${row?.["pid"]}, 60000)`;
  // Queries fail until the socket has closed, too; only the ones after that met the defect.
  for (let tries = 0; tries < 5; tries++) {
    await expect(held`select 1`).rejects.toBeInstanceOf(Error);
    await new Promise((later) => setTimeout(later));
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

/** A pool of one connection, whose sockets the test may handle. */
function opened(handle: (socket: Socket) => void) {
  const url = new URL(database.url);
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = new Socket();
      socket.once("error", reject).connect(Number(url.port), url.hostname, () => resolve(socket));
      handle(socket);
    });
  return postgres(database.url, { max: 1, connect_timeout: 5, onnotice: () => {}, socket: open } as object);
}
