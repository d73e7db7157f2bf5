import { describe, expect, it } from "vitest";
import { decideReturn, decideTakingBack, evolve, mayOwe, moveOf, netOf } from "./state.ts";
import type { TakenEvent } from "./events.ts";

const about = { creatorId: "artist", paymentId: "payment", transferId: "t" };
const take = (netUnits: number, availableUnits: number, owes = true) =>
  decideTakingBack(undefined, { ...about, netUnits, availableUnits, owes })[0];
const unitsOf = (event: TakenEvent | undefined) => event && [event.data.takenUnits, event.data.owedUnits];

describe("a reversal takes settled royalties back", () => {
  it("out of what is available, and of the rest only what is owed", () => {
    expect([unitsOf(take(500, 900)), unitsOf(take(500, 200)), unitsOf(take(500, 200, false))])
      .toEqual([[500, 0], [200, 300], [200, 0]]);
    expect([take(0, 900), take(500, 0, false), take(500, -5, false)]).toEqual([undefined, undefined, undefined]);
    expect(unitsOf(take(500, -5))).toEqual([0, 500]);
  });

  it("once, and gives it back once", () => {
    const event = take(500, 200);
    const state = event && evolve(undefined, event);
    expect(decideTakingBack(state, { ...about, netUnits: 500, availableUnits: 900, owes: true })).toEqual([]);
    const [back] = decideReturn(state, about);
    expect(unitsOf(back)).toEqual([200, 300]);
    expect(back && decideReturn(evolve(state, back), about)).toEqual([]);
  });

  it("moves money that adds up to nothing, and back the same", () => {
    const event = take(500, 200);
    const back = event && decideReturn(evolve(undefined, event), about)[0];
    for (const one of [event, back]) {
      const { entries = [] } = one ? moveOf(one) : {};
      expect(entries.map(({ amount }) => Math.abs(amount))).toEqual([200, 300, 500]);
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    }
  });

  it("is a debt only of who had more than the rule's part of what the payment brought", () => {
    const owes = (ownUnits: number, allUnits: number) =>
      mayOwe({ ownUnits, allUnits }, { royaltyDebtBasisPoints: 5_000 });
    expect([owes(50, 100), owes(51, 100), owes(100, 100), owes(9e15 / 2, 9e15 - 2)]).toEqual([false, true, true, true]);
  });

  it("never takes more than settled, whatever the tax and however a month is cut into parts", () => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const [parts, basisPoints] = [[seed % 97 + 1, seed * 7 % 1_009 + 1, seed * 31 % 53 + 1], seed * 13 % 5_001];
      const settled = parts.reduce((sum, one) => sum + one, 0);
      const got = settled - Math.floor(settled * basisPoints / 10_000);
      expect(parts.reduce((sum, one) => sum + netOf(one, basisPoints), 0)).toBeLessThanOrEqual(got);
    }
  });
});
