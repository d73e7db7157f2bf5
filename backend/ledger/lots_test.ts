import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LotPart, LotQueue, unitsIn } from "./lots.ts";

describe("lots", () => {
  it("leave in the order in which they came", () => {
    const queue = new LotQueue<string>();
    queue.add("one", 50);
    queue.add("two", 30);
    queue.hold("w1", 60);
    queue.hold("w2", 15);
    expect(queue.held()).toEqual(
      new Map([
        ["w1", [{ lot: "one", from: 0, to: 50, place: 0 }, { lot: "two", from: 0, to: 10, place: 1 }]],
        ["w2", [{ lot: "two", from: 10, to: 25, place: 1 }]],
      ]),
    );
    expect(queue.free()).toEqual([{ lot: "two", from: 25, to: 30, place: 1 }]);
  });

  it("come back to their old places, also into the middle of a lot", () => {
    const queue = new LotQueue<string>();
    queue.add("one", 50);
    queue.hold("w1", 20);
    queue.hold("w2", 20);
    expect(queue.giveBack("w1")).toBe(20);
    expect(queue.left).toBe(30);
    queue.hold("w3", 25);
    expect(queue.held().get("w3")).toEqual([
      { lot: "one", from: 0, to: 20, place: 0 },
      { lot: "one", from: 40, to: 45, place: 0 },
    ]);
  });

  it("give what is asked of one lot, and nothing of others", () => {
    const queue = new LotQueue<string>();
    queue.add("one", 10);
    queue.add("two", 10);
    expect(unitsIn(queue.takeOf(15, (lot) => lot === "two"))).toBe(10);
    expect(queue.free()).toEqual([{ lot: "one", from: 0, to: 10, place: 0 }]);
  });

  it("never pay twice: in every history each unit is free, held once or gone, and each hold sums to its units", () => {
    const step = fc.record({
      does: fc.constantFrom("add", "hold", "hold", "take", "takeOf", "giveBack"),
      units: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const queue = new LotQueue<number>();
      const [lots, held, gone] = [new Map<number, number>(), new Map<string, number>(), [] as LotPart<number>[]];
      for (const [index, { does, units }] of steps.entries()) {
        const some = Math.min(units, queue.left);
        const [open] = [...held.keys()].slice(units % 3);
        if (does === "add") lots.set(index, units), queue.add(index, units);
        if (does === "hold" && some > 0) held.set(`w${index}`, some), queue.hold(`w${index}`, some);
        if (does === "take") gone.push(...queue.take(some));
        if (does === "takeOf") gone.push(...queue.takeOf(units, (lot) => lot % 2 === 0));
        if (does === "giveBack" && open) {
          expect(queue.giveBack(open)).toBe(held.get(open));
          held.delete(open);
        }
        expect(unitsIn(queue.free())).toBe(queue.left);
      }
      for (const [holdId, units] of held) expect(unitsIn(queue.held().get(holdId) ?? [])).toBe(units);
      const everywhere = [...queue.free(), ...gone, ...[...queue.held().values()].flat()];
      for (const [lot, units] of lots) {
        const parts = everywhere.filter((part) => part.lot === lot).sort((one, two) => one.from - two.from);
        const ends = [0, ...parts.map(({ to }) => to)];
        expect(parts.map(({ from }) => from)).toEqual(ends.slice(0, -1));
        expect(ends.at(-1)).toBe(units);
      }
    }));
  });
});
