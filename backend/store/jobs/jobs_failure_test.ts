import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Job, PermanentFailure } from "./job.ts";
import { backoffMs } from "./job_attempt.ts";
import { MINUTE, openTestJobs, type TestJobs } from "../../testing/jobs.ts";
import { eventually } from "../../testing/wait.ts";

describe("a job that goes wrong", () => {
  let test: TestJobs;
  beforeEach(async () => void (test = await openTestJobs()));
  afterEach(() => test[Symbol.asyncDispose]());

  it("a job that fails waits longer each time, and fails for good after its last attempt, with the reason", async () => {
    const jobs = test.open();
    const failed: [number, string][] = [];
    const handler = (job: Job) => Promise.reject(new Error(`no luck ${job.attempt}\0`));
    const onFailed = (job: Job, reason: string) => void failed.push([job.attempt, reason]);
    jobs.work("mail", handler, { attempts: 3, onFailed });
    await jobs.enqueue(test.sql, { kind: "mail", key: "a", payload: "kept" });
    for (const [attempts, waitMs] of [[1, 750], [2, 1_500]] as const) {
      await jobs.drain();
      expect((await test.rows())[0]).toMatchObject({ state: "waiting", attempts, lastError: `no luck ${attempts}` });
      expect((await test.rows())[0]?.runAt).toBe(test.clock + waitMs);
      test.clock += waitMs;
    }
    expect(failed).toEqual([]);
    await jobs.drain();
    expect((await test.rows())[0]).toMatchObject({
      state: "failed",
      attempts: 3,
      lastError: "no luck 3",
      payload: "kept",
    });
    expect(failed).toEqual([[3, "no luck 3\0"]]);
    test.clock += 60 * MINUTE;
    await jobs.drain();
    expect(failed).toHaveLength(1);
  });

  it("a permanent failure is not tried again", async () => {
    const jobs = test.open();
    const failed: string[] = [];
    const onFailed = (_job: Job, reason: string) => void failed.push(reason);
    jobs.work("mail", () => Promise.reject(new PermanentFailure("no such mailbox")), { onFailed });
    await jobs.enqueue(test.sql, { kind: "mail", key: "a", payload: null });
    await jobs.drain();
    expect((await test.rows())[0]).toMatchObject({ state: "failed", attempts: 1, lastError: "no such mailbox" });
    expect(failed).toEqual(["no such mailbox"]);
  });

  it("a job counts as failed only once somebody was told, so a telling that fails is repeated", async () => {
    const jobs = test.open();
    let told = 0;
    const onFailed = () => {
      if (++told === 1) throw new Error("the database was away");
    };
    jobs.work("mail", () => Promise.reject(new Error("broken")), { attempts: 1, onFailed });
    await jobs.enqueue(test.sql, { kind: "mail", key: "a", payload: null });
    await jobs.drain();
    expect((await test.rows())[0]).toMatchObject({ state: "waiting", lastError: "broken" });
    test.clock += MINUTE;
    await jobs.drain();
    expect(told).toBe(2);
    expect((await test.rows())[0]).toMatchObject({ state: "failed", lastError: "broken" });
  });

  it("an attempt that takes too long is told so, counts as failed and is announced", async () => {
    const jobs = test.open();
    const told: unknown[] = [];
    const handler = (_job: Job, signal: AbortSignal) => {
      signal.addEventListener("abort", () => told.push(signal.reason.message));
      return new Promise<void>(() => {});
    };
    jobs.work("render", handler, { timeoutMs: 30, attempts: 1, onFailed: (_job, reason) => void told.push(reason) });
    await jobs.enqueue(test.sql, { kind: "render", key: "a", payload: null });
    await jobs.drain();
    expect(told).toEqual(["not done within 30 ms", "not done within 30 ms"]);
    expect((await test.rows())[0]).toMatchObject({ state: "failed", lastError: "not done within 30 ms" });
  });

  it("connections that the database drops delay jobs and lose none", async () => {
    const jobs = test.open();
    const seen = new Set<string>();
    await test.openConnections();
    for (let index = 0; index < 20; index++) {
      await jobs.enqueue(test.sql, { kind: "mail", key: `${index}`, payload: null });
    }
    const gate = Promise.withResolvers<void>();
    jobs.work("mail", (job) => {
      seen.add(job.key);
      return gate.promise;
    }, { concurrency: 2 });
    await eventually("two jobs to run", () => seen.size).toBe(2);
    await test.dropConnections();
    gate.resolve();
    await eventually("all jobs to run", () => seen.size).toBe(20);
  });
});

describe("backoffMs()", () => {
  it("doubles from a second to ten minutes, between half of it and all of it", () => {
    expect([1, 2, 3, 4].map((attempt) => backoffMs(attempt, () => 0))).toEqual([500, 1_000, 2_000, 4_000]);
    expect(backoffMs(1, () => 0.999)).toBe(1_000);
    expect(backoffMs(40, () => 0.999)).toBeLessThanOrEqual(10 * MINUTE);
    expect(backoffMs(40, () => 0)).toBe(5 * MINUTE);
  });
});
