import { type ClaimState, COUNTER_NOTICE_DAYS, MOST_UNCONFIRMED, REPORT_AGAIN_DAYS } from "../contract/moderation.ts";
import { Refusal } from "../contract/refusal.ts";
import { type Answerers, assertMayAnswer, type FindAnswerers } from "../contract/appeal_reviewers.ts";
import type {
  AboutCase,
  ContentHidden,
  ContentReported,
  ContentShown,
  CounterNoticeGiven,
  ModerationAppealAnswered,
  ModerationAppealed,
  ModerationEvent,
  ReportsDismissed,
  TakedownClaimed,
  TakedownConfirmed,
  TakedownContested,
  TakedownEnded,
  TakedownGranted,
  TakedownLapsed,
  TakedownRefused,
} from "./events.ts";

const DAY_MS = 24 * 3_600_000;

/** A claim as decisions see it. */
interface Claim {
  readonly state: ClaimState;
  readonly claimantId: string;
  /** Until when its address has to be confirmed, epoch ms. */
  readonly confirmBy?: number;
  /** Epoch ms; after a counter-notice. */
  readonly restoreAt?: number;
  /** The admin who took the song down. */
  readonly grantedBy?: string;
}

/** A case as decisions see it. */
export interface Case {
  /** Who has reported it, and when last, epoch ms. */
  readonly reporters: ReadonlyMap<string, number>;
  /** Reports that wait for a decision. */
  readonly open: number;
  /** How many decisions were made, and the moment of the last, epoch ms. */
  readonly decisions: number;
  readonly decidedAt: number;
  /** The decision that hides it. */
  readonly hidden: { readonly decisionId: string; readonly adminId: string } | undefined;
  /** The appeal against that decision. */
  readonly appeal: { readonly appealId: string; readonly isOpen: boolean } | undefined;
  readonly claims: ReadonlyMap<string, Claim>;
}

export const NO_CASE: Case = {
  reporters: new Map(),
  open: 0,
  decisions: 0,
  decidedAt: 0,
  hidden: undefined,
  appeal: undefined,
  claims: new Map(),
};

/** What an admin decides, on what they saw: `seen` is how many decisions there were then. */
export interface Deciding {
  readonly seen: number;
  readonly adminId: string;
}

/**
 * One report of one person, until it is decided; the same again changes nothing. After a decision the same person is heard
 * again a week later. Refuses with `not_found` what is not there, and with `conflict` one's own.
 */
export function decideReport(
  known: Case,
  { report, isThere, now }: { report: ContentReported["data"]; isThere: boolean; now: number },
): ContentReported[] {
  if (!isThere) throw new Refusal("not_found", "This is no longer there");
  if (report.ownerId === report.reporterId) throw new Refusal("conflict", "This is yours: you can change or delete it");
  const before = known.reporters.get(report.reporterId);
  const waits = before !== undefined && before > known.decidedAt;
  const isSoon = before !== undefined && now - Math.max(before, known.decidedAt) < REPORT_AGAIN_DAYS * DAY_MS;
  // What is hidden already cannot get worse: it needs no second look.
  return waits || isSoon || known.hidden ? [] : [{ type: "ContentReported", data: report }];
}

/** Nothing is wrong with it. Refuses with `already_decided` where no report waits. */
export function decideDismiss(
  known: Case,
  { seen, ...data }: ReportsDismissed["data"] & Deciding,
): ReportsDismissed[] {
  assertMayDecide(known, { ...data, seen });
  if (known.open === 0) throw alreadyDecided("No report waits for a decision");
  return [{ type: "ReportsDismissed", data }];
}

/** Hides it; a report is not needed. Refuses with `already_decided` where it is hidden. */
export function decideHide(known: Case, { seen, ...data }: ContentHidden["data"] & Deciding): ContentHidden[] {
  assertMayDecide(known, { ...data, seen });
  if (known.hidden) throw alreadyDecided("It is already hidden");
  return [{ type: "ContentHidden", data }];
}

/** Shows it again; an appeal that waits is thereby won. Refuses with `already_decided` where it is not hidden. */
export function decideShow(
  known: Case,
  { seen, ...data }: Omit<ContentShown["data"], "decisionId"> & Deciding,
): ContentShown[] {
  assertMayDecide(known, { ...data, seen });
  if (!known.hidden) throw alreadyDecided("It is not hidden");
  return [{ type: "ContentShown", data: { ...data, decisionId: known.hidden.decisionId } }];
}

