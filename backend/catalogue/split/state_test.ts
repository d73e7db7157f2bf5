import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WHOLE } from "../../contract/splits.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { SplitEvent, SplitInvited } from "./events.ts";
import {
  type Answering,
  decideAnswer,
  decideDispute,
  decideLeaving,
  decideOffer,
  decideProposal,
  decideSettlement,
  decideWithdrawal,
  evolveSplit,
  NO_SPLIT,
  type SplitState,
} from "./state.ts";

const trackId = "track";
const track = { ownerId: "owner" };
const who = (userId: string, isCreator = true): Answering => ({ userId, emailHash: `mail of ${userId}`, isCreator });
const fold = (state: SplitState, events: readonly SplitEvent[]) => events.reduce(evolveSplit, state);

/** A track with the calls that people make. */
function song() {
  let state = NO_SPLIT;
  let proposals = 0;
  const take = (events: readonly SplitEvent[]) => {
    state = fold(state, events);
    return events.map(({ type }) => type);
  };
  const propose = (wanted: Record<string, number>, changes: Partial<Parameters<typeof decideProposal>[1]> = {}) => {
    const proposalId = `proposal ${++proposals}`;
    const invited = Object.entries(wanted).map(([name, basisPoints]): SplitInvited => ({
      ...{ invitationId: `${proposalId} ${name}`, basisPoints },
      ...(name.startsWith("mail of") ? { emailHash: name, email: "sealed" } : { creatorId: name }),
    }));
    const sum = Object.values(wanted).reduce((all, one) => all + one, 0);
    return take(decideProposal(state, {
      ...{
        trackId,
        userId: "owner",
        emailHash: "mail of owner",
        track,
        isKeptBack: false,
        version: state.version,
        proposalId,
      },
      ...{ ownBasisPoints: WHOLE - sum, wanted: invited, idOf: (id) => `${proposalId} ${id}` },
      ...changes,
    }));
  };
  const answer = (name: string, said: "accepted" | "declined" = "accepted", asking = who(name)) =>
    take(decideAnswer(state, { trackId, track, answer: said, asking, invitationId: `proposal ${proposals} ${name}` }));
  return {
    ...{ propose, answer, take },
    get state() {
      return state;
    },
    shares: () => Object.fromEntries(state.shares.map((one) => [one.creatorId, one.basisPoints])),
  };
}

const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no refusal";
};

describe("a proposal", () => {
  it("brings each part in force with its person's yes, and what waits is the owner's", () => {
    const { propose, answer, shares } = song();
    expect(propose({ ada: 3_000, bola: 2_000 })).toEqual(["SplitProposed"]);
    expect(shares()).toEqual({});
    expect(answer("ada")).toEqual(["SplitAnswered", "SplitChanged"]);
    expect(shares()).toEqual({ ada: 3_000 });
    expect(answer("bola", "declined")).toEqual(["SplitAnswered"]);
    expect(shares()).toEqual({ ada: 3_000 });
  });

  it("waits for the yes of everybody whose part shrinks; their no ends it", () => {
    const one = song();
    one.propose({ ada: 6_000 });
    one.answer("ada");
    one.propose({ ada: 3_000, bola: 5_000 });
    expect(one.answer("bola")).toEqual(["SplitAnswered"]);
    expect(one.shares()).toEqual({ ada: 6_000 });
    one.answer("ada");
    expect(one.shares()).toEqual({ ada: 3_000, bola: 5_000 });
    one.propose({ bola: 5_000 });
    expect(one.answer("ada", "declined")).toEqual(["SplitAnswered"]);
    expect(one.state.proposal).toBeUndefined();
    expect(one.shares()).toEqual({ ada: 3_000, bola: 5_000 });
  });

  it("gives more at once, and takes somebody out with their yes alone", () => {
    const one = song();
    one.propose({ ada: 1_000 });
    one.answer("ada");
    expect(one.propose({ ada: 2_000 })).toEqual(["SplitProposed", "SplitChanged"]);
    one.propose({});
    expect(one.shares()).toEqual({ ada: 2_000 });
    one.answer("ada");
    expect(one.shares()).toEqual({});
  });

  it("asks nobody new while the song is held back, and may still change what people have", () => {
    const one = song();
    one.propose({ ada: 1_000 });
    one.answer("ada");
    const keptBack = { isKeptBack: true };
    expect(refusal(() => one.propose({ ada: 1_000, bola: 500 }, keptBack))).toContain("This song is held back");
    expect(refusal(() => one.propose({ ada: 1_000, "mail of bola": 500 }, keptBack))).toContain("held back");
    expect(one.propose({ ada: 2_000 }, keptBack)).toEqual(["SplitProposed", "SplitChanged"]);
  });

  it.each<[string, Record<string, number>, object, string]>([
    ["does not make 100 %", { ada: 3_000 }, { ownBasisPoints: 6_999 }, "The shares have to make 100 %"],
    ["has a share of nothing", { ada: 0 }, {}, "Each share has to be more than 0 %"],
    ["has a share below nothing", { ada: -5, bola: 100 }, {}, "Each share has to be more than 0 %"],
    ["has a broken share", { ada: 0.5 }, {}, "Each share has to be more than 0 %"],
    ["leaves the owner nothing", { ada: 10_000 }, {}, "Keep at least 1 %"],
    ["invites the owner", { owner: 1_000 }, {}, "You cannot invite yourself"],
    ["invites the owner's address", { "mail of owner": 1_000 }, {}, "You cannot invite yourself"],
  ])("that %s is refused in words", (_what, wanted, changes, words) => {
    expect(refusal(() => song().propose(wanted, changes))).toContain(`invalid_request: ${words}`);
  });

  it("with the same person twice is refused", () => {
    const twice = ["one", "two"].map((invitationId): SplitInvited => ({
      invitationId,
      creatorId: "ada",
      basisPoints: 1,
    }));
    expect(refusal(() => song().propose({ ada: 1, bola: 1 }, { wanted: twice }))).toContain("twice");
  });

  it("of a form that is late is refused, and the same again changes nothing", () => {
    const one = song();
    one.propose({ ada: 3_000 });
    expect(one.propose({ ada: 3_000 }, { version: 0 })).toEqual([]);
    expect(refusal(() => one.propose({ ada: 4_000 }, { version: 0 }))).toContain("conflict: These shares have just");
    expect(refusal(() => one.propose({ ada: 1 }, { userId: "thief" }))).toContain("not_found");
    expect(refusal(() => one.propose({ ada: 1 }, { track: undefined }))).toContain("not_found");
  });

  it("can be withdrawn while it waits; what is in force stays", () => {
    const one = song();
    one.propose({ ada: 3_000, bola: 2_000 });
    one.answer("ada");
    const withdrawal = { trackId, userId: "owner", proposalId: "proposal 1" };
    expect(one.take(decideWithdrawal(one.state, withdrawal))).toEqual(["SplitProposalWithdrawn"]);
    expect(one.take(decideWithdrawal(one.state, withdrawal))).toEqual([]);
    expect(one.shares()).toEqual({ ada: 3_000 });
    expect(refusal(() => one.answer("bola"))).toContain("link_invalid");
  });
});

