import { describe, expect, it } from "vitest";
import type { FindAnswerers } from "../contract/appeal_reviewers.ts";
import { type ClaimState, COUNTER_NOTICE_DAYS, MOST_UNCONFIRMED, REPORT_AGAIN_DAYS } from "../contract/moderation.ts";
import { refusalOf } from "../testing/refusal.ts";
import type { ModerationEvent } from "./events.ts";
import {
  type Case,
  decideAppeal,
  decideClaim,
  decideClaimConfirmed,
  decideClaimLapsed,
  decideContest,
  decideCounter,
  decideDismiss,
  decideEnd,
  decideGrant,
  decideHide,
  decideLapse,
  decideRefuseClaim,
  decideReport,
  decideShow,
  decideVerdict,
  evolveCase,
  NO_CASE,
  refuseUnasked,
} from "./state.ts";

const DAY = 24 * 3_600_000;
const NOON = Date.UTC(2026, 10, 25, 12);
const about = { caseId: "c", kind: "song", subjectId: "s", ownerId: "ada" } as const;

const report = (reporterId: string) =>
  ({ ...about, reportId: `of ${reporterId}`, reporterId, reason: "spam" }) as const;
const reported = (reporterId: string): ModerationEvent => ({ type: "ContentReported", data: report(reporterId) });
const hide = { ...about, decisionId: "d1", adminId: "first", reason: "spam", words: "sealed", strike: true } as const;
const hidden: ModerationEvent = { type: "ContentHidden", data: hide };
const shown: ModerationEvent = { type: "ContentShown", data: { ...about, decisionId: "d1", adminId: "x", words: "w" } };
const appeal = { ...about, appealId: "a1", decisionId: "d1", words: "sealed" } as const;
const appealed: ModerationEvent = { type: "ModerationAppealed", data: appeal };
const answered: ModerationEvent = {
  type: "ModerationAppealAnswered",
  data: { ...appeal, adminId: "second", verdict: "uphold" },
};
const claim = {
  ...{ ...about, claimId: "k1", claimantId: "label", name: "n", email: "e", organisation: "o" },
  ...{ address: "a", work: "w", statement: "s" },
};
const claimed: ModerationEvent = { type: "TakedownClaimed", data: claim };
const confirmBy = NOON + 7 * 24 * 3_600_000;
const unconfirmed: ModerationEvent = { type: "TakedownClaimed", data: { ...claim, confirmBy } };
const ofClaim = { ...about, claimId: "k1", claimantId: "label" };
const confirmed: ModerationEvent = { type: "TakedownConfirmed", data: ofClaim };
const lapsed: ModerationEvent = { type: "TakedownLapsed", data: ofClaim };
const grant = { ...about, claimId: "k1", adminId: "first", words: "sealed", strike: true };
const step = { ...grant, isOwnClaim: false };
const granted: ModerationEvent = { type: "TakedownGranted", data: { ...grant, claimantId: "label" } };
const counter = { ...about, claimId: "k1", name: "n", address: "a", statement: "s" };
const restoreAt = NOON + COUNTER_NOTICE_DAYS * DAY;
const countered: ModerationEvent = { type: "CounterNoticeGiven", data: { ...counter, claimantId: "label", restoreAt } };
const contested: ModerationEvent = {
  type: "TakedownContested",
  data: { ...about, claimId: "k1", claimantId: "label", adminId: "first", words: "w" },
};
const ended: ModerationEvent = {
  type: "TakedownEnded",
  data: { ...about, claimId: "k1", claimantId: "label", because: "counter_notice" },
};

/** A case after these events, all recorded at noon. */
const given = (...events: ModerationEvent[]): Case =>
  events.reduce((before, event) => evolveCase(before, event, NOON), NO_CASE);
const types = (events: readonly { type: string }[]) => events.map((event) => event.type);
const codeOf = (run: () => unknown) => refusalOf(run).code;