/** The owner appeals against the decision that hides it, once. Refuses with `not_found`, `conflict`. */
export function decideAppeal(
  known: Case,
  { userId, ...data }: ModerationAppealed["data"] & { readonly userId: string },
): ModerationAppealed[] {
  if (data.ownerId !== userId || known.hidden?.decisionId !== data.decisionId) {
    throw new Refusal("not_found", "There is no such decision about something of yours");
  }
  if (known.appeal?.appealId === data.appealId) return [];
  if (known.appeal) {
    throw new Refusal(
      "conflict",
      known.appeal.isOpen
        ? "You have already appealed. Please wait for our answer."
        : "You have appealed about this, and another person has looked again. Our answer is final.",
    );
  }
  return [{ type: "ModerationAppealed", data }];
}

/** Who else answers than who decided: in words of a call, whose roles the admins of the catalogue are. */
const ANSWERING = { call: "POST /api/v1/admin/moderation/:kind/:subjectId/hide", standIn: "support" } as const;

/** Who may answer the appeal that waits; undefined where none does. */
export function answerersOfCase(known: Case, ownerId: string, find: FindAnswerers): Answerers | undefined {
  const { hidden, appeal, reporters } = known;
  if (!hidden || !appeal?.isOpen) return undefined;
  return find({ ...ANSWERING, decidedBy: hidden.adminId, parties: [ownerId, ...reporters.keys()] });
}

/**
 * Another admin than the one who decided answers an appeal; an answer in the person's favour shows the item again.
 * Refuses with `already_decided`, with `not_your_approval` the admin who decided, and with `not_independent` admins who
 * count as one with that one (`answerers.ts`).
 */
export function decideVerdict(
  known: Case,
  { seen, ...data }: Omit<ModerationAppealAnswered["data"], "decisionId"> & Deciding,
  find: FindAnswerers,
): (ModerationAppealAnswered | ContentShown)[] {
  assertMayDecide(known, { ...data, seen });
  const { hidden, appeal } = known;
  const answerers = answerersOfCase(known, data.ownerId, find);
  if (!hidden || !answerers || appeal?.appealId !== data.appealId) {
    throw alreadyDecided("This appeal is already answered");
  }
  const { adminId } = data;
  assertMayAnswer(answerers, { adminId, decidedBy: hidden.adminId, isAgreed: data.verdict === "grant" });
  const { decisionId } = hidden;
  const answered: ModerationAppealAnswered = { type: "ModerationAppealAnswered", data: { ...data, decisionId } };
  if (data.verdict === "uphold") return [answered];
  const { appealId: _, verdict: __, ...shown } = data;
  return [answered, { type: "ContentShown", data: { ...shown, decisionId } }];
}

/** A rights holder claims a song; the same claim again changes nothing. Refuses with `not_found`, `conflict`. */
export function decideClaim(
  known: Case,
  { claim, isThere }: { claim: TakedownClaimed["data"]; isThere: boolean },
): TakedownClaimed[] {
  if (known.claims.has(claim.claimId)) return [];
  if (!isThere) throw new Refusal("not_found", "This song is not on Orin");
  assertFirst(known, claim);
  return [{ type: "TakedownClaimed", data: claim }];
}

/**
 * Whether another claim may ask a mailbox to confirm it: the address may be anybody's, and each asks it with a mail.
 * `counts` are its claims by state. Refuses with `too_many_attempts`.
 */
export function refuseUnasked(counts: ReadonlyMap<ClaimState, number>): void {
  const isKnown = [...counts.keys()].some((state) => state !== "unconfirmed" && state !== "lapsed");
  const most = isKnown ? MOST_UNCONFIRMED.known : MOST_UNCONFIRMED.stranger;
  if ((counts.get("unconfirmed") ?? 0) < most) return;
  throw new Refusal(
    "too_many_attempts",
    `${most} claims of this address wait for its confirmation, so we send it no more mails now. Please open the links ` +
      "in our mails first. If those claims are not yours, write to us through our contacts.",
  );
}

/** States of a claim that does not stand in the way of another one: anybody can write an address that is not theirs. */
const OUT: readonly ClaimState[] = ["unconfirmed", "lapsed", "refused", "ended"];

function assertFirst({ claims }: Case, { claimantId }: { readonly claimantId: string }): void {
  const isTwice = [...claims.values()].some((one) => one.claimantId === claimantId && !OUT.includes(one.state));
  if (isTwice) throw new Refusal("conflict", "We have your claim about this song. We answer by email.");
}

interface OfClaim extends AboutCase {
  readonly claimId: string;
  readonly now: number;
}

/**
 * The claimant has opened the link in our mail, once: from now on the claim waits for an admin. Refuses with
 * `link_invalid` a link that was used, or came too late, and with `conflict` a second claim of the same address.
 */
