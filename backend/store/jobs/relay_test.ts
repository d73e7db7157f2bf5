import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, openTestJobs, type TestJobs } from "../../testing/jobs.ts";
import type { Jobs } from "./jobs.ts";
import { RelayAway, relaysAway, through } from "./relay.ts";

const HOUR = 60 * MINUTE;
const WORTH_MS = 48 * HOUR;

let test: TestJobs;
let isAway: boolean;
let asked: string[];
beforeEach(async () => {
  test = await openTestJobs();
  [isAway, asked] = [true, []];
});
afterEach(() => test[Symbol.asyncDispose]());

/** A process that sends mails. */
function open(worthMs = WORTH_MS): Jobs {
  const jobs = test.open({ pollMs: 3_600_000 });
  jobs.work("mail", ({ key }) =>
    through(test.sql, "mail", async () => {
      asked.push(key);
      if (isAway) throw new RelayAway("no connection");
      await Promise.resolve();
    }), { relay: "mail", worthMs: () => worthMs, concurrency: 4 });
  return jobs;
}
const enqueue = async (jobs: Jobs, ...keys: string[]) => {
  for (const key of keys) await jobs.enqueue(test.sql, { kind: "mail", key, payload: null });
};
const states = async () => [...new Set((await test.rows()).map(({ state }) => state))];

describe("a relay that is away", () => {
  it("is asked by one job of all processes, at last every ten minutes, and loses nothing in a day", async () => {
    const [one, other] = [open(), open()];
    await enqueue(one, "a", "b", "c", "d", "e", "f");
    const drain = () => Promise.all([one.drain(), other.drain()]);
    await drain();
    const first = asked.length;
    expect(first).toBeLessThanOrEqual(8);
    const times: number[] = [];
    for (let [minutes, step] = [0, 0.25]; minutes < 24 * 60; minutes += step) {
      test.clock += step * MINUTE;
      const before = asked.length;
      await drain();
      if (asked.length > before) {
        // From then on a quarter of the wait at a time is enough to see whether it is asked earlier.
        if (minutes - (times.at(-1) ?? 0) === 10) step = 2.5;
        times.push(minutes);
      }
      expect(asked.length - before).toBeLessThanOrEqual(1);
    }
    const waits = times.map((time, index) => time - (times[index - 1] ?? 0));
    expect(Math.max(...waits)).toBe(10);
    expect(waits.length).toBeLessThan(160);
    expect(test.lines.filter((line) => line.startsWith("mail: no connection"))).toHaveLength(1);

    isAway = false;
    asked = [];
    test.clock += 10 * MINUTE;
    await drain();
    expect(asked.toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(await states()).toEqual(["done"]);
    expect(await relaysAway(test.sql)).toEqual([]);
  });

  it("is back where it answers, even if it does not take the mail that asks, such as by greylisting", async () => {
    const jobs = test.open({ pollMs: 3_600_000 });
    let says: Error | undefined = new RelayAway("no connection");
    const send = () => through(test.sql, "mail", () => says ? Promise.reject(says) : Promise.resolve());
    jobs.work("mail", send, { relay: "mail", worthMs: () => WORTH_MS });
    await enqueue(jobs, "a", "b");
    await jobs.drain();
    expect(await relaysAway(test.sql)).toHaveLength(1);
    says = new Error("450 greylisted");
    test.clock += MINUTE;
    await jobs.drain();
    expect(await relaysAway(test.sql)).toEqual([]);
    says = undefined;
    test.clock += 10 * MINUTE;
    await jobs.drain();
    expect(await states()).toEqual(["done"]);
  });

  it("takes what is worth nothing any more along, by one line each, and asks with what is", async () => {
    const jobs = open(10 * MINUTE);
    await enqueue(jobs, "a", "b");
    await jobs.drain();
    test.clock += 11 * MINUTE;
    await enqueue(jobs, "c");
    await jobs.drain();
    expect(await test.rows()).toMatchObject([
      { key: "a", state: "failed", lastError: "it came too late: no connection" },
      { key: "b", state: "failed" },
      { key: "c", state: "waiting" },
    ]);
    expect(asked.at(-1)).toBe("c");
    expect(test.lines.at(-1)).toMatch(/^Job mail .*failed for good: it came too late.*Failed jobs of this kind: 2$/);
  });

  it("says how old the oldest is, however often it was put off", async () => {
    const jobs = open();
    await enqueue(jobs, "a");
    const dueAt = test.clock;
    for (let turn = 0; turn < 5; turn++) {
      await jobs.drain();
      test.clock += 10 * MINUTE;
    }
    expect(await jobs.oldestDue()).toEqual([{ kind: "mail", dueAt }]);
  });
});

describe("what has failed", () => {
  it("is sent again when an operator says so, and the relay is asked right then", async () => {
    const jobs = open(10 * MINUTE);
    await enqueue(jobs, "a");
    await jobs.drain();
    test.clock += 11 * MINUTE;
    await jobs.drain();
    expect(await states()).toEqual(["failed"]);
    isAway = false;
    expect(await jobs.again(["mail"], 0)).toBe(1);
    await jobs.drain();
    expect(await states()).toEqual(["done"]);
  });
});

it("a mail that is not taken now, though others are, waits a minute and at last an hour", async () => {
  const jobs = test.open({ pollMs: 3_600_000 });
  jobs.work("mail", () => Promise.reject(new Error("450 greylisted")), { relay: "mail", worthMs: () => WORTH_MS });
  await enqueue(jobs, "a");
  const waits: number[] = [];
  for (let turn = 0; turn < 12; turn++) {
    await jobs.drain();
    const [row] = await test.rows();
    const wait = (row?.runAt ?? 0) - test.clock;
    waits.push(wait / MINUTE);
    test.clock += wait;
  }
  expect(waits).toEqual([0.75, 1.5, 3, 6, 12, 24, 45, 45, 45, 45, 45, 45]);
});

describe("a clock that was a day ahead", () => {
  it("puts no mail off and leaves no relay alone once it is right again; what was to wait waits", async () => {
    const right = test.clock;
    test.clock += 24 * HOUR;
    const jobs = open();
    await enqueue(jobs, "tried");
    await jobs.drain();
    await enqueue(jobs, "new");
    await jobs.enqueue(test.sql, { kind: "mail", key: "later", payload: null, runAt: test.clock + HOUR });
    await test.sql`
      update jobs set state = 'running', attempts = 3, locked_until = ${new Date(test.clock)} where key = 'new'`;
    [isAway, test.clock] = [false, right];
    await jobs.drain();
    expect(await states()).not.toContain("done");
    expect(await jobs.clockWasAhead()).toBe(3);
    await jobs.drain();
    const rows = await test.rows();
    expect(rows.filter(({ state }) => state === "done").map(({ key }) => key)).toEqual(["new", "tried"]);
    expect(rows.find(({ key }) => key === "later")?.runAt).toBe(right + 25 * HOUR);
    expect(await relaysAway(test.sql)).toEqual([]);
    expect(await jobs.clockWasAhead()).toBe(0);
  });
});