describe("a report", () => {
  const asking = (reporterId: string, now = NOON) => ({ report: report(reporterId), isThere: true, now });

  it("of one person is one, however often it is sent, and those of others count beside it", () => {
    expect(types(decideReport(given(), asking("bola")))).toEqual(["ContentReported"]);
    expect(decideReport(given(reported("bola")), asking("bola", NOON + 90 * DAY))).toEqual([]);
    expect(types(decideReport(given(reported("bola")), asking("chi")))).toEqual(["ContentReported"]);
    expect(given(reported("bola"), reported("chi")).open).toBe(2);
  });

  it("is heard again a week after a decision, and not of what is hidden", () => {
    const dismissed: ModerationEvent = {
      type: "ReportsDismissed",
      data: { ...about, decisionId: "d0", adminId: "first", words: "w" },
    };
    const after = given(reported("bola"), dismissed);
    expect(after.open).toBe(0);
    expect(decideReport(after, asking("bola", NOON + REPORT_AGAIN_DAYS * DAY - 1))).toEqual([]);
    expect(decideReport(after, asking("bola", NOON + REPORT_AGAIN_DAYS * DAY))).toHaveLength(1);
    expect(decideReport(given(hidden), asking("bola"))).toEqual([]);
  });

  it("is refused about one's own, and about what is not there", () => {
    expect(codeOf(() => decideReport(given(), asking("ada")))).toBe("conflict");
    expect(codeOf(() => decideReport(given(), { ...asking("bola"), isThere: false }))).toBe("not_found");
  });
});

describe("a decision", () => {
  it("hides, and the other way shows; each once", () => {
    expect(decideHide(given(reported("bola")), { ...hide, seen: 0 })).toEqual([hidden]);
    expect(given(reported("bola"), hidden).open).toBe(0);
    expect(codeOf(() => decideHide(given(hidden), { ...hide, seen: 1 }))).toBe("already_decided");
    const show = { ...about, adminId: "first", words: "w", seen: 1 };
    expect(decideShow(given(hidden), show)[0]?.data).toMatchObject({ decisionId: "d1" });
    expect(codeOf(() => decideShow(given(hidden, shown), { ...show, seen: 2 }))).toBe("already_decided");
    expect(types(decideHide(given(hidden, shown), { ...hide, decisionId: "d2", seen: 2 }))).toEqual(["ContentHidden"]);
  });

  it("dismisses only where something was reported", () => {
    const dismiss = { ...about, decisionId: "d0", adminId: "first", words: "w", seen: 0 };
    expect(types(decideDismiss(given(reported("bola")), dismiss))).toEqual(["ReportsDismissed"]);
    expect(codeOf(() => decideDismiss(given(), dismiss))).toBe("already_decided");
  });

  it("of two admins who looked at the same time is the first one's", () => {
    const text = "Another admin has just decided: please look at the case again";
    expect(refusalOf(() => decideHide(given(hidden, shown), { ...hide, seen: 0 })).message).toBe(text);
    expect(refusalOf(() => decideShow(given(hidden), { ...about, adminId: "x", words: "w", seen: 0 })).message).toBe(
      text,
    );
  });

  it("is nobody's who is a party: neither the owner's nor a reporter's", () => {
    expect(refusalOf(() => decideHide(given(), { ...hide, adminId: "ada", seen: 0 })).message).toMatch(/This is yours/);
    expect(refusalOf(() => decideHide(given(reported("first")), { ...hide, seen: 0 })).message).toMatch(/You reported/);
  });
});

