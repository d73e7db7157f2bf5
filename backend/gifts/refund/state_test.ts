import { describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { GiftRefundEvent } from "./events.ts";
import { confirmRefund, decideRefund, evolve, NOTHING_DECIDED, type Stakes, withdrawRefund } from "./state.ts";

const [giftId, proposalId, ada, ben] = [newId(), newId(), newId(), newId()];
const asked = { giftId, units: 100, adminId: ada, proposalId };
const free: Stakes = { isParty: false, aloneUnits: 0, limitUnits: 100 };
const after = (...events: GiftRefundEvent[]) => events.reduce(evolve, NOTHING_DECIDED);
const proposed = { type: "GiftRefundProposed", data: asked } as const;
const decided = { type: "GiftRefundDecided", data: { giftId, units: 100, adminId: ada } } as const;
const about = { giftId, proposalId, adminId: ben };

describe("a refund", () => {
  it.each([
    ["up to the limit is decided alone", free, decided],
    ["above it is proposed", { ...free, limitUnits: 99 }, proposed],
    ["is proposed where earlier ones fill the limit", { ...free, aloneUnits: 1 }, proposed],
  ])("%s", (_, stakes, event) => expect(decideRefund(NOTHING_DECIDED, asked, stakes)).toEqual([event]));

  it.each([
    ["of a gift of one's own side", NOTHING_DECIDED, { ...free, isParty: true }, "not_independent"],
    ["that waits", after(proposed), free, "already_decided"],
  ])("is refused: %s", (_, state, stakes, code) => {
    expect(() => decideRefund(state, asked, stakes)).toThrow(expect.objectContaining({ code }));
  });

  it("that is decided changes nothing more", () => {
    expect(decideRefund(after(decided), asked, { ...free, limitUnits: 0 })).toEqual([]);
  });
});

describe("a proposed refund", () => {
  it("is confirmed by another admin, once", () => {
    const events = confirmRefund(after(proposed), about);
    expect(events).toEqual([{ type: "GiftRefundDecided", data: { ...decided.data, confirmedBy: ben } }]);
    expect(confirmRefund(after(proposed, ...events), about)).toEqual([]);
  });

  it.each([
    ["by who proposed it", after(proposed), { ...about, adminId: ada }, "not_your_approval"],
    ["once it is withdrawn", after(proposed, ...withdrawRefund(after(proposed), about)), about, "already_decided"],
    ["under another name", after(proposed), { ...about, proposalId: newId() }, "already_decided"],
    ["where none was proposed", NOTHING_DECIDED, about, "already_decided"],
  ])("is not confirmed: %s", (_, state, by, code) => {
    expect(() => confirmRefund(state, by)).toThrow(expect.objectContaining({ code }));
  });

  it("can be withdrawn, and then proposed again", () => {
    const withdrawn = withdrawRefund(after(proposed), about);
    expect(withdrawn).toEqual([{ type: "GiftRefundWithdrawn", data: about }]);
    expect(decideRefund(after(proposed, ...withdrawn), asked, { ...free, limitUnits: 0 })).toEqual([proposed]);
    expect(() => withdrawRefund(after(decided), about)).toThrow(expect.objectContaining({ code: "already_decided" }));
  });
});
