import type { AppealVerdict, ReportReason, SubjectKind } from "../contract/moderation.ts";
import type { Event } from "../store/log/event.ts";
import type { Sealed } from "../store/personal/personal_data.ts";

/** What a case is about, in each of its events; `ownerId` is whose it is. */
export type AboutCase = {
  readonly caseId: string;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  readonly ownerId: string;
};

/** Someone says that something is wrong with it. The reporter's key opens `words`, as "report". */
export type ContentReported = Event<
  "ContentReported",
  AboutCase & {
    readonly reportId: string;
    readonly reporterId: string;
    readonly reason: ReportReason;
    readonly words?: Sealed;
  }
>;

/** A moderator looked at what was reported, and it stays. The owner's key opens `words`, as "moderation note". */
export type ReportsDismissed = Event<
  "ReportsDismissed",
  AboutCase & { readonly decisionId: string; readonly adminId: string; readonly words: Sealed }
>;

/** From now on only its owner and admins see it. The owner's key opens `words`, as "answer": they are for the owner. */
export type ContentHidden = Event<
  "ContentHidden",
  AboutCase & {
    readonly decisionId: string;
    readonly adminId: string;
    readonly reason: ReportReason;
    readonly words: Sealed;
    /** It counts against the owner while the decision is valid. */
    readonly strike: boolean;
  }
>;

/** The decision of this id is off: everybody sees it again. */
export type ContentShown = Event<
  "ContentShown",
  AboutCase & { readonly decisionId: string; readonly adminId: string; readonly words: Sealed }
>;

/** The owner says why hiding it was wrong. The owner's key opens `words`, as "appeal". */
export type ModerationAppealed = Event<
  "ModerationAppealed",
  AboutCase & { readonly appealId: string; readonly decisionId: string; readonly words: Sealed }
>;

/** Another admin than the one who decided has looked again. */
export type ModerationAppealAnswered = Event<
  "ModerationAppealAnswered",
  AboutCase & {
    readonly appealId: string;
    readonly decisionId: string;
    readonly adminId: string;
    readonly verdict: AppealVerdict;
    readonly words: Sealed;
  }
>;

/**
 * Who says that a song uses their work. Each claimant has a key, which opens what they wrote. Nothing is decided before
 * they have opened the link in our mail, until `confirmBy` (epoch ms); claims from before links came without one.
 */
export type TakedownClaimed = Event<
  "TakedownClaimed",
  AboutCase & {
    readonly claimId: string;
    readonly claimantId: string;
    readonly name: Sealed;
    readonly email: Sealed;
    readonly organisation: Sealed;
    readonly address: Sealed;
    readonly work: Sealed;
    readonly statement: Sealed;
    readonly confirmBy?: number;
  }
>;

/** The address is the claimant's: they have opened the link in our mail. From now on the claim waits for an admin. */
export type TakedownConfirmed = Event<
  "TakedownConfirmed",
  AboutCase & { readonly claimId: string; readonly claimantId: string }
>;

/** The claim was not confirmed in time: it is as if it had not come. */
export type TakedownLapsed = Event<
  "TakedownLapsed",
  AboutCase & { readonly claimId: string; readonly claimantId: string }
>;

/** The claim does not hold; the claimant's key opens `words`, as "answer". */
export type TakedownRefused = Event<
  "TakedownRefused",
  AboutCase & {
    readonly claimId: string;
    readonly claimantId: string;
    readonly adminId: string;
    readonly words: Sealed;
  }
>;

/** The song is held until the claim ends. The owner's key opens `words`, as "answer". */
export type TakedownGranted = Event<
  "TakedownGranted",
  AboutCase & {
    readonly claimId: string;
    readonly claimantId: string;
    readonly adminId: string;
    readonly words: Sealed;
    readonly strike: boolean;
  }
>;

/** The artist says that the song is theirs to publish: it comes back at `restoreAt` (epoch ms) unless it is contested. */
export type CounterNoticeGiven = Event<
  "CounterNoticeGiven",
  AboutCase & {
    readonly claimId: string;
    readonly claimantId: string;
    readonly name: Sealed;
    readonly address: Sealed;
    readonly statement: Sealed;
    readonly restoreAt: number;
  }
>;

/** The claimant went to court: the song does not come back by itself. The owner's key opens `words`, as "answer". */
export type TakedownContested = Event<
  "TakedownContested",
  AboutCase & {
    readonly claimId: string;
    readonly claimantId: string;
    readonly adminId: string;
    readonly words: Sealed;
  }
>;

/** The song is free of this claim: its time ran out after a counter-notice, or an admin ended it. */
export type TakedownEnded = Event<
  "TakedownEnded",
  AboutCase & {
    readonly claimId: string;
    readonly claimantId: string;
    readonly because: "counter_notice" | "admin";
    readonly adminId?: string;
    readonly words?: Sealed;
  }
>;

export type ModerationEvent =
  | ContentReported
  | ReportsDismissed
  | ContentHidden
  | ContentShown
  | ModerationAppealed
  | ModerationAppealAnswered
  | TakedownClaimed
  | TakedownConfirmed
  | TakedownLapsed
  | TakedownRefused
  | TakedownGranted
  | CounterNoticeGiven
  | TakedownContested
  | TakedownEnded;

/** The stream of a case, in the log `social`. There is one moderation case for each reported item. */
export function caseStream(caseId: string): string {
  return `moderation/${caseId}`;
}