describe("an answer", () => {
  it("counts once, and never turns", () => {
    const one = song();
    one.propose({ ada: 3_000 });
    one.answer("ada");
    expect(one.answer("ada")).toEqual([]);
    expect(refusal(() => one.answer("ada", "declined"))).toContain("already_decided");
    expect(refusal(() => one.answer("ada", "accepted", who("thief")))).toContain("wrong_account");
  });

  it("is the invited account's own, who has to be a creator, and of a song that is there", () => {
    const one = song();
    one.propose({ "mail of ada": 3_000 });
    expect(refusal(() => one.answer("mail of ada", "accepted", who("bola")))).toContain("wrong_account");
    expect(refusal(() => one.answer("mail of ada", "accepted", who("ada", false)))).toContain("creators_only");
    const gone = { trackId, answer: "accepted", asking: who("ada"), track: undefined } as const;
    expect(refusal(() => decideAnswer(one.state, { ...gone, invitationId: "proposal 1 mail of ada" })))
      .toContain("link_invalid");
    one.answer("mail of ada", "accepted", who("ada"));
    expect(one.shares()).toEqual({ ada: 3_000 });
    one.propose({ ada: 3_000, "mail of ada": 1_000 });
    expect(refusal(() => one.answer("mail of ada", "accepted", who("ada")))).toContain("split_member");
  });
});

it("a collaborator leaves for what comes from then on, and ends what is asked", () => {
  const one = song();
  one.propose({ ada: 3_000, bola: 2_000 });
  one.answer("ada");
  expect(one.take(decideLeaving(one.state, { trackId, userId: "ada" })))
    .toEqual(["SplitProposalWithdrawn", "SplitChanged"]);
  expect(one.take(decideLeaving(one.state, { trackId, userId: "ada" }))).toEqual([]);
  expect(one.shares()).toEqual({});
});

