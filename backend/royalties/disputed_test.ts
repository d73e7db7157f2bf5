import { describe, expect, it } from "vitest";
import type { Settlement } from "../../projections/royalties/withheld_tax.ts";
import { attribute, type Released } from "./disputed.ts";

const two = { creatorId: "ada", ownerId: "owner" };
const settled = (grossUnits: number, withheldUnits: number, month = "2026-05"): Settlement => (
  { month, withheldIn: "2026-06", basisPoints: 500, grossUnits, withheldUnits }
);
/** As the release divides what is there: the collaborator's part rounded down. */
const released = (units: number, part: number): Released => ({ units, theirs: Math.floor(units * part / 10_000) });
const of = (settlements: readonly Settlement[], releases: readonly Released[], part: number) => {
  const { attributed, left } = attribute({ settlements, releases, part }, two);
  const sums = (id: string) =>
    attributed.filter(({ creatorId }) => creatorId === id)
      .reduce(([gross, tax], one) => [gross + one.grossUnits, tax + one.withheldUnits], [0, 0]) as [number, number];
  return { attributed, left, ada: sums("ada"), owner: sums("owner") };
};

describe("what a dispute held of royalties", () => {
  it("is one party's alone where all of it went there, once", () => {
    const line = settled(15_000, 750);
    const all = of([line], [released(14_250, 10_000)], 10_000);
    expect(all.attributed).toEqual([{ ...line, creatorId: "ada" }]);
    expect(of([line], [released(14_250, 0)], 0).attributed).toEqual([{ ...line, creatorId: "owner" }]);
    expect(all.left).toEqual([]);
  });

  it("is nobody's before it was let go, also what came after a release", () => {
    const [first, second] = [settled(1_000, 50), settled(500, 25)];
    expect(of([first], [], 10_000).left).toEqual([first]);
    const half = of([first, second], [released(950, 10_000)], 10_000);
    expect([half.attributed.length, half.left]).toEqual([1, [second]]);
    // What a bank took of it meanwhile leaves the last one open.
    expect(of([first, second], [released(1_424, 10_000)], 10_000).left).toEqual([second]);
  });

  it("sums to what settled and to what each was paid, to the kobo, however it is cut into releases", () => {
    const settlements = [settled(101, 5), settled(7, 0, "2026-06"), settled(333, 16), settled(19, 0), settled(20, 1)];
    const nets = settlements.map(({ grossUnits, withheldUnits }) => grossUnits - withheldUnits);
    for (const part of [1, 3_333, 5_000, 6_667, 9_999]) {
      for (const cut of [1, 2, 3, 4, 5]) {
        const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
        const releases = [sum(nets.slice(0, cut)), sum(nets.slice(cut))].filter((units) => units > 0)
          .map((units) => released(units, part));
        const { attributed, left, ada, owner } = of(settlements, releases, part);
        const paid = sum(releases.map(({ theirs }) => theirs));
        expect([part, cut, left.length, ada[0] - ada[1]]).toEqual([part, cut, 0, paid]);
        expect(owner[0] - owner[1]).toBe(sum(nets) - paid);
        expect([ada[0] + owner[0], ada[1] + owner[1]]).toEqual([480, 22]);
        expect(attributed.every((one) => one.withheldUnits >= 0 && one.withheldUnits <= one.grossUnits)).toBe(true);
      }
    }
  });
});
