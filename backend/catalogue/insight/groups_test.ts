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
      isSample: true,
    });
  });

  it("hide others with one that is hidden, until they are two and five people; need ten people and two groups", () => {
    expect(shown({ Lagos: 41, Oyo: 12, Kano: 4 })).toEqual(["Lagos 40"]);
    expect(shown({ Lagos: 41, Oyo: 12, Kano: 4, Edo: 1 })).toEqual(["Lagos 40", "Oyo 10"]);
    expect(shown({ Lagos: 41, Oyo: 12, Kano: 2, Edo: 1 })).toEqual(["Lagos 40"]);
    for (
      const counts of [{ Lagos: 41, Kano: 4 }, { Lagos: 9 }, { "?": 50 }, { Lagos: 41 }, { Kano: 4, Edo: 4, Oyo: 4 }]
    ) {
      expect(shown(counts) ?? [], JSON.stringify(counts)).toEqual([]);
    }
  });

  it("never let the size of a hidden group be worked out, whatever is known of the sum and of the rule", () => {
    // The artist tries every world of as many groups and people: which of them look like what is shown?
    for (const [groups, most] of [[2, 27], [3, 27], [4, 20]] as const) {
      for (let people = groups; people <= most; people++) {
        for (const [answer, worlds] of Map.groupBy(worldsOf(groups, people), told)) {
          const seen = new Set(answer.match(/s\d/g) ?? []);
          const hidden = Array.from({ length: groups }, (_, nth) => nth).filter((nth) => !seen.has(`s${nth}`));
          const known = hidden.filter((nth) => new Set(worlds.map((world) => world[nth])).size === 1);
          // An artist knows of no group without people.
          const real = worlds.find((world) => world.every((size) => size > 0));
          expect(real ? known : [], `${real}: ${answer}`).toEqual([]);
        }
      }
    }
  });
});

const told = (sizes: readonly number[]) =>
  (shown(Object.fromEntries(sizes.map((size, nth) => [`s${nth}`, size]))) ?? []).join();

/** Every way to put so many people into so many groups. */
function worldsOf(groups: number, people: number): number[][] {
  if (groups === 1) return [[people]];
  return Array.from(
    { length: people + 1 },
    (_, size) => worldsOf(groups - 1, people - size).map((rest) => [size, ...rest]),
  )
    .flat();
}
