import { describe, expect, it } from "vitest";
import { refusalOf } from "../testing/refusal.ts";
import type { ProposalEvent } from "./events.ts";
import { decideAsk, decideConfirm, decideWithdraw, evolve, NOTHING_PROPOSED } from "./state.ts";

const NOW = 1_000;
const LAPSES = 5_000;
const ask = (more: Partial<Parameters<typeof decideAsk>[1]> = {}) => ({
  ...{
    proposalId: "p1",
    kind: "resolve_payout",
    subject: "s1",
    adminId: "ada",
    units: 100,
    content: { outcome: "paid" },
  },
  ...{ needsTwo: true, lapsesAt: LAPSES },
  ...more,
});
const after = (...events: ProposalEvent[]) => events.reduce(evolve, NOTHING_PROPOSED);
const waiting = after(...decideAsk(NOTHING_PROPOSED, ask(), NOW));
const areTwo = (one: string, other: string) => one !== other && ![one, other].includes("adas friend");
const confirm = (adminId: string, { state = waiting, now = NOW, proposalId = "p1" } = {}) =>
  decideConfirm(state, { proposalId, adminId }, { now, areTwo });
const types = (events: readonly ProposalEvent[]) => events.map(({ type }) => type);

describe("a decision", () => {
  it("is taken alone where one may, and else waits: once of a kind and subject", () => {
    expect(types(decideAsk(NOTHING_PROPOSED, ask({ needsTwo: false }), NOW))).toEqual(["DecidedAlone"]);
    expect(types(decideAsk(NOTHING_PROPOSED, ask(), NOW))).toEqual(["ProposalMade"]);
    expect(refusalOf(() => decideAsk(waiting, ask({ proposalId: "p2" }), NOW)).code).toBe("already_decided");
    expect(refusalOf(() => decideAsk(waiting, ask({ needsTwo: false }), NOW)).code).toBe("already_decided");
  });

  it("is confirmed by another side, once, and the same press again changes nothing", () => {
    expect(refusalOf(() => confirm("ada")).code).toBe("not_your_approval");
    expect(refusalOf(() => confirm("adas friend")).code).toBe("not_independent");
    const events = confirm("bola");
    expect(types(events)).toEqual(["ProposalConfirmed"]);
    const done = evolve(waiting, events[0] as ProposalEvent);
    expect(confirm("bola", { state: done })).toEqual([]);
    expect(refusalOf(() => confirm("chidi", { state: done })).code).toBe("already_decided");
  });

  it("lapses, is withdrawn, and can be proposed again then", () => {
    expect(refusalOf(() => confirm("bola", { now: LAPSES })).code).toBe("already_decided");
    expect(types(decideAsk(waiting, ask({ proposalId: "p2" }), LAPSES))).toEqual(["ProposalMade"]);
    const withdrawn = after(
      ...decideAsk(NOTHING_PROPOSED, ask(), NOW),
      ...decideWithdraw(waiting, { proposalId: "p1", adminId: "ada" }, NOW),
    );
    expect(refusalOf(() => confirm("bola", { state: withdrawn })).code).toBe("already_decided");
    expect(refusalOf(() => confirm("bola", { proposalId: "p0" })).code).toBe("already_decided");
  });

  it("takes the place of one of which nothing is left to decide, and of no other", () => {
    const next = ask({ proposalId: "p2", replaces: "p1" });
    const events = decideAsk(waiting, next, NOW);
    expect(types(events)).toEqual(["ProposalWithdrawn", "ProposalMade"]);
    expect(events.reduce(evolve, waiting)).toMatchObject({ open: { proposalId: "p2" }, withdrawn: "p1" });
    const other = () => decideAsk(waiting, { ...next, replaces: "p0" }, NOW);
    expect(refusalOf(other).code).toBe("already_decided");
  });
});
