import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "../store/sql.ts";
import { EndTogether, endWithin } from "./lifecycle.ts";
import type { TestDatabase } from "../testing/database.ts";
import { startTestServer } from "../testing/server.ts";
import { TEST_SECRET } from "../testing/store.ts";
import { createServiceDatabase } from "../testing/template.ts";
import { eventually } from "../testing/wait.ts";

const NEVER = () => new Promise<void>(() => {});

describe("endWithin()", () => {
  it("abandons by its name what does not end, and says nothing of what does", async () => {
    const said: string[] = [];
    const waiting = { seconds: 0.05, log: (line: string) => void said.push(line) };
    await endWithin("what ends", () => Promise.resolve(), waiting);
    await endWithin("what goes on", NEVER, waiting);
    expect(said).toEqual(["No longer waiting for what goes on"]);
    const broken = () => Promise.reject(new Error("broken"));
    await expect(endWithin("what breaks", broken, waiting)).rejects.toThrow("broken");
  });

  it("ends parts at the same time, so that many of them take as long as one", async () => {
    const said: string[] = [];
    const parts = new EndTogether({ seconds: 0.05, log: (line) => void said.push(line) });
    const ended: string[] = [];
    for (const what of ["one", "two"]) parts.add(what, () => NEVER().finally(() => ended.push(what)));
    parts.add("three", () => Promise.resolve(ended.push("three")));
    await parts[Symbol.asyncDispose]();
    expect({ ended, said: said.length }).toEqual({ ended: ["three"], said: 2 });
  });
});

it("the service ends with 0 while requests, jobs and followers wait for a database that does not let them on", async () => {
  await using database = await createServiceDatabase(TEST_SECRET);
  const dataDir = await Deno.makeTempDir({ prefix: "orin-stopping-" });
  await using server = await startTestServer({
    dataDir,
    env: { DATABASE_URL: database.url, ORIN_SECRET: TEST_SECRET },
  });
  const blocker = connect(database.url, { name: "blocker", max: 1 });
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const block = () =>
    blocker.begin(async (tx) => {
      // In the order of those who follow.
      await tx`lock table checkpoints, logs, jobs, rate_limits in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
  // The verification of a start reads in another order: one of both is broken off as a deadlock.
  const blocking = block().catch((error) => error.code === "40P01" ? block() : Promise.reject(error));
  await Promise.race([locked.promise, blocking]);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email: "ada@orin.example" });
  const ask = () =>
    fetch(`${server.url}/api/auth/forgot-password`, { method: "POST", headers, body }).then(
      (answer) => answer.body?.cancel(),
      () => {},
    );
  const ended = new AbortController();
  // A call that has waited too long is answered 503: then clients ask again.
  const asked = Array.from({ length: 20 }, async () => {
    while (!ended.signal.aborted) await ask();
  });
  const watcher = connect(database.url, { name: "watcher", max: 1 });
  const waiting = () =>
    watcher`select from pg_locks where not granted and database = (
    select oid from pg_database where datname = current_database())`;
  await eventually("requests, jobs and followers to wait", async () => (await waiting()).length)
    .toBeGreaterThanOrEqual(3);
  await watcher.end();
  expect(await server.end("SIGTERM")).toBe(0);
  ended.abort();
  // What of it has met the limit of its lock by then has ended by itself; what has not is named.
  expect(server.output()).toMatch(/Stopping: SIGTERM[^]*Stopped\n$/);
  release.resolve();
  await Promise.all([blocking, ...asked]);
  await blocker.end();
  await Deno.remove(dataDir, { recursive: true });
});

describe("draining", () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeEach(async () => {
    database = await createServiceDatabase(TEST_SECRET);
    dataDir = await Deno.makeTempDir({ prefix: "orin-draining-" });
  });
  afterEach(async () => {
    await database.drop();
    await Deno.remove(dataDir, { recursive: true });
  });

  /** A drain that no test waits for the end of. */
  const start = () =>
    startTestServer({ dataDir, env: { DATABASE_URL: database.url, ORIN_SECRET: TEST_SECRET, DRAIN_MS: "120000" } });
  const answerOf = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, text: await answer.text(), connection: answer.headers.get("connection") };
  };

  it("after SIGTERM it serves on and says that it stops, until a second signal ends it at once", async () => {
    const server = await start();
    expect(await answerOf(`${server.url}/readyz`)).toEqual({ status: 200, text: "ready", connection: null });
    Deno.kill(server.pid, "SIGTERM");
    await eventually("the service to say that it stops", () => answerOf(`${server.url}/readyz`))
      .toEqual({ status: 503, text: "stopping", connection: "close" });
    expect(await answerOf(`${server.url}/api/v1/tracks`)).toMatchObject({ status: 200, connection: "close" });
    let code: number | undefined;
    // Signals of the same second are one that runners have passed on.
    await eventually("the service to end", () => (server.end("SIGTERM").then((ended) => code = ended), code)).toBe(1);
    expect(server.output()).toMatch(/Stopping: SIGTERM\n[^]*Stopping now: SIGTERM again\n$/);
  });

  it("nobody waits for it after a Ctrl-C", async () => {
    const server = await start();
    expect(await server.end("SIGINT")).toBe(0);
    expect(server.output()).toMatch(/Stopping: SIGINT\n[^]*Stopped\n$/);
  });
});
