import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Job } from "./job.ts";
import { MINUTE, openTestJobs, startDoomedWorker, type TestJobs } from "../../testing/jobs.ts";
import { eventually, sleep } from "../../testing/wait.ts";

describe("jobs in several processes", () => {
  let test: TestJobs;
  beforeEach(async () => void (test = await openTestJobs()));
  afterEach(() => test[Symbol.asyncDispose]());

  it("many processes share the jobs, each job going to one of them", async () => {
    const seen: string[] = [];
    const processes = [test.open(), test.open(), test.open()];
    for (const jobs of processes) jobs.work("mail", (job) => void seen.push(job.key), { concurrency: 4 });
    const keys = Array.from({ length: 60 }, (_, index) => `key ${index}`);
    await Promise.all(keys.map((key) => processes[0]?.enqueue(test.sql, { kind: "mail", key, payload: null })));
    await Promise.all(processes.map((jobs) => jobs.drain()));
    expect(seen.toSorted()).toEqual(keys.toSorted());
  });

  it("a process that lost its lease is told to stop, and what it writes afterwards has no effect", async () => {
    const slow = test.open({ leaseMs: 90 });
    const aborted = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    slow.work("mail", async (_job, signal) => {
      signal.addEventListener("abort", () => aborted.resolve());
      await gate.promise;
    });
    await slow.enqueue(test.sql, { kind: "mail", key: "a", payload: "secret" });
    await test.reach("running");
    const taker = test.open({ ahead: MINUTE });
    const finish = Promise.withResolvers<void>();
    const attempts: number[] = [];
    taker.work("mail", async (job) => {
      attempts.push(job.attempt);
      await finish.promise;
    });
    await aborted.promise;
    gate.resolve();
    await slow.stop(0);
    expect((await test.rows())[0]).toMatchObject({ state: "running", attempts: 2, payload: "secret" });
    finish.resolve();
    await taker.drain();
    expect(attempts).toEqual([2]);
    expect((await test.rows())[0]).toMatchObject({ state: "done", attempts: 2 });
    expect(test.lines.filter((line) => line.includes("went to another process"))).toHaveLength(1);
  });

  it.each(["done", "waiting", "failed"])(
    "an attempt that has not noticed that its job was taken over cannot mark it as %s",
    async (state) => {
      const gate = Promise.withResolvers<void>();
      const slow = test.open();
      slow.work("mail", () => gate.promise, { attempts: state === "failed" ? 1 : 8 });
      await slow.enqueue(test.sql, { kind: "mail", key: "a", payload: "secret" });
      await test.reach("running");
      const finish = Promise.withResolvers<void>();
      const taker = test.open({ ahead: MINUTE });
      taker.work("mail", () => finish.promise);
      await eventually("the job to be taken over", async () => (await test.rows())[0]?.attempts).toBe(2);
      if (state === "done") gate.resolve();
      else gate.reject(new Error("too late"));
      await slow.stop();
      expect(await test.rows()).toMatchObject([{
        state: "running",
        attempts: 2,
        payload: "secret",
        lastError: undefined,
      }]);
      finish.resolve();
      await taker.drain();
      expect(await test.rows()).toMatchObject([{ state: "done", attempts: 2 }]);
    },
  );

  it("a job that runs longer than its lease keeps it", async () => {
    const jobs = test.open({ leaseMs: 60 });
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    jobs.work("render", async () => {
      runs++;
      await gate.promise;
    });
    await jobs.enqueue(test.sql, { kind: "render", key: "a", payload: null });
    await test.reach("running");
    const other = test.open();
    other.work("render", () => void runs++);
    for (let step = 0; step < 4; step++) {
      test.clock += 50;
      await eventually("the lease to be extended", async () => (await test.rows())[0]?.lockedUntil)
        .toBe(test.clock + 60);
      await other.drain();
    }
    gate.resolve();
    await jobs.drain();
    expect(runs).toBe(1);
  });

  it("stop() waits for what runs, then hands the rest back as if it had not begun", async () => {
    const jobs = test.open();
    const gate = Promise.withResolvers<void>();
    jobs.work("quick", () => gate.promise);
    jobs.work(
      "endless",
      (_job, signal) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("I was interrupted")))),
    );
    await jobs.enqueue(test.sql, { kind: "quick", key: "a", payload: null });
    await jobs.enqueue(test.sql, { kind: "endless", key: "a", payload: null });
    await eventually("both jobs to run", async () => (await test.rows()).map((row) => row.state))
      .toEqual(["running", "running"]);
    const stopped = jobs.stop(1_000);
    gate.resolve();
    await stopped;
    expect(await test.rows()).toMatchObject([
      { kind: "endless", state: "waiting", attempts: 0, lastError: undefined },
      { kind: "quick", state: "done", attempts: 1 },
    ]);
    await jobs.enqueue(test.sql, { kind: "quick", key: "b", payload: null });
    await sleep(100);
    expect((await test.rows()).find((row) => row.key === "b")).toMatchObject({ state: "waiting" });
  });

  it("the job of a process killed without warning is taken over when its lease ends, and not before", async () => {
    const jobs = test.open();
    await jobs.enqueue(test.sql, { kind: "render", key: "a", payload: "track 7" });
    await using doomed = startDoomedWorker(test.serviceUrl, "render");
    await test.reach("running");
    await doomed.kill();
    const seen: Job[] = [];
    jobs.work("render", (job) => void seen.push(job));
    test.clock = Date.now();
    await jobs.drain();
    expect(seen).toEqual([]);
    test.clock = Date.now() + MINUTE;
    await jobs.drain();
    expect(seen).toMatchObject([{ key: "a", payload: "track 7", attempt: 2 }]);
    expect(await test.rows()).toMatchObject([{ state: "done", attempts: 2 }]);
  });

  it("a job whose process dies at each attempt fails at last and is announced", async () => {
    const jobs = test.open();
    await jobs.enqueue(test.sql, { kind: "render", key: "a", payload: null });
    await using doomed = startDoomedWorker(test.serviceUrl, "render");
    await test.reach("running");
    await doomed.kill();
    test.clock = Date.now() + MINUTE;
    const told: string[] = [];
    const never = () => Promise.reject(new Error("must not run"));
    jobs.work("render", never, { attempts: 1, onFailed: (_job, reason) => void told.push(reason) });
    await jobs.drain();
    expect(told).toEqual(["the process that ran it ended each time"]);
    expect(await test.rows()).toMatchObject([{ state: "failed", lastError: told[0] }]);
  });
});