describe("an appeal", () => {
  const write = { ...appeal, userId: "ada" };
  const verdict = { ...about, appealId: "a1", adminId: "second", verdict: "grant", words: "w", seen: 1 } as const;
  const find = (ids: readonly string[]) => () => ({ rule: "another_side" as const, ids, tooSoon: [] });
  const another = find(["second"]);

  it("is written once about a decision, by the owner alone", () => {
    expect(decideAppeal(given(hidden), write)).toEqual([appealed]);
    expect(decideAppeal(given(hidden, appealed), write)).toEqual([]);
    expect(refusalOf(() => decideAppeal(given(hidden, appealed), { ...write, appealId: "a2" })).message).toMatch(
      /wait/,
    );
    const again = () => decideAppeal(given(hidden, appealed, answered), { ...write, appealId: "a2" });
    expect(refusalOf(again)).toMatchObject({ code: "conflict", message: expect.stringMatching(/final/) });
    expect(codeOf(() => decideAppeal(given(hidden), { ...write, userId: "bola" }))).toBe("not_found");
    expect(codeOf(() => decideAppeal(given(hidden, shown), write))).toBe("not_found");
  });

  it("about a later decision is another one", () => {
    const second: ModerationEvent = { type: "ContentHidden", data: { ...hide, decisionId: "d2" } };
    const state = given(hidden, appealed, answered, shown, second);
    expect(decideAppeal(state, { ...write, appealId: "a2", decisionId: "d2" })).toHaveLength(1);
  });

  it("is answered by another admin than the one who decided, who is not on the same side", () => {
    const waiting = given(hidden, appealed);
    expect(types(decideVerdict(waiting, verdict, another))).toEqual(["ModerationAppealAnswered", "ContentShown"]);
    expect(types(decideVerdict(waiting, { ...verdict, verdict: "uphold" }, another))).toEqual([
      "ModerationAppealAnswered",
    ]);
    expect(codeOf(() => decideVerdict(waiting, { ...verdict, adminId: "first" }, another))).toBe("not_your_approval");
    expect(codeOf(() => decideVerdict(waiting, verdict, find(["third"])))).toBe("not_independent");
    const late = () => decideVerdict(given(hidden, appealed, answered), { ...verdict, seen: 2 }, another);
    expect(codeOf(late)).toBe("already_decided");
  });

  it("leaves owner and reporters out of those who may answer, and can be agreed to where nobody else is there", () => {
    const waiting = given(reported("bola"), hidden, appealed);
    let parties: readonly string[] = [];
    const alone = (asked: Parameters<FindAnswerers>[0]) => {
      ({ parties } = asked);
      return { rule: "agree_only" as const, ids: ["first"], tooSoon: [] };
    };
    const own = { ...verdict, adminId: "first" };
    expect(types(decideVerdict(waiting, own, alone))).toEqual(["ModerationAppealAnswered", "ContentShown"]);
    expect(parties).toEqual(["ada", "bola"]);
    expect(codeOf(() => decideVerdict(waiting, { ...own, verdict: "uphold" }, alone))).toBe("not_independent");
  });

  it("is won where the first admin shows it again", () => {
    const state = given(hidden, appealed, shown);
    expect([state.appeal, state.hidden]).toEqual([undefined, undefined]);
  });
});

