import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupsOf } from "./groups.ts";

const people = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([name, count]) =>
    Array.from({ length: count }, () => name === "?" ? undefined : name)
  );
const shown = (counts: Readonly<Record<string, number>>, each = 1) =>
  groupsOf(people(counts), { each })?.groups.map(({ name, listeners }) => `${name || "?"} ${listeners}`);

describe("groups of listeners", () => {
  it("are shown from five on, rounded to fives, the largest first", () => {
    expect(shown({ Lagos: 41, Oyo: 12, Kano: 7, "?": 8 })).toEqual(["Lagos 40", "Oyo 10", "? 10", "Kano 5"]);
    expect(groupsOf(people({ Lagos: 41, Oyo: 12 }), { each: 4 })).toEqual({
      groups: [{ name: "Lagos", listeners: 165 }, { name: "Oyo", listeners: 50 }],
      hasHidden: false,
      isSample: true,
    });
  });

  it("hide a second one where one alone is hidden, and need ten people and a place", () => {
    expect(shown({ Lagos: 41, Oyo: 12, Kano: 4 })).toEqual(["Lagos 40"]);
    expect(shown({ Lagos: 41, Oyo: 12, Kano: 4, Edo: 1 })).toEqual(["Lagos 40", "Oyo 10"]);
    expect(groupsOf(people({ Lagos: 41, Kano: 4 }), { each: 1 })).toBe(null);
    expect(groupsOf(people({ Lagos: 9 }), { each: 1 })).toBe(null);
    expect(groupsOf(people({ "?": 50 }), { each: 1 })).toBe(null);
  });

  it("never let a small group be worked out, whatever is known of the sum", () => {
    const counts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
    fc.assert(fc.property(counts, (sizes) => {
      const answer = groupsOf(people(Object.fromEntries(sizes.map((size, nth) => [`s${nth}`, size]))), { each: 1 });
      if (!answer) return;
      const names = new Set(answer.groups.map(({ name }) => name));
      const hidden = sizes.filter((_, nth) => !names.has(`s${nth}`));
      for (const size of sizes.filter((one) => one < 5)) expect(hidden).toContain(size);
      expect(hidden).not.toHaveLength(1);
      expect(answer.hasHidden).toBe(hidden.length > 0);
    }));
  });
});
