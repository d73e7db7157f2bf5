import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { connect } from "../sql.ts";
import type { Store } from "../store.ts";
import { said, slowWords, wordsProjection } from "../testing/words.ts";
import { eventually, waitFor } from "../../testing/wait.ts";

interface Follower {
  readonly name: string;
  readonly child: Deno.ChildProcess;
}

const FOLLOWER = join(import.meta.dirname ?? "", "../testing/follower.ts");
const metadata = { actor: "system:test" };

async function say(stores: readonly Store[], times: number): Promise<void> {
  await Promise.all(
    Array.from(
      { length: times },
      (_, index) =>
        stores[index % stores.length]?.appendToStream("social", `talk/${crypto.randomUUID()}`, [said("hi")], {
          metadata,
        }),
    ),
  );
}

describe("two processes that append and two that follow", () => {
  let test: TestStore;
  let appenders: Store[];
  let followers: Follower[];
  beforeAll(async () => {
    test = await openTestStore({ projections: [slowWords] });
    appenders = [test.another({ follow: false }), test.another({ follow: false })];
    await test.store.close();
    followers = [await startFollower(test, "first"), await startFollower(test, "second")];
  });
  afterAll(async () => {
    for (const { child } of followers) child.kill("SIGKILL");
    await Promise.all(followers.map(({ child }) => child.status));
    await test[Symbol.asyncDispose]();
  });

  it("count every event once; the one that is left takes over from the one killed in the middle of a batch", async () => {
    await say(appenders, 100);
    // Nothing is appended any more that could wake the one that is left.
    const doomed = await inBatch(test, followers);
    doomed.child.kill("SIGKILL");
    await doomed.child.status;
    followers = followers.filter((follower) => follower !== doomed);
    await untilCounted(appenders[0] ?? test.store, 100);
    await say(appenders, 100);
    await untilCounted(appenders[0] ?? test.store, 200);
  });
});

describe("a wake-up", () => {
  it("reaches what follows in another process without waiting for its next look, and is sent once a batch at most", async () => {
    await using test = await openTestStore({ projections: [wordsProjection()] });
    await test.store.close();
    const follower = test.another({ pollMs: 3_600_000 });
    const appender = test.another({ follow: false, pollMs: 3_600_000 });
    let heard = 0;
    const sql = connect(test.serviceUrl, { max: 1 });
    await sql.listen("orin_appended", () => void heard++);
    await say([appender], 300);
    await untilCounted(follower, 300);
    const groups = /orin_group_size_count\{logs="social"\} (\d+)/.exec(await appender.metrics.render())?.[1];
    await eventually("a wake-up", () => heard).toBeGreaterThan(0);
    expect(heard).toBeLessThanOrEqual(Number(groups));
    await sql.end();
  });
});

/** A process whose connections have its name at the server. */
async function startFollower(test: TestStore, name: string): Promise<Follower> {
  const url = new URL(test.serviceUrl);
  url.searchParams.set("application_name", name);
  const args = ["run", "-A", FOLLOWER, url.href];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  reader.releaseLock();
  return { name, child };
}

/** The one that is in the middle of a batch: the server sees it as the sleep of the slow projection. */
async function inBatch(test: TestStore, followers: readonly Follower[]): Promise<Follower> {
  const sql = connect(test.ownerUrl, { max: 1 });
  try {
    return await waitFor("a follower in the middle of a batch", async () => {
      const rows = await sql<{ name: string }[]>`
        select application_name as name from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`;
      return followers.find(({ name }) => rows.some((row) => row.name === name));
    });
  } finally {
    await sql.end();
  }
}

async function untilCounted(store: Store, times: number): Promise<void> {
  const counted = () => store.sql`select coalesce(sum(times), 0)::int as times from words`;
  await eventually(`${times} words to be counted`, counted).toEqual([{ times }]);
}