describe("a dispute", () => {
  const disputed = () => {
    const one = song();
    one.propose({ ada: 3_000, bola: 2_000 });
    one.answer("ada");
    one.answer("bola");
    const dispute = { trackId, userId: "owner", creatorId: "ada", disputeId: "dispute", reason: "sealed" };
    expect(one.take(decideDispute(one.state, dispute))).toEqual(["SplitDisputed"]);
    expect(one.take(decideDispute(one.state, { ...dispute, disputeId: "another" }))).toEqual([]);
    expect(refusal(() => decideDispute(one.state, { ...dispute, userId: "bola" }))).toContain("not_found");
    const offer = (userId: string, basisPoints: number) =>
      one.take(decideOffer(one.state, { trackId, userId, disputeId: "dispute", basisPoints }));
    return { one, offer };
  };

  it("freezes that share alone: it cannot be changed or left, others can", () => {
    const { one } = disputed();
    expect(refusal(() => one.propose({ ada: 1_000, bola: 2_000 }))).toContain("split_disputed");
    expect(refusal(() => decideLeaving(one.state, { trackId, userId: "ada" }))).toContain("split_disputed");
    expect(one.propose({ ada: 3_000, bola: 2_500 })).toEqual(["SplitProposed", "SplitChanged"]);
  });

  it("is settled as soon as the two agree, on what was asked for", () => {
    const { one, offer } = disputed();
    expect(offer("owner", 4_000)).toEqual(["SplitDisputeOffered"]);
    expect(offer("ada", 6_000)).toEqual(["SplitDisputeOffered"]);
    expect(offer("owner", 6_500)).toEqual(["SplitDisputeOffered", "SplitDisputeSettled"]);
    expect(one.state.disputes.get("dispute")?.basisPoints).toBe(6_000);
    expect(one.shares()).toEqual({ ada: 3_000, bola: 2_000 });
    expect(refusal(() => offer("ada", 1))).toContain("already_decided");
    expect(refusal(() => offer("bola", 1))).toContain("not_found");
  });

  it("that the collaborator gives up ends the share", () => {
    const { one, offer } = disputed();
    offer("ada", 0);
    expect(one.shares()).toEqual({ bola: 2_000 });
  });

  it("is settled by two admins, once", () => {
    const { one } = disputed();
    const settling = {
      ...{ trackId, disputeId: "dispute", basisPoints: 5_000, shareBasisPoints: 1_500 },
      ...{ adminId: "admin", confirmedBy: "other", note: "A receipt" },
    };
    expect(refusal(() => decideSettlement(one.state, { ...settling, disputeId: "none" }))).toContain("not_found");
    expect(refusal(() => decideSettlement(one.state, { ...settling, basisPoints: 10_001 }))).toContain(
      "invalid_request",
    );
    // Bola has 20 %, and the owner keeps 1 %.
    for (const shareBasisPoints of [-1, 7_901, 0.5]) {
      expect(refusal(() => decideSettlement(one.state, { ...settling, shareBasisPoints }))).toContain("0 % to 79 %");
    }
    expect(one.take(decideSettlement(one.state, settling))).toEqual(["SplitDisputeSettled", "SplitChanged"]);
    expect(one.shares()).toEqual({ ada: 1_500, bola: 2_000 });
    expect(refusal(() => decideSettlement(one.state, settling))).toContain("already_decided");
  });

  it("gives no share for which the others leave no room, and none that is disputed changes meanwhile", () => {
    const { one } = disputed();
    one.take([{
      type: "SplitChanged",
      data: {
        trackId,
        ownerId: "owner",
        because: "accepted",
        shares: [
          { creatorId: "ada", basisPoints: 3_000 },
          { creatorId: "bola", basisPoints: 6_000 },
        ],
      },
    }]);
    const settling = { trackId, disputeId: "dispute", basisPoints: 0, adminId: "admin", note: "N" };
    expect(refusal(() => decideSettlement(one.state, { ...settling, shareBasisPoints: 7_900 }))).toContain(
      "0 % to 39 %",
    );
    expect(one.shares()).toEqual({ ada: 3_000, bola: 6_000 });
    const other = song();
    other.propose({ ada: 2_000, bola: 5_000 });
    other.answer("ada");
    other.answer("bola");
    other.propose({ ada: 6_000, bola: 2_000 });
    other.take(decideDispute(other.state, { trackId, userId: "owner", creatorId: "ada", disputeId: "d", reason: "r" }));
    expect(refusal(() => other.answer("bola"))).toContain("split_disputed");
    expect(other.shares()).toEqual({ ada: 2_000, bola: 5_000 });
  });
});

it("the shares in force never take more than the owner gives, and shrink by their own people's word alone", () => {
  const people = ["ada", "bola", "chi"];
  const points = fc.integer({ min: 1, max: 3_300 });
  const step = fc.oneof(
    fc.record({ do: fc.constant("propose" as const), wanted: fc.dictionary(fc.constantFrom(...people), points) }),
    fc.record({
      do: fc.constantFrom("accepted" as const, "declined" as const, "leave" as const),
      who: fc.constantFrom(...people),
    }),
  );
  fc.assert(fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
    const one = song();
    for (const now of steps) {
      const before = one.shares();
      const run = () => {
        if (now.do === "propose") return one.propose(now.wanted);
        if (now.do === "leave") return one.take(decideLeaving(one.state, { trackId, userId: now.who }));
        return one.answer(now.who, now.do);
      };
      const said = refusal(run);
      const after = one.shares();
      expect(Object.values(after).reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(WHOLE - 100);
      const shrunk = people.filter((name) => (after[name] ?? 0) < (before[name] ?? 0));
      if (said !== "no refusal") expect(after).toEqual(before);
      if (now.do === "propose") expect(shrunk).toEqual([]);
      // A person who said yes before may shrink with the last yes that was missing.
      for (const name of shrunk) {
        const hasSaid = [...one.state.answers.values()].some((given) => given.creatorId === name);
        expect(hasSaid || (now.do === "leave" && now.who === name)).toBe(true);
      }
    }
  }));
});
