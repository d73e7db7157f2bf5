import { describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { SettlingEvent } from "./events.ts";
import {
  decideFreeze,
  decideSettling,
  decideVoid,
  evolve,
  NOTHING_SETTLES,
  openRewards,
  type Settling,
} from "./state.ts";

const userId = newId();
const [first, second] = [newId(), newId()];
const rewards = [10, 20, 30].map((position, index) => (
  { position, transferId: newId(), at: index * 1_000, units: 5 }
));
const three: Settling = { ...NOTHING_SETTLES, rewards };

function settle(state: Settling, isDue: (position: number) => boolean): SettlingEvent[] {
  return decideSettling(state, { userId, transferId: newId(), isDue: ({ position }) => isDue(position) });
}

function after(state: Settling, events: readonly SettlingEvent[]): Settling {
  return events.reduce((before, event) => evolve(before, event, 7), state);
}

describe("settling", () => {
  it("moves what is due, and says what is next", () => {
    const [event] = settle(three, (position) => position < 30);
    expect(event?.data).toMatchObject({ units: 10, rewards: 2, through: 20, beyond: [], seen: 30, nextAt: 2_000 });
  });

  it("moves each reward once, also when later ones are due before earlier ones", () => {
    const early = settle(three, (position) => position === 20);
    expect(early[0]?.data).toMatchObject({ units: 5, through: 0, beyond: [20], nextAt: 0 });
    const rest = after(three, early);
    expect(settle(rest, (position) => position === 20)).toEqual([]);
    const [last] = settle(rest, () => true);
    expect(last?.data).toMatchObject({ units: 10, rewards: 2, through: 30, beyond: [], seen: 30 });
    expect(last?.data).not.toHaveProperty("nextAt");
  });

  it("moves nothing where all was voided, and goes on", () => {
    const voided = after(
      three,
      decideVoid(three, {
        ...{ userId, transferId: newId(), reason: "Not heard" },
        parts: [[10, first, 2], [10, second, 3]],
      }),
    );
    const [event] = settle(voided, (position) => position === 10);
    expect(event?.data).toMatchObject({ units: 0, through: 10 });
    expect(event?.data).not.toHaveProperty("transferId");
  });
});

describe("voiding", () => {
  const asked = { userId, transferId: newId(), reason: " Not heard " };

  it("takes each part once, and none that has settled", () => {
    const settled = after(three, settle(three, (position) => position === 10));
    const parts = [[10, first, 5], [20, first, 2], [20, second, 3]] as const;
    const [event] = decideVoid(settled, { ...asked, parts });
    expect(event?.data).toMatchObject({ units: 5, reason: "Not heard", parts: parts.slice(1) });
    const voided = after(settled, [event ?? expect.fail("nothing was voided")]);
    expect(decideVoid(voided, { ...asked, parts })).toEqual([]);
    expect(openRewards(voided).map(({ units }) => units)).toEqual([0, 5]);
  });

  it("needs a reason", () => {
    expect(() => decideVoid(three, { ...asked, reason: " ", parts: [[10, first, 5]] })).toThrow("Please give a reason");
  });
});

it("keeps the first reason of a freeze", () => {
  const frozen = after(three, decideFreeze(three, { userId, reason: "Checked" }));
  expect(frozen.frozen).toEqual({ since: 7, reason: "Checked" });
  expect(decideFreeze(frozen, { userId, reason: "Again" })).toEqual([]);
});
