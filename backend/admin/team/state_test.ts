import { describe, expect, it } from "vitest";
import { decideConfirmation, decideEnrolment } from "./state.ts";
import { type Admin, areIndependent, standingOf } from "../../contract/admin_standing.ts";

const founder = (userId: string): Admin => ({
  ...{ userId, root: userId, invitedBy: undefined, isEnrolled: true, isConfirmed: true, role: "owner" },
});
const invited = (userId: string, by: Admin): Admin => ({
  ...{ userId, root: by.root, invitedBy: by.userId, isEnrolled: false, isConfirmed: false, role: "owner" },
});
const [ada, bola] = [founder("ada"), founder("bola")];
const NOW = 1_000 * 3_600_000;
const HOUR_MS = 3_600_000;

describe("two admins", () => {
  it("are independent where their roots differ, however long the chain of invitations is", () => {
    const puppet = invited("puppet", ada);
    const puppetsPuppet = invited("puppet2", puppet);
    const around = { changes: [], now: NOW };
    expect(areIndependent([ada, bola], around)).toBe(true);
    expect(areIndependent([ada, ada], around)).toBe(false);
    expect(areIndependent([ada, puppet], around)).toBe(false);
    expect(areIndependent([puppet, puppetsPuppet], around)).toBe(false);
    expect(areIndependent([puppetsPuppet, bola], around)).toBe(true);
  });

  it("are one for 72 hours after one has changed the other's password, email or rights", () => {
    const changed = (userId: string, by: string, hoursAgo: number) => ({ userId, by, at: NOW - hoursAgo * HOUR_MS });
    for (const [userId, by] of [["ada", "bola"], ["bola", "ada"]] as const) {
      expect(areIndependent([ada, bola], { changes: [changed(userId, by, 71)], now: NOW })).toBe(false);
      expect(areIndependent([ada, bola], { changes: [changed(userId, by, 72)], now: NOW })).toBe(true);
    }
    expect(areIndependent([ada, bola], { changes: [changed("ada", "chi", 1)], now: NOW })).toBe(true);
  });

  it("are one for 72 hours after anyone of one side has reset the other's second factor", () => {
    const puppet = invited("puppet", bola);
    const reset = (hoursAgo: number) => ({
      changes: [{ userId: "ada", by: "bola", bySide: "bola", at: NOW - hoursAgo * HOUR_MS }],
      now: NOW,
    });
    for (const pair of [[ada, puppet], [puppet, ada], [ada, bola]] as const) {
      expect(areIndependent(pair, reset(71))).toBe(false);
      expect(areIndependent(pair, reset(72))).toBe(true);
    }
    expect(areIndependent([ada, founder("chi")], reset(1))).toBe(true);
    expect(areIndependent([invited("other", ada), bola], reset(1))).toBe(true);
  });
});

describe("an invited admin", () => {
  it("chooses a password, is confirmed by another side, and then works", () => {
    const puppet = invited("puppet", ada);
    expect(standingOf(puppet)).toBe("chooses_password");
    expect(decideEnrolment(puppet)).toMatchObject([{ type: "AdminEnrolled" }]);
    expect(decideEnrolment({ ...puppet, isEnrolled: true })).toEqual([]);
    expect(() => decideConfirmation(puppet, ada)).toThrow("the same side");
    expect(() => decideConfirmation(puppet, { ...invited("other", bola), isEnrolled: true })).toThrow("Only admins");
    expect(() => decideConfirmation(puppet, undefined)).toThrow("Only admins");
    expect(() => decideConfirmation(undefined, bola)).toThrow("not found");
    expect(decideConfirmation(puppet, bola)).toMatchObject([{ type: "AdminConfirmed", data: { confirmedBy: "bola" } }]);
    expect(decideConfirmation({ ...puppet, isConfirmed: true }, bola)).toEqual([]);
    expect(standingOf({ ...puppet, isEnrolled: true })).toBe("waits_for_confirmation");
    expect(standingOf({ ...puppet, isEnrolled: true, isConfirmed: true })).toBe("works");
  });
});