export function decideClaimConfirmed(known: Case, { now, ...data }: OfClaim): TakedownConfirmed[] {
  const claim = known.claims.get(data.claimId);
  if (!claim) throw new Refusal("link_invalid", "There is no such claim");
  const { state, claimantId, confirmBy = Infinity } = claim;
  if (state === "lapsed" || (state === "unconfirmed" && now >= confirmBy)) {
    throw new Refusal("link_invalid", "This link has expired. Please send us your claim again.");
  }
  if (state !== "unconfirmed") {
    throw new Refusal("link_invalid", "This link was used before: we have your claim, and answer by email");
  }
  assertFirst(known, { claimantId });
  return [{ type: "TakedownConfirmed", data: { ...data, claimantId } }];
}

/** A claim was not confirmed in time. Before that, and for a confirmed claim, nothing happens. */
export function decideClaimLapsed(known: Case, { now, ...data }: OfClaim): TakedownLapsed[] {
  const claim = known.claims.get(data.claimId);
  if (claim?.state !== "unconfirmed" || now < (claim.confirmBy ?? Infinity)) return [];
  return [{ type: "TakedownLapsed", data: { ...data, claimantId: claim.claimantId } }];
}

/** What an admin does about a claim, with the words for whom it concerns. */
export type ClaimStep = Omit<TakedownGranted["data"], "claimantId"> & Deciding & {
  /** The claim came from the admin's own address. */
  readonly isOwnClaim: boolean;
};

/** No admin takes a song down, or leaves it down, for themselves. */
function assertNotOwnClaim({ isOwnClaim }: Pick<ClaimStep, "isOwnClaim">): void {
  if (isOwnClaim) throw new Refusal("conflict", "This claim is yours: another admin decides about it");
}

/** The song is held. Refuses with `already_decided` a claim that does not wait. */
export function decideGrant(known: Case, { seen, isOwnClaim, ...data }: ClaimStep): TakedownGranted[] {
  assertMayDecide(known, { ...data, seen });
  assertNotOwnClaim({ isOwnClaim });
  const { claimantId } = claimIn(known, data.claimId, ["waiting"]);
  return [{ type: "TakedownGranted", data: { ...data, claimantId } }];
}

/** The claim does not hold. Refuses with `already_decided` a claim that does not wait. */
export function decideRefuseClaim(
  known: Case,
  { seen, isOwnClaim: __, strike: _, ...data }: ClaimStep,
): TakedownRefused[] {
  assertMayDecide(known, { ...data, seen });
  const { claimantId } = claimIn(known, data.claimId, ["waiting"]);
  return [{ type: "TakedownRefused", data: { ...data, claimantId } }];
}

/** The artist's answer to a claim, once: the song comes back unless the claimant goes to court in time. */
export function decideCounter(
  known: Case,
  { userId, now, ...data }: Omit<CounterNoticeGiven["data"], "claimantId" | "restoreAt"> & {
    readonly userId: string;
    readonly now: number;
  },
): CounterNoticeGiven[] {
  const claim = known.claims.get(data.claimId);
  const isTold = claim && !["unconfirmed", "lapsed", "waiting", "refused"].includes(claim.state);
  if (data.ownerId !== userId || !isTold) {
    throw new Refusal("not_found", "There is no such claim about something of yours");
  }
  if (claim.state === "countered" || claim.state === "contested") {
    throw new Refusal("conflict", "You have already answered this claim");
  }
  if (claim.state === "ended") throw new Refusal("conflict", "This claim is over: your song is free of it");
  const restoreAt = now + COUNTER_NOTICE_DAYS * DAY_MS;
  return [{ type: "CounterNoticeGiven", data: { ...data, claimantId: claim.claimantId, restoreAt } }];
}

/**
 * The claimant has shown that they went to court, so the song stays down. Who took it down does not say so as well, as
 * long as anybody else can: one person alone keeps no song down. Refuses with `already_decided` a claim without a
 * counter-notice, and with `not_your_approval` or `not_independent` that admin.
 */
export function decideContest(
  known: Case,
  { seen, isOwnClaim, strike: _, ...data }: ClaimStep,
  find: FindAnswerers,
): TakedownContested[] {
  assertMayDecide(known, { ...data, seen });
  assertNotOwnClaim({ isOwnClaim });
  const { claimantId, grantedBy } = claimIn(known, data.claimId, ["countered"]);
  const answerers = contestersOf(known, { ...data, grantedBy }, find);
  assertMayAnswer(answerers, {
    adminId: data.adminId,
    decidedBy: grantedBy,
    isAgreed: answerers.rule === "agree_only",
  });
  return [{ type: "TakedownContested", data: { ...data, claimantId } }];
}

/** Who may say that the claimant went to court, after the artist has answered. */
export function contestersOf(
  { reporters }: Pick<Case, "reporters">,
  { ownerId, grantedBy }: { readonly ownerId: string; readonly grantedBy: string | undefined },
  find: FindAnswerers,
): Answerers {
  return find({ ...ANSWERING, standIn: undefined, decidedBy: grantedBy, parties: [ownerId, ...reporters.keys()] });
}

