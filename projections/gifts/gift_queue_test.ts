import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GiftPart, type QueueEntry, traceGifts } from "./gift_queue.ts";

/** Writes the ledger's side of a story: rewards move the balance and are no entries. */
function story() {
  const entries: QueueEntry[] = [];
  const at = { balance: 0 };
  const move = (code: string, amount: number, detail: QueueEntry["detail"] = {}) => {
    at.balance += amount;
    entries.push({ code, amount, balance: at.balance, detail });
  };
  return {
    entries,
    at,
    reward: (units: number) => void (at.balance += units),
    gift: (giftId: string, units: number) => move("gift", units, { giftId }),
    give: (units: number) => move("gift", -units, { giftId: "to another" }),
    hold: (holdId: string, units: number) => move("withdrawal_held", -units, { holdId }),
    void: (holdId: string, units: number) => move("withdrawal_voided", units, { holdId }),
    reverse: (withdrawalId: string, units: number) => move("withdrawal_reversed", units, { withdrawalId }),
    refund: (giftId: string, units: number) => move("gift_refunded", -units, { giftId }),
    trace: () => traceGifts(entries, at.balance),
  };
}

const sum = (parts: Iterable<{ units: number }>) => [...parts].reduce((total, { units }) => total + units, 0);

describe("tracing gifts", () => {
  it("lets them leave in the order in which they came, rewards among them", () => {
    const artist = story();
    artist.reward(100);
    artist.gift("one", 50);
    artist.reward(30);
    artist.gift("two", 20);
    artist.hold("w1", 120);
    artist.hold("w2", 70);
    expect(artist.trace()).toEqual(
      new Map<string, GiftPart[]>([
        ["one", [{ to: "payout", withdrawalId: "w1", units: 20 }, { to: "payout", withdrawalId: "w2", units: 30 }]],
        ["two", [{ to: "payout", withdrawalId: "w2", units: 10 }, { to: "balance", units: 10 }]],
      ]),
    );
  });

  it("puts what comes back where it was, so that the next payout takes it", () => {
    const artist = story();
    artist.gift("one", 50);
    artist.gift("two", 50);
    artist.hold("w1", 60);
    artist.void("w1", 60);
    artist.hold("w2", 50);
    artist.reverse("w2", 50);
    artist.hold("w3", 40);
    expect(artist.trace()).toEqual(
      new Map<string, GiftPart[]>([
        ["one", [{ to: "payout", withdrawalId: "w3", units: 40 }, { to: "balance", units: 10 }]],
        ["two", [{ to: "balance", units: 50 }]],
      ]),
    );
  });

  it("tells what was spent and what was given back, a gift's own units first", () => {
    const artist = story();
    artist.gift("one", 50);
    artist.gift("two", 50);
    artist.give(10);
    artist.refund("two", 50);
    artist.refund("one", 40);
    expect(artist.trace()).toEqual(
      new Map<string, GiftPart[]>([
        ["one", [{ to: "spent", units: 10 }, { to: "given_back", units: 40 }]],
        ["two", [{ to: "given_back", units: 50 }]],
      ]),
    );
  });

  it("adds up, whatever happens: each gift to its parts, each payout to its takes at most", () => {
    const step = fc.record({
      does: fc.constantFrom("reward", "gift", "give", "hold", "void", "reverse", "refund"),
      units: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const artist = story();
      const gifts = new Map<string, number>();
      const held = new Map<string, number>();
      for (const [index, { does, units }] of steps.entries()) {
        const some = Math.min(units, artist.at.balance);
        const [open] = held;
        if (does === "reward") artist.reward(units);
        if (does === "gift") gifts.set(`g${index}`, units), artist.gift(`g${index}`, units);
        if (does === "give" && some > 0) artist.give(some);
        if (does === "hold" && some > 0) held.set(`w${index}`, some), artist.hold(`w${index}`, some);
        if (does === "void" && open) held.delete(open[0]), artist.void(...open);
        if (does === "reverse" && open) held.delete(open[0]), artist.reverse(...open);
        const back = [...gifts.keys()].at(-1);
        if (does === "refund" && back && some > 0) artist.refund(back, Math.min(some, gifts.get(back) ?? 0));
      }
      const parts = artist.trace();
      for (const [giftId, units] of gifts) expect(sum(parts.get(giftId) ?? [])).toBe(units);
      const all = [...parts.values()].flat();
      for (const [withdrawalId, units] of held) {
        expect(sum(all.filter((part) => part.to === "payout" && part.withdrawalId === withdrawalId)))
          .toBeLessThanOrEqual(units);
      }
      expect(all.every((part) => part.to !== "payout" || held.has(part.withdrawalId))).toBe(true);
      expect(sum(all.filter(({ to }) => to === "balance"))).toBeLessThanOrEqual(artist.at.balance);
    }));
  });
});
