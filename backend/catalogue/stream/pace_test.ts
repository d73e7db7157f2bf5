import { describe, expect, it } from "vitest";
import { Pace, type PaceClock } from "./pace.ts";

/** A clock that jumps to the end of each wait. */
function givenClock() {
  const waited: number[] = [];
  let now = 1_000;
  const clock: PaceClock = {
    now: () => now,
    wait: (ms) => {
      waited.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
  return { clock, waited, pass: (ms: number) => void (now += ms) };
}

describe("Pace", () => {
  it("lets a burst go at once, then no more than real time", async () => {
    const { clock, waited } = givenClock();
    const pace = new Pace({ perMs: 10, burst: 25_000 }, clock);
    const allowed: number[] = [];
    for (let piece = 0; piece < 5; piece++) allowed.push(await pace.allow(64_000));
    expect(allowed).toEqual(Array(5).fill(10_000));
    // Two pieces of 10 kB are in the burst, the third needs half a second more, the others one each.
    expect(waited).toEqual([500, 1_000, 1_000]);
  });

  it("gives what real time has earned to a client that was slow", async () => {
    const { clock, waited, pass } = givenClock();
    const pace = new Pace({ perMs: 10, burst: 10_000 }, clock);
    await pace.allow(10_000);
    pass(30_000);
    for (let piece = 0; piece < 30; piece++) await pace.allow(10_000);
    expect(waited).toEqual([]);
  });

  it("sends the small rest of a file whole", async () => {
    const { clock } = givenClock();
    expect(await new Pace({ perMs: 10, burst: 0 }, clock).allow(7)).toBe(7);
  });

  it("waits no longer once it is released, and lets everything go", async () => {
    const pace = new Pace({ perMs: 0.001, burst: 0 });
    const first = pace.allow(64_000);
    pace.release();
    expect(await first).toBe(64_000);
    expect(await pace.allow(64_000)).toBe(64_000);
  });

  it("shared by several lets the youngest go first, and nobody who is gone", async () => {
    const { clock } = givenClock();
    const pace = new Pace({ perMs: 1, burst: 0 }, clock);
    const gone = new AbortController();
    const [old, young, left] = [new AbortController(), new AbortController(), gone].map(({ signal }) =>
      pace.share(signal)
    );
    const order: string[] = [];
    const take = (name: string, share: typeof old) => pace.allow(1_000, share).then(() => order.push(name));
    const all = [take("old", old), take("young", young), take("left", left)];
    gone.abort();
    await Promise.all(all);
    expect(order.filter((name) => name !== "left")).toEqual(["young", "old"]);
    // One second of sound each for the two who stayed.
    const before = clock.now();
    await pace.allow(1_000, young);
    expect(clock.now() - before).toBeLessThanOrEqual(1_000);
  });
});