/** An admin ends a valid claim: it was withdrawn, or a court decided. */
export function decideEnd(known: Case, { seen, isOwnClaim: __, strike: _, ...data }: ClaimStep): TakedownEnded[] {
  assertMayDecide(known, { ...data, seen });
  const { claimantId } = claimIn(known, data.claimId, ["granted", "countered", "contested"]);
  return [{ type: "TakedownEnded", data: { ...data, claimantId, because: "admin" } }];
}

/** The time after a counter-notice has run out: nothing happens before, nor where the claimant went to court. */
export function decideLapse(
  known: Case,
  { now, ...data }: AboutCase & { readonly claimId: string; readonly now: number },
): TakedownEnded[] {
  const claim = known.claims.get(data.claimId);
  if (claim?.state !== "countered" || now < (claim.restoreAt ?? Infinity)) return [];
  return [{ type: "TakedownEnded", data: { ...data, claimantId: claim.claimantId, because: "counter_notice" } }];
}

/** Folds an event, recorded at a moment (epoch ms), into what decisions need to know of a case. */
export function evolveCase(known: Case, event: ModerationEvent, at: number): Case {
  const decided = { decisions: known.decisions + 1, decidedAt: at };
  switch (event.type) {
    case "ContentReported":
      return {
        ...known,
        open: known.open + 1,
        reporters: new Map([...known.reporters, [event.data.reporterId, at]]),
      };
    case "ReportsDismissed":
      return { ...known, ...decided, open: 0 };
    case "ContentHidden": {
      const { decisionId, adminId } = event.data;
      return { ...known, ...decided, open: 0, hidden: { decisionId, adminId }, appeal: undefined };
    }
    case "ContentShown":
      return { ...known, ...decided, hidden: undefined, appeal: undefined };
    case "ModerationAppealed":
      return { ...known, appeal: { appealId: event.data.appealId, isOpen: true } };
    case "ModerationAppealAnswered":
      return { ...known, ...decided, appeal: { appealId: event.data.appealId, isOpen: false } };
    case "TakedownClaimed": {
      const { claimId, claimantId, confirmBy } = event.data;
      return withClaim(
        known,
        claimId,
        confirmBy === undefined ? { state: "waiting", claimantId } : { state: "unconfirmed", claimantId, confirmBy },
      );
    }
    case "TakedownConfirmed":
      return withState(known, event.data.claimId, "waiting");
    case "TakedownLapsed":
      return withState(known, event.data.claimId, "lapsed");
    case "TakedownRefused":
      return { ...withState(known, event.data.claimId, "refused"), ...decided };
    case "TakedownGranted": {
      const { claimId, claimantId, adminId: grantedBy } = event.data;
      return { ...withClaim(known, claimId, { state: "granted", claimantId, grantedBy }), ...decided };
    }
    case "CounterNoticeGiven": {
      const { claimId, restoreAt } = event.data;
      const claim = known.claims.get(claimId);
      return claim ? withClaim(known, claimId, { ...claim, state: "countered", restoreAt }) : known;
    }
    case "TakedownContested":
      return { ...withState(known, event.data.claimId, "contested"), ...decided };
    case "TakedownEnded":
      return { ...withState(known, event.data.claimId, "ended"), ...decided };
  }
}

function withState(known: Case, claimId: string, state: ClaimState): Case {
  const claim = known.claims.get(claimId);
  return claim ? withClaim(known, claimId, { ...claim, state }) : known;
}

function withClaim(known: Case, claimId: string, claim: Claim): Case {
  return { ...known, claims: new Map([...known.claims, [claimId, claim]]) };
}

/** The claim, where it is in one of these states. */
function claimIn({ claims }: Case, claimId: string, states: readonly ClaimState[]): Claim {
  const claim = claims.get(claimId);
  if (!claim) throw new Refusal("not_found", "There is no such claim");
  if (claim.state === "unconfirmed") {
    throw new Refusal("conflict", "Nobody has confirmed the address of this claim: nothing can be decided before");
  }
  if (!states.includes(claim.state)) throw alreadyDecided("This claim is already decided");
  return claim;
}

/**
 * No admin decides in their own cause, be it theirs or one that they reported, nor on what has changed since they
 * looked: of two admins at the same time the first decides, and the second looks again.
 */
function assertMayDecide(known: Case, { ownerId, adminId, seen }: Pick<AboutCase, "ownerId"> & Deciding): void {
  if (ownerId === adminId) throw new Refusal("conflict", "This is yours: another admin decides about it");
  if (known.reporters.has(adminId)) throw new Refusal("conflict", "You reported this: another admin decides about it");
  if (known.decisions !== seen) {
    throw alreadyDecided("Another admin has just decided: please look at the case again");
  }
}

function alreadyDecided(text: string): Refusal {
  return new Refusal("already_decided", text);
}
