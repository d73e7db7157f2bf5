import type { Segment } from "@contract/listening.ts";
import { MAX_SEGMENTS_PER_PLAY, MAX_STRETCHES_PER_PLAY } from "@contract/policy.ts";
import fc from "fast-check";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { Meter, type Sample } from "./meter.ts";
import { endOf, heardIn } from "./segments.ts";

const SEED = process.env.ORIN_SEED ? { seed: Number(process.env.ORIN_SEED) } : {};

/** A meter and the element it looks at; every method is one thing that happens and is then looked at. */
class Playing {
  readonly meter = new Meter({ now: 10_000 });
  #sample: Sample = { now: 10_000, position: 0, rate: 1, running: false };

  start(): this {
    return this.look({ running: true });
  }

  /** Sound comes out for so long, looked at every 250 ms. */
  hear(ms: number): this {
    for (let left = ms; left > 0; left -= 250) {
      const step = Math.min(250, left);
      this.look({ now: this.#sample.now + step, position: this.#sample.position + step * this.#sample.rate / 1_000 });
    }
    return this;
  }

  /** Time passes, no sound. */
  wait(ms: number): this {
    return this.look({ now: this.#sample.now + ms });
  }

  look(change: Partial<Sample>): this {
    this.#sample = { ...this.#sample, ...change };
    this.meter.sample(this.#sample);
    return this;
  }

  seek(position: number): this {
    this.#sample = { ...this.#sample, position };
    this.meter.jump(this.#sample);
    return this;
  }
}

describe("Meter counts nothing for", () => {
  it.each<[string, (playing: Playing) => void]>([
    ["a seek forward", (playing) => playing.seek(100)],
    ["a seek back", (playing) => playing.seek(0)],
    ["a pause", (playing) => playing.look({ running: false }).wait(60_000).look({ running: true })],
    ["waiting for data", (playing) => playing.look({ running: false }).wait(9_000).look({ running: true })],
    ["a stall that no event tells of", (playing) => playing.wait(9_000)],
    ["a phone that slept", (playing) => playing.wait(3_600_000)],
    ["a jump after a sleep", (playing) => playing.wait(3_600_000).look({ position: 100 })],
    ["a position that jumps without time", (playing) => playing.look({ position: 90 })],
    ["a position that falls back", (playing) => playing.look({ position: 3 })],
    ["a broken position", (playing) => playing.look({ position: NaN }).look({ position: 10 })],
  ])("%s", (_name, happen) => {
    const playing = new Playing().start().hear(10_000);
    happen(playing);
    playing.hear(10_000);
    expect(playing.meter.reading().listenedMs).toBe(20_000);
  });

  it("a rate of nought", () => {
    const playing = new Playing().look({ running: true, rate: 0 }).wait(10_000);
    expect(playing.meter.reading()).toEqual({ listenedMs: 0, segments: [], heard: [] });
  });

  it("the part of a track that is skipped over by playing faster", () => {
    const playing = new Playing().look({ running: true, rate: 2 }).hear(10_000);
    expect(playing.meter.reading().listenedMs).toBe(10_000);
  });
});

describe("Meter", () => {
  it("tells which stretches of the song were heard, in their order, at any speed", () => {
    const playing = new Playing().start().hear(10_000).seek(60).hear(5_000).seek(3).look({ rate: 2 }).hear(4_000);
    expect(playing.meter.reading().heard).toEqual([[0, 10], [60, 65], [3, 11]]);
    // A report on the way cuts nothing, and a pause neither.
    playing.meter.freeze();
    playing.look({ running: false }).wait(9_000).look({ running: true }).hear(1_000);
    expect(playing.meter.freeze().heard).toEqual([[0, 10], [60, 65], [3, 13]]);
  });

  it("goes on with the stretches of before a reload, and keeps the last ones of very many", () => {
    const meter = new Meter({ now: 0, heard: Array.from({ length: 40 }, (_, nth): Segment => [nth * 4, nth * 4 + 1]) });
    meter.sample({ now: 0, position: 157, rate: 1, running: true });
    meter.sample({ now: 2_000, position: 159, rate: 1, running: true });
    expect(meter.reading().heard?.at(-1)).toEqual([156, 159]);
    meter.jump({ now: 2_000, position: 7, rate: 1, running: true });
    meter.sample({ now: 3_000, position: 8, rate: 1, running: true });
    expect(meter.reading().heard).toHaveLength(MAX_STRETCHES_PER_PLAY);
    expect(meter.reading().heard?.at(-1)).toEqual([7, 8]);
  });

  it("counts looks that jitter in full, since it compares over the whole run", () => {
    const playing = new Playing().start();
    for (let look = 1; look <= 400; look++) {
      const jitter = look % 2 ? 0.02 : -0.02;
      playing.look({ now: 10_000 + look * 250, position: look * 0.25 + (look === 400 ? 0 : jitter) });
    }
    expect(playing.meter.reading().listenedMs).toBe(100_000);
  });

  it("counts in full what was heard in a tab that is rarely woken", () => {
    const playing = new Playing().start();
    for (let minute = 1; minute <= 3; minute++) playing.look({ now: 10_000 + minute * 60_000, position: minute * 60 });
    expect(playing.meter.reading()).toMatchObject({ listenedMs: 180_000, segments: [[0, 180_000]] });
  });

  it("says when it was heard, by the monotonic clock", () => {
    const playing = new Playing().wait(500).start().hear(10_000).look({ running: false }).wait(60_000);
    playing.start().hear(5_000);
    expect(playing.meter.reading().segments).toEqual([[500, 10_000], [70_500, 5_000]]);
  });

  it("claims no time of a stall that no event told of", () => {
    const playing = new Playing().start().hear(10_000).wait(9_000).hear(5_000);
    expect(playing.meter.reading().segments).toEqual([[0, 10_000], [19_000, 5_000]]);
  });

  it("goes on after a reload where it was", () => {
    const meter = new Meter({ now: 50, elapsedMs: 90_000, segments: [[0, 30_000]], reported: 1 });
    meter.sample({ now: 50, position: 30, rate: 1, running: true });
    meter.sample({ now: 10_050, position: 40, rate: 1, running: true });
    expect(meter.reading()).toMatchObject({ listenedMs: 40_000, segments: [[0, 30_000], [90_000, 10_000]] });
  });
});

/** What can happen to a play, and how long it takes. */
type Event =
  | { kind: "hear" | "stall" | "pause" | "sleep"; ms: number }
  | { kind: "seek"; position: number }
  | { kind: "report" };

const span = fc.integer({ min: 1, max: 20_000 });
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("hear" as const), ms: span }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("stall" as const, "pause" as const), ms: span }) },
  fc.record({ kind: fc.constant("sleep" as const), ms: fc.integer({ min: 1, max: 10_000_000 }) }),
  fc.record({ kind: fc.constant("seek" as const), position: fc.integer({ min: 0, max: 200 }) }),
  fc.record({ kind: fc.constant("report" as const) }),
);

/** Lives through the events; returns what was truly heard, how long it took, and every reading on the way. */
function live(events: readonly Event[]) {
  const playing = new Playing().start();
  const readings = [playing.meter.reading()];
  const reports: (readonly Segment[])[] = [];
  let [heard, wall] = [0, 0];
  for (const event of events) {
    if ("ms" in event) wall += event.ms;
    if (event.kind === "hear") heard += event.ms;
    if (event.kind === "hear") playing.hear(event.ms);
    else if (event.kind === "stall") playing.look({ running: false }).wait(event.ms).look({ running: true });
    else if (event.kind === "pause") playing.look({ running: false }).wait(event.ms).start();
    else if (event.kind === "sleep") playing.wait(event.ms);
    else if (event.kind === "seek") playing.seek(event.position);
    else reports.push(playing.meter.freeze().segments);
    readings.push(playing.meter.reading());
  }
  return { heard, wall, readings, reports };
}

describe("whatever happens to a play, its reading", () => {
  const always = (check: (life: ReturnType<typeof live>) => void) =>
    fc.assert(fc.property(fc.array(anyEvent, { maxLength: 120, size: "max" }), (events) => check(live(events))), {
      numRuns: 50,
      ...SEED,
    });

  it("is the sum of at most 20 segments that lie apart, in order, within the play's time", () => {
    always(({ readings, wall }) => {
      for (const { listenedMs, segments } of readings) {
        expect(heardIn(segments)).toBe(listenedMs);
        expect(segments.length).toBeLessThanOrEqual(MAX_SEGMENTS_PER_PLAY);
        segments.forEach(([offset, length], index) => {
          expect(Number.isInteger(offset) && Number.isInteger(length) && length > 0).toBe(true);
          expect(offset).toBeGreaterThanOrEqual(endOf(segments[index - 1]));
        });
        expect(endOf(segments.at(-1))).toBeLessThanOrEqual(wall);
      }
    });
  });

  it("is never more than was heard, and less only by what a break cuts off", () => {
    always(({ readings, heard }) => {
      const listenedMs = readings.at(-1)?.listenedMs ?? 0;
      expect(listenedMs).toBeLessThanOrEqual(heard);
      expect(listenedMs).toBeGreaterThanOrEqual(heard - readings.length);
    });
  });

  it("never shrinks", () => {
    always(({ readings }) => {
      readings.forEach(({ listenedMs }, index) =>
        expect(listenedMs).toBeGreaterThanOrEqual(readings[index - 1]?.listenedMs ?? 0)
      );
    });
  });

  it("covers all that was reported before, so that a report claims no time twice", () => {
    always(({ reports, readings }) => {
      const last = readings.at(-1)?.segments ?? [];
      for (const report of reports) {
        report.forEach(([offset, length], index) => {
          expect(last[index]?.[0]).toBe(offset);
          expect(last[index]?.[1]).toBeGreaterThanOrEqual(length);
        });
      }
    });
  });
});
