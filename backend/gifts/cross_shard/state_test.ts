import { expect, it } from "vitest";
import type { GiftEvent, GiftTerms } from "../events.ts";
import { evolveGift, type Gift } from "../state.ts";
import type { BetweenEvent } from "./events.ts";
import { type Arrival, decideReturn, evolve } from "./state.ts";

const about = { giftId: "gift", giverId: "giver", artistId: "artist" };
const arrived: BetweenEvent = { type: "GiftArrived", data: { ...about, units: 60 } };
const takenBack: BetweenEvent = { type: "GiftTakenBack", data: { ...about, takenUnits: 40, owedUnits: 20 } };

it.each<[string, BetweenEvent[], Arrival | undefined]>([
  ["nothing before it came", [], undefined],
  ["nothing of what went back without coming", [takenBack], undefined],
  ["what came", [arrived], { units: 60, isTakenBack: false }],
  ["what came and went back", [arrived, takenBack], { units: 60, isTakenBack: true }],
  ["what went back twice", [arrived, takenBack, takenBack], { units: 60, isTakenBack: true }],
])("evolve() knows %s", (_what, events, state) => {
  expect(events.reduce(evolve, undefined as Arrival | undefined)).toEqual(state);
});

const terms: GiftTerms = {
  ...{ ...about, cents: 1, units: 60, koboPerDollar: 100, policyVersion: 1, message: "sealed", isNamed: false },
};
const sent = (method: "tokens" | "card"): GiftEvent => (
  method === "tokens"
    ? { type: "GiftSent", data: { ...terms, method, feesKobo: 0 } }
    : { type: "GiftSent", data: { ...terms, method, reference: "gift-1", feesKobo: 0 } }
);
const back = { giftId: "gift", takenUnits: 40, owedUnits: 20 };
const refunded: GiftEvent = { type: "GiftRefunded", data: back };

it.each<[string, GiftEvent[], GiftEvent[]]>([
  ["nothing of a gift that was never sent", [], []],
  ["nothing of a gift by card, which goes back another way", [sent("card")], []],
  ["that tokens came back", [sent("tokens")], [refunded]],
  ["nothing a second time", [sent("tokens"), refunded], []],
])("decideReturn() notes %s", (_what, events, decided) => {
  expect(decideReturn(events.reduce(evolveGift, undefined as Gift | undefined), back)).toEqual(decided);
});
