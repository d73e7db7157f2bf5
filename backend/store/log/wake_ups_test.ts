import { expect, it } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { eventually, sleep } from "../../testing/wait.ts";
import { connect, type Sql } from "../sql.ts";
import { concerns, type Moved, movedBy, movedLogs } from "./moved.ts";
import { WakeUps } from "./wake_ups.ts";

/** Counts who comes to a server and passes their bytes on. */
function startCounter(target: URL): AsyncDisposable & { readonly url: string; readonly count: () => number } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let count = 0;
  const pass = async (one: Deno.Conn) => {
    const other = await Deno.connect({ hostname: target.hostname, port: Number(target.port) });
    await Promise.allSettled([one.readable.pipeTo(other.writable), other.readable.pipeTo(one.writable)]);
  };
  const accepting = (async () => {
    for await (const one of listener) {
      count++;
      pass(one).catch(() => {});
    }
  })();
  const url = new URL(target.href);
  url.hostname = "127.0.0.1";
  url.port = String(listener.addr.port);
  return {
    url: url.href,
    count: () => count,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting.catch(() => {});
    },
  };
}

async function listening(sql: Sql): Promise<number> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and query like 'listen %' and state = 'idle'`;
  return rows.length;
}

it("WakeUps asks a database that is gone now and then, and not without end", async () => {
  const database = await createTestDatabase();
  await using counter = startCounter(new URL(database.url));
  const sql = connect(database.url, { max: 1 });
  const wakeUps = new WakeUps(sql, { url: counter.url, heard: () => {} });
  await eventually("the process to listen", () => listening(sql)).toBe(1);
  await sql.end();
  await database.drop();
  await sleep(1_500);
  const before = counter.count();
  await sleep(2_500);
  // Without a pause it is hundreds.
  expect(counter.count() - before).toBeLessThan(10);
  await eventually("the next try", counter.count).toBeGreaterThan(before);
  await wakeUps.close();
});

it("WakeUps tells other processes what moved, and anything may have moved where an older one tells nothing", async () => {
  const database = await createTestDatabase();
  const sql = connect(database.url, { max: 1 });
  const heard: (Moved | undefined)[] = [];
  const [teller, hearer] = [
    new WakeUps(sql, { url: database.url, heard: () => {} }),
    new WakeUps(sql, { url: database.url, heard: (moved) => void heard.push(moved) }),
  ];
  await eventually("both processes to listen", () => listening(sql)).toBe(2);
  teller.tell(movedBy([{ log: "plays/0", type: "PlayReported" }, { log: "social", type: "HeartGiven" }]));
  teller.tell(movedBy([{ log: "social", type: "HeartTaken" }]));
  teller.tell(movedBy([]));
  await eventually("the first wake-up", () => heard).toHaveLength(1);
  await sql.notify("orin_appended", crypto.randomUUID());
  await eventually("the second wake-up", () => heard).toHaveLength(2);
  expect(heard).toEqual([
    new Map([["plays/0", new Set(["PlayReported"])], ["social", new Set(["HeartGiven", "HeartTaken"])]]),
    undefined,
  ]);
  await Promise.all([teller.close(), hearer.close()]);
  await sql.end();
  await database.drop();
});

it("a follower is concerned by its own types in its own logs, or by a log that moved by who knows what", () => {
  const rewards = { logs: ["ledger"], on: ["TransferPosted"] } as const;
  const everything = { logs: ["ledger"], on: ["*"] } as const;
  const posted = movedBy([{ log: "ledger/3", type: "TransferPosted" }]);
  const held = movedBy([{ log: "ledger/3", type: "HoldPlaced" }]);
  const cases = [posted, held, movedBy([{ log: "social", type: "TransferPosted" }]), movedLogs(["ledger/3"])];
  expect(cases.map((moved) => concerns(moved, rewards))).toEqual([true, false, false, true]);
  expect(cases.map((moved) => concerns(moved, everything))).toEqual([true, true, false, true]);
});
