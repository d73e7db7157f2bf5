import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FEWEST_IN_STEP, freshIn, type HeardDay, quarterBefore, stepEnds, stepsWithin } from "./steps.ts";
import { type Days, moved } from "./span.ts";

/** Who listened on each day from 20 March on: the end of a quarter year is among them. */
type World = readonly (readonly number[])[];
const FIRST = "2026-03-20";
const dayOf = (nth: number) => moved(FIRST, nth);
const heard = (world: World): HeardDay[] =>
  world.flatMap((people, nth) => {
    const few = [...new Set(people)];
    return few.length === 0 ? [] : [{ day: dayOf(nth), most: few.length, few: few.length < FEWEST_IN_STEP ? few : [] }];
  });
const peopleIn = (world: World, { from, to }: Days) =>
  new Set(world.flatMap((people, nth) => dayOf(nth) >= from && dayOf(nth) <= to ? people : []));
const worlds = fc.array(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 7 }), { minLength: 1, maxLength: 30 });

/** What an artist is told of the days from one to another. */
function told(world: World, first: number, last: number) {
  const steps = stepsWithin(stepEnds(heard(world)), { from: dayOf(first), to: dayOf(last) }, FIRST);
  if (!steps) return undefined;
  const counted = peopleIn(world, steps).size;
  const known = peopleIn(world, { from: FIRST, to: moved(steps.from, -1) });
  const all = new Set([...known, ...peopleIn(world, steps)]).size;
  return { steps, counted, fresh: freshIn({ counted, known: known.size, all }), known: known.size };
}

describe("the days in which people are counted", () => {
  it("differ between any two questions by whole steps of at least five people", () => {
    fc.assert(fc.property(worlds, fc.nat(29), fc.nat(29), fc.nat(3), (world, first, last, later) => {
      const [one, other] = [told(world, first, last), told(world, first, last + later)];
      for (const answer of [one, other]) {
        if (answer) expect(answer.counted).toBeGreaterThanOrEqual(FEWEST_IN_STEP);
      }
      if (!one || !other) return;
      // The same first day: what the longer question adds is nothing, or a stretch that five people listened in.
      expect(one.steps.from).toBe(other.steps.from);
      if (one.steps.to === other.steps.to) return;
      const added = peopleIn(world, { from: moved(one.steps.to, 1), to: other.steps.to });
      expect(added.size).toBeGreaterThanOrEqual(FEWEST_IN_STEP);
    }));
  });

  it("tile the time: days beside each other are answered by steps beside each other, and none twice", () => {
    fc.assert(fc.property(worlds, fc.nat(29), (world, cut) => {
      const [before, after, whole] = [told(world, 0, cut), told(world, cut + 1, 40), told(world, 0, 40)];
      if (before && after) expect(after.steps.from).toBe(moved(before.steps.to, 1));
      expect(whole?.steps).toEqual(
        before && after ? { from: before.steps.from, to: after.steps.to } : (before ?? after)?.steps,
      );
    }));
  });

  it("stay as they were when more days come", () => {
    fc.assert(fc.property(worlds, fc.nat(29), (world, known) => {
      const then = stepEnds(heard(world.slice(0, known)));
      expect(stepEnds(heard(world)).slice(0, then.length)).toEqual(then);
    }));
  });

  it("tell newcomers in fives of one sum, off by four at most", () => {
    fc.assert(fc.property(worlds, fc.nat(29), fc.nat(29), (world, first, last) => {
      const answer = told(world, first, last);
      if (!answer || answer.known === 0) return;
      const { fresh, counted } = answer;
      const truth = [...peopleIn(world, answer.steps)]
        .filter((person) => !peopleIn(world, { from: FIRST, to: moved(answer.steps.from, -1) }).has(person)).length;
      expect(fresh.value % FEWEST_IN_STEP === 0 || fresh.value === counted).toBe(true);
      expect(Math.abs(fresh.value - truth)).toBeLessThanOrEqual(fresh.error);
    }));
  });

  it("begin anew with a quarter year, and know the one before", () => {
    const day = (name: string, ...few: number[]): HeardDay => ({ day: name, most: few.length, few });
    const march = [day("2026-03-30", 1, 2), day("2026-03-31", 3)];
    expect(stepEnds([...march, day("2026-04-01", 4, 5), day("2026-04-02", 1, 2, 3)])).toEqual(["2026-04-02"]);
    expect(stepEnds([...march, day("2026-03-31", 4, 5), day("2026-04-01", 4, 5)])).toEqual(["2026-03-31"]);
    expect([quarterBefore("2026-03-31"), quarterBefore("2026-11-25")]).toEqual(["2025-10-01", "2026-07-01"]);
    expect(freshIn({ counted: 7, known: 0, all: 7 })).toEqual({ value: 7, error: 0 });
    expect(freshIn({ counted: 7, known: 9, all: 10 })).toEqual({ value: 5, error: 4 });
  });
});
