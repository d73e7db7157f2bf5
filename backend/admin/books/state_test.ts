import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { DifferenceEvent } from "./events.ts";
import { decideHandling, evolve, type Handling, stateNow, UNHANDLED } from "./state.ts";

const data = { kind: "fee_differs", subject: "orin-1", adminId: "ada", note: "the bank says so" };
const explained: DifferenceEvent = { type: "DifferenceExplained", data };
const settled: DifferenceEvent = { type: "DifferenceSettled", data };
/** Handled at 10, 20, 30 …, in this order. */
const given = (...events: DifferenceEvent[]) =>
  events.reduce<Handling>((state, event, index) => evolve(state, event, (index + 1) * 10), UNHANDLED);
const handle = (events: DifferenceEvent[], event: DifferenceEvent, foundAt: number | undefined) =>
  decideHandling(given(...events), { ...event, foundAt });

describe("decideHandling()", () => {
  it("refuses a difference that no reconciliation found, and one that is settled", () => {
    expect(refusalOf(() => handle([], explained, undefined)).code).toBe("not_found");
    expect(refusalOf(() => handle([settled], settled, 5)).code).toBe("already_decided");
    expect(refusalOf(() => handle([explained, settled], explained, 20)).code).toBe("already_decided");
  });

  it("explains, corrects the note, and settles", () => {
    expect(handle([], explained, 5)).toEqual([explained]);
    expect(handle([explained], explained, 5)).toEqual([explained]);
    expect(handle([explained], settled, 5)).toEqual([settled]);
    expect(handle([], settled, 5)).toEqual([settled]);
  });

  it("opens one again that was found after it was settled", () => {
    expect(handle([settled], explained, 11)).toEqual([explained]);
    expect(handle([settled], settled, 11)).toEqual([settled]);
  });
});

it.each<[string, DifferenceEvent[], number, Handling["state"]]>([
  ["open", [], 5, "open"],
  ["explained, whenever it is found", [explained], 99, "explained"],
  ["settled", [explained, settled], 20, "settled"],
  ["open, found after it was settled", [settled], 11, "open"],
  ["settled anew", [settled, settled], 11, "settled"],
  ["explained, after it came back", [settled, explained], 11, "explained"],
])("stateNow() is %s", (_state, events, foundAt, state) => {
  expect(stateNow(given(...events), foundAt)).toBe(state);
});
