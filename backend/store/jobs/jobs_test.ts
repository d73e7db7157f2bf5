import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Job, PermanentFailure } from "./job.ts";
import { forgetDoneJobs } from "./job_rows.ts";
import { createJobs } from "./jobs.ts";
import { connect } from "../sql.ts";
import { MINUTE, openTestJobs, type TestJobs } from "../../testing/jobs.ts";
import { eventually, sleep } from "../../testing/wait.ts";

describe("jobs", () => {
  let test: TestJobs;
  beforeEach(async () => void (test = await openTestJobs()));
  afterEach(() => test[Symbol.asyncDispose]());

  it("a job runs once with its payload, which is erased when it is done", async () => {
    const jobs = test.open();
    const seen: Job[] = [];
    await jobs.enqueue(test.sql, { kind: "mail", key: "a", payload: { to: "ada@orin.example", codes: [1, "ọ̀"] } });
    expect((await test.rows())[0]).toMatchObject({ state: "waiting", attempts: 0 });
    jobs.work("mail", (job) => void seen.push(job));
    await jobs.drain();
    expect(seen).toMatchObject([
      { kind: "mail", key: "a", payload: { to: "ada@orin.example", codes: [1, "ọ̀"] }, attempt: 1 },
    ]);
    expect((await test.rows())[0]).toMatchObject({ state: "done", payload: undefined, attempts: 1 });
  });

  it("asking again with the same kind and key does nothing, also after the job is done", async () => {
    const jobs = test.open();
    const seen: unknown[] = [];
    jobs.work("mail", (job) => void seen.push(job.payload));
    jobs.work("picture", (job) => void seen.push(job.payload));
    await jobs.enqueue(test.sql, { kind: "mail", key: "a", payload: 1 });
    await jobs.enqueue(test.sql, { kind: "mail", key: "a", payload: 2 });
    await jobs.drain();
    await jobs.enqueue(test.sql, { kind: "mail", key: "a", payload: 3 });
    await jobs.enqueue(test.sql, { kind: "picture", key: "a", payload: 4 });
    await jobs.drain();
    expect(seen).toEqual([1, 4]);
  });

  it("a job asked for in a transaction begins when that commits, and never when it rolls back", async () => {
    const jobs = test.open();
    const seen: string[] = [];
    jobs.work("mail", (job) => void seen.push(job.key));
    await test.sql.begin(async (tx) => {
      await jobs.enqueue(tx, { kind: "mail", key: "kept", payload: null });
      await jobs.drain();
      expect(seen).toEqual([]);
    });
    jobs.poke();
    await expect(test.sql.begin(async (tx) => {
      await jobs.enqueue(tx, { kind: "mail", key: "dropped", payload: null });
      throw new Error("no");
    })).rejects.toThrow("no");
    await jobs.drain();
    expect(seen).toEqual(["kept"]);
  });

  it("a process that works on nothing asks for nothing, also when it is poked", async () => {
    const sql = connect(test.serviceUrl);
    await sql.end();
    const lines: string[] = [];
    createJobs(sql, { now: Date.now, random: Math.random, log: (line) => void lines.push(line), pollMs: 5 }).poke();
    await sleep(50);
    expect(lines).toEqual([]);
  });

  it("the poll finds what nobody poked about", async () => {
    const seen: string[] = [];
    test.open().work("mail", (job) => void seen.push(job.key));
    await test.open().enqueue(test.sql, { kind: "mail", key: "a", payload: null });
    await eventually("the job to run", () => seen).toEqual(["a"]);
  });

  it("a job does not begin before its time", async () => {
    const jobs = test.open();
    const seen: string[] = [];
    jobs.work("reminder", (job) => void seen.push(job.key));
    await jobs.enqueue(test.sql, { kind: "reminder", key: "later", payload: null, runAt: test.clock + MINUTE });
    await jobs.drain();
    expect(seen).toEqual([]);
    test.clock += MINUTE;
    await jobs.drain();
    expect(seen).toEqual(["later"]);
  });

  it("no more than `concurrency` jobs of a kind run at once, and no kind waits for another", async () => {
    const jobs = test.open();
    let running = 0;
    let most = 0;
    const gate = Promise.withResolvers<void>();
    jobs.work("slow", async () => {
      most = Math.max(most, ++running);
      await gate.promise;
      running--;
    }, { concurrency: 3 });
    const quick: string[] = [];
    jobs.work("quick", (job) => void quick.push(job.key));
    for (let index = 0; index < 10; index++) {
      await jobs.enqueue(test.sql, { kind: "slow", key: `${index}`, payload: null });
    }
    await jobs.enqueue(test.sql, { kind: "quick", key: "a", payload: null });
    await eventually("the quick job to run", () => quick).toEqual(["a"]);
    await eventually("three slow jobs to run", () => running).toBe(3);
    gate.resolve();
    await jobs.drain();
    expect(most).toBe(3);
    expect((await test.rows()).every((row) => row.state === "done")).toBe(true);
  });

  it("counts() tells what waits, runs and failed, by kind", async () => {
    const jobs = test.open();
    jobs.work("mail", (job) => job.key === "good" ? undefined : Promise.reject(new PermanentFailure("bad")));
    for (const key of ["good", "bad", "worse"]) await jobs.enqueue(test.sql, { kind: "mail", key, payload: null });
    await jobs.enqueue(test.sql, { kind: "render", key: "a", payload: null });
    await jobs.drain();
    expect(await jobs.counts()).toEqual([
      { kind: "mail", state: "failed", count: 2 },
      { kind: "render", state: "waiting", count: 1 },
    ]);
  });

  it("a kind has one handler", () => {
    const jobs = test.open();
    jobs.work("mail", () => {});
    expect(() => jobs.work("mail", () => {})).toThrow('Jobs of kind "mail" have a handler already');
  });
});

describe("done jobs", () => {
  const DAY_MS = 24 * 60 * MINUTE;
  let test: TestJobs;
  beforeEach(async () => void (test = await openTestJobs()));
  afterEach(() => test[Symbol.asyncDispose]());

  it("go after 180 days, but neither failed or waiting ones nor those that are asked for again and again", async () => {
    const jobs = test.open();
    for (const kind of ["mail", "alert"]) jobs.work(kind, () => {});
    jobs.work("broken", () => Promise.reject(new PermanentFailure("no")));
    for (const kind of ["mail", "alert", "broken"]) await jobs.enqueue(test.sql, { kind, key: "old", payload: 1 });
    await jobs.drain();
    await jobs.enqueue(test.sql, { kind: "later", key: "old", payload: 1 });
    test.clock += DAY_MS;
    await jobs.enqueue(test.sql, { kind: "mail", key: "young", payload: 1 });
    await jobs.drain();
    const forget = async (now: number) => {
      await forgetDoneJobs(test.sql, { now, askedAgain: ["alert"] });
      return (await test.rows()).map(({ kind, key }) => `${kind} ${key}`);
    };
    const all = ["alert old", "broken old", "later old", "mail old", "mail young"];
    expect(await forget(test.clock + 179 * DAY_MS)).toEqual(all);
    expect(await forget(test.clock + 179 * DAY_MS + 1)).toEqual(all.filter((job) => job !== "mail old"));
  });
});