describe("a claim of a rights holder", () => {
  it("holds nothing by itself: an admin grants or refuses it, once", () => {
    expect(decideClaim(given(), { claim, isThere: true })).toEqual([claimed]);
    expect(given(claimed).hidden).toBeUndefined();
    expect(decideGrant(given(claimed), { ...step, seen: 0 })).toEqual([granted]);
    const own = () => decideGrant(given(claimed), { ...step, isOwnClaim: true, seen: 0 });
    expect(refusalOf(own).message).toMatch(/This claim is yours/);
    expect(types(decideRefuseClaim(given(claimed), { ...step, seen: 0 }))).toEqual(["TakedownRefused"]);
    expect(codeOf(() => decideGrant(given(claimed, granted), { ...step, seen: 1 }))).toBe("already_decided");
    expect(codeOf(() => decideGrant(given(), { ...step, seen: 0 }))).toBe("not_found");
  });

  it("of one claimant about one song is one while it lives", () => {
    expect(decideClaim(given(claimed), { claim, isThere: true })).toEqual([]);
    const again = { claim: { ...claim, claimId: "k2" }, isThere: true };
    expect(codeOf(() => decideClaim(given(claimed), again))).toBe("conflict");
    expect(decideClaim(given(claimed, granted, countered, ended), again)).toHaveLength(1);
    expect(codeOf(() => decideClaim(given(), { claim, isThere: false }))).toBe("not_found");
  });

  it("waits for nobody before its address is confirmed: it holds nothing, and stands in nobody's way", () => {
    const state = given(unconfirmed);
    for (const decide of [decideGrant, decideRefuseClaim]) {
      expect(refusalOf(() => decide(state, { ...step, seen: 0 })).message).toMatch(/Nobody has confirmed the address/);
    }
    expect(codeOf(() => decideCounter(state, { ...counter, userId: "ada", now: NOON }))).toBe("not_found");
    // Another person wrote the label's address: its own claim still comes through.
    expect(decideClaim(state, { claim: { ...claim, claimId: "k2" }, isThere: true })).toHaveLength(1);
  });

  it("is confirmed with the link once, and in time", () => {
    const open = (state: ReturnType<typeof given>, now = NOON, claimId = "k1") =>
      decideClaimConfirmed(state, { ...about, claimId, now });
    expect(open(given(unconfirmed))).toEqual([confirmed]);
    expect(types(decideGrant(given(unconfirmed, confirmed), { ...step, seen: 0 }))).toEqual(["TakedownGranted"]);
    const used = refusalOf(() => open(given(unconfirmed, confirmed)));
    expect([used.code, used.message]).toEqual(["link_invalid", expect.stringMatching(/used before/)]);
    for (const late of [() => open(given(unconfirmed), confirmBy), () => open(given(unconfirmed, lapsed))]) {
      expect(refusalOf(late).message).toMatch(/expired/);
    }
    expect(codeOf(() => open(given(unconfirmed), NOON, "k9"))).toBe("link_invalid");
    const second: ModerationEvent = { type: "TakedownClaimed", data: { ...claim, claimId: "k2", confirmBy } };
    expect(codeOf(() => open(given(unconfirmed, second, confirmed), NOON, "k2"))).toBe("conflict");
  });

  it("asks a mailbox to confirm it while three others wait for that at most, and many once one was confirmed", () => {
    const asks = (counts: [ClaimState, number][]) => refuseUnasked(new Map(counts));
    const { stranger, known } = MOST_UNCONFIRMED;
    asks([]);
    asks([["unconfirmed", stranger - 1], ["lapsed", 99]]);
    expect(refusalOf(() => asks([["unconfirmed", stranger], ["lapsed", 99]])).code).toBe("too_many_attempts");
    for (const state of ["waiting", "refused", "ended"] as const) {
      asks([["unconfirmed", known - 1], [state, 1]]);
      expect(refusalOf(() => asks([["unconfirmed", known], [state, 1]])).code, state).toBe("too_many_attempts");
    }
  });

  it("is forgotten when nobody has confirmed it in time, and not before", () => {
    const over = (state: ReturnType<typeof given>, now: number) =>
      decideClaimLapsed(state, { ...about, claimId: "k1", now });
    expect(over(given(unconfirmed), confirmBy - 1)).toEqual([]);
    expect(over(given(unconfirmed), confirmBy)).toEqual([lapsed]);
    expect(over(given(unconfirmed, lapsed), confirmBy)).toEqual([]);
    expect(over(given(unconfirmed, confirmed), confirmBy)).toEqual([]);
    expect(over(given(claimed), confirmBy)).toEqual([]);
  });

  it("is answered by the artist, once, and only while it holds the song", () => {
    const answer = { ...counter, userId: "ada", now: NOON };
    expect(decideCounter(given(claimed, granted), answer)).toEqual([countered]);
    expect(codeOf(() => decideCounter(given(claimed), answer))).toBe("not_found");
    expect(codeOf(() => decideCounter(given(claimed, granted), { ...answer, userId: "bola" }))).toBe("not_found");
    for (const state of [given(claimed, granted, countered), given(claimed, granted, countered, ended)]) {
      expect(codeOf(() => decideCounter(state, answer))).toBe("conflict");
    }
  });

  it("lapses when its time has run out, not before, and not where the claimant went to court", () => {
    const state = given(claimed, granted, countered);
    const lapse = { ...about, claimId: "k1" };
    expect(decideLapse(state, { ...lapse, now: restoreAt - 1 })).toEqual([]);
    expect(decideLapse(state, { ...lapse, now: restoreAt })).toEqual([ended]);
    expect(decideLapse(given(claimed, granted, countered, ended), { ...lapse, now: restoreAt })).toEqual([]);
    const find = (ids: readonly string[], rule: "another_side" | "agree_only" = "another_side") => () => (
      { rule, ids, tooSoon: [] }
    );
    const contest = (adminId: string, found = find(["second"])) =>
      decideContest(state, { ...step, adminId, seen: 1 }, found);
    expect(types(contest("second"))).toEqual(["TakedownContested"]);
    // One admin alone keeps no song down, unless no other admin is there to note a court's decision.
    expect(codeOf(() => contest("first"))).toBe("not_your_approval");
    expect(codeOf(() => contest("third"))).toBe("not_independent");
    expect(types(contest("first", find(["first"], "agree_only")))).toEqual(["TakedownContested"]);
    expect(decideLapse(given(claimed, granted, countered, contested), { ...lapse, now: restoreAt })).toEqual([]);
    const early = () => decideContest(given(claimed, granted), { ...step, seen: 1 }, find(["first"]));
    expect(codeOf(early)).toBe("already_decided");
  });

  it("is ended by an admin at any time once it holds", () => {
    for (const state of [given(claimed, granted), given(claimed, granted, countered)]) {
      expect(decideEnd(state, { ...step, seen: 1 })[0]?.data).toMatchObject({ because: "admin" });
    }
    expect(codeOf(() => decideEnd(given(claimed), { ...step, seen: 0 }))).toBe("already_decided");
  });
});
