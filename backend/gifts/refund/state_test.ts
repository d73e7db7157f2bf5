import { expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { decideRefund, evolve, NOTHING_DECIDED } from "./state.ts";

it("decides once that a gift goes back", () => {
  const data = { giftId: newId(), units: 100, adminId: newId(), proposalId: newId() };
  const events = decideRefund(NOTHING_DECIDED, data);
  expect(events).toEqual([{ type: "GiftRefundDecided", data }]);
  expect(decideRefund(events.reduce(evolve, NOTHING_DECIDED), data)).toEqual([]);
});
