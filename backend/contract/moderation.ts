/** What someone may report: a song, an artist with all their music, a comment, a post, a public playlist, a person's picture. */
export const SUBJECT_KINDS = ["song", "artist", "comment", "post", "playlist", "picture"] as const;
export type SubjectKind = typeof SUBJECT_KINDS[number];

/** How people read a kind, by itself and within a sentence; `own` where its owner reads it otherwise: "your …". */
export const SUBJECT_WORDS: Readonly<Record<SubjectKind, SubjectWords & { readonly own?: SubjectWords }>> = {
  song: { label: "Song", noun: "song" },
  artist: {
    label: "Artist",
    noun: "artist",
    own: { label: "Your page and music", noun: "artist page and your music" },
  },
  comment: { label: "Comment", noun: "comment" },
  post: { label: "Post", noun: "post" },
  playlist: { label: "Playlist", noun: "playlist" },
  picture: { label: "Picture", noun: "picture" },
};

interface SubjectWords {
  readonly label: string;
  readonly noun: string;
}

/** How an owner reads the kind of what is theirs. */
export function ownSubjectWords(kind: SubjectKind): SubjectWords {
  return SUBJECT_WORDS[kind].own ?? SUBJECT_WORDS[kind];
}

/** Why something is reported, and why a moderator hides it. */
export const REPORT_REASONS = [
  "stolen",
  "impersonation",
  "hate",
  "harassment",
  "sexual",
  "violence",
  "spam",
  "other",
] as const;
export type ReportReason = typeof REPORT_REASONS[number];

/** How people read a reason, and of what it can be said. */
export const REASON_WORDS: Readonly<
  Record<ReportReason, { readonly label: string; readonly of: readonly SubjectKind[] }>
> = {
  stolen: { label: "It is someone else's music", of: ["song", "artist"] },
  impersonation: { label: "It pretends to be someone else", of: ["song", "artist", "picture"] },
  hate: { label: "Hatred or threats against people", of: SUBJECT_KINDS },
  harassment: { label: "Harassment or private details", of: SUBJECT_KINDS },
  sexual: { label: "Sexual content", of: SUBJECT_KINDS },
  violence: { label: "Violence or dangerous acts", of: SUBJECT_KINDS },
  spam: { label: "Spam or fraud", of: SUBJECT_KINDS },
  other: { label: "Something else", of: SUBJECT_KINDS },
};

export const MOST_REPORT_WORDS = 1_000;
export const MOST_DECISION_WORDS = 2_000;
/** Decisions of a year that stand: with so many an admin decides about a suspension. */
export const MOST_STRIKES = 3;
export const STRIKE_DAYS = 365;
/** After a counter-notice the song comes back so many days later, unless the claimant goes to court. */
export const COUNTER_NOTICE_DAYS = 14;
/** So long a claimant has to open the link in our mail; then the claim is forgotten. */
export const CLAIM_CONFIRM_DAYS = 7;
/** So many claims wait for their confirmation at a time: of a mailbox that never confirmed one, and of one that has. */
export const MOST_UNCONFIRMED = { stranger: 3, known: 20 } as const;
/** Of the unconfirmed claims a case shows so many, the newest. */
export const SHOWN_UNCONFIRMED = 10;
/** So long the links in our mails about a claim or a suspension work. */
export const ANSWER_LINK_DAYS = 90;
/** So long after an appeal or a decision the same person may report the same thing again. */
export const REPORT_AGAIN_DAYS = 7;

/** How an appeal ends: it stays hidden, or comes back. */
export const APPEAL_VERDICTS = ["uphold", "grant"] as const;
export type AppealVerdict = typeof APPEAL_VERDICTS[number];

/**
 * Why these admins answer an appeal. `another_side`: they are on another side than the admin who decided;
 * `another_role`: there of another role, since none of the right one is left; `same_side`: no other side is left;
 * `agree_only`: no independent admin is there, so they may agree with the person, and not refuse them.
 */
export type AnswerRule = "another_side" | "another_role" | "same_side" | "agree_only";

/** Who may answer an appeal, as admins read it. */
export type AppealAnswerers = {
  rule: AnswerRule;
  names: string[];
  /** Who reads this may answer in any way, or at least agree. */
  mayAnswer: boolean;
  mayAgree: boolean;
  /** Who reads this may answer once 72 hours have passed since one changed how the other logs in. */
  isTooSoon: boolean;
};

/**
 * The state of a rights holder's claim. `unconfirmed`: the link in our mail was not opened yet; `lapsed`: it was not
 * opened in time. `contested`: the claimant went to court, so the song does not come back by itself.
 */
export type ClaimState =
  | "unconfirmed"
  | "lapsed"
  | "waiting"
  | "granted"
  | "countered"
  | "contested"
  | "refused"
  | "ended";

/** The lists of the queue. */
export const CASE_LISTS = ["open", "appeals", "claims", "unconfirmed", "hidden", "decided"] as const;
export type CaseList = typeof CASE_LISTS[number];

/** A row of the queue. */
export type CaseSummary = {
  kind: SubjectKind;
  subjectId: string;
  /** What it is called; empty for what has no name, such as a comment. */
  title: string;
  /** Reports that wait, and what most of them say. */
  reports: number;
  reason?: ReportReason | undefined;
  isHidden: boolean;
  hasAppeal: boolean;
  /** Claims that wait for an admin: their address is confirmed. */
  claims: number;
  /** Claims with an unconfirmed address: they cannot be decided. */
  unconfirmed: number;
  /** When the oldest of what waits came, else when the case last changed. */
  since: string;
};

/** `GET /api/v1/admin/moderation`: what waits, the oldest first; what is decided, the newest first. */
export type CaseQueue = {
  cases: CaseSummary[];
  /** How many there are in each list. */
  counts: Record<CaseList, number>;
  nextCursor?: string | undefined;
};

/** A step in the history of a case. */
export type CaseStep = {
  at: string;
  /** In words, such as "Reported: Spam or fraud". */
  what: string;
  /** Whose step it was: an admin's name, "A listener" or "The artist". */
  by: string;
  /** What they wrote; missing where nothing was written, or the person was erased. */
  words?: string | undefined;
};

/** A claim of a rights holder as the moderators see it. */
export type AdminClaim = {
  claimId: string;
  state: ClaimState;
  at: string;
  /** Until when the claimant can confirm the address; missing once they have. */
  confirmBy?: string | undefined;
  name: string;
  email: string;
  organisation: string;
  address: string;
  work: string;
  statement: string;
  /** Claims of the same address that were refused. */
  refusedBefore: number;
  /** It came from the address of who reads this: another admin decides about it. */
  isOwn: boolean;
  /** Who reads this may say that the claimant went to court: who took the song down may not, as long as others can. */
  mayContest: boolean;
  counterNotice?: { at: string; name: string; address: string; statement: string; restoreAt: string } | undefined;
};

/** `GET /api/v1/admin/moderation/:kind/:id`: a case with its whole history. */
export type CaseAnswer = {
  kind: SubjectKind;
  subjectId: string;
  title: string;
  /** The words of a comment, where it is about one. */
  text?: string | undefined;
  /** Where it can be seen or heard in the app. */
  path: string;
  pictureUrl: string;
  owner: { userId: string; name: string; strikes: number };
  isHidden: boolean;
  reports: number;
  /** What the newest report that waits says. */
  reason?: ReportReason | undefined;
  /** How many decisions were made: each decision names the number that its admin saw. */
  decisions: number;
  appeal?: { appealId: string; at: string; text: string; mayAnswer: boolean; answerers: AppealAnswerers } | undefined;
  claims: AdminClaim[];
  /** Further unconfirmed claims. */
  moreUnconfirmed: number;
  history: CaseStep[];
};

/** A claim as the artist sees it. */
export type OwnClaim = {
  claimId: string;
  state: ClaimState;
  /** Who claims, for whom, which work, and what they say. */
  name: string;
  organisation: string;
  work: string;
  statement: string;
  mayCounter: boolean;
  restoreAt?: string | undefined;
};

/** Something of one's own that is hidden, and why. */
export type OwnDecision = {
  decisionId: string;
  kind: SubjectKind;
  subjectId: string;
  title: string;
  at: string;
  reason: ReportReason;
  words: string;
  isStrike: boolean;
  /** It is hidden still. */
  stands: boolean;
  mayAppeal: boolean;
  appeal?:
    | { at: string; text: string; answer?: { at: string; verdict: AppealVerdict; text: string } | undefined }
    | undefined;
  claim?: OwnClaim | undefined;
};

/** `GET /api/v1/moderation`: what of mine is hidden or was, the newest first. */
export type OwnModeration = {
  strikes: { count: number; most: number };
  decisions: OwnDecision[];
};

/** `POST /api/v1/takedowns`. */
export type ClaimAnswer = { message: string; claimId: string };

/** `GET` and `POST /api/v1/takedowns/links/:token`: the claim that the link in our mail confirms. */
export type ClaimLink = {
  claimId: string;
  /** The song, as it is called now. */
  title: string;
  name: string;
  work: string;
  at: string;
  confirmBy: string;
  state: ClaimState;
};

/** `GET /api/v1/moderation/links/:token`: the claim that the link in our mail answers, without a log-in. */
export type HeldLink = { decision: OwnDecision };

/** `GET /api/v1/suspensions/:token`: why a person is suspended, and what they said about it, without a log-in. */
export type SuspensionLink = {
  firstName: string;
  since: string;
  /** Why, in our words; empty where none were written. */
  words: string;
  isMusicHidden: boolean;
  /** They can log in again. */
  isOver: boolean;
  mayAppeal: boolean;
  appeal?: OwnDecision["appeal"];
};

/** A row of `GET /api/v1/admin/suspension-appeals`. */
export type SuspensionAppealSummary = {
  appealId: string;
  userId: string;
  name: string;
  at: string;
  /** Since when they are shut out, and by whom. */
  since: string;
  suspendedBy: string;
  /** This admin may answer: another one, on another side, has suspended. */
  mayAnswer: boolean;
  /** Who may; missing once it is answered. */
  answerers?: AppealAnswerers | undefined;
  verdict?: AppealVerdict | undefined;
  /** An answer waits for an admin on another side. */
  isProposed?: true | undefined;
};

/** `GET /api/v1/admin/suspension-appeals`: those that wait, the oldest first, then those answered last. */
export type SuspensionAppealQueue = { appeals: SuspensionAppealSummary[] };

/** `GET /api/v1/admin/suspension-appeals/:id`. */
export type SuspensionAppealShown = SuspensionAppealSummary & {
  /** What the admin wrote into our log, and what the person read. */
  reason: string;
  words: string;
  text: string;
  isOver: boolean;
  /** The answer that waits for an admin on another side, in its words. */
  proposal?: { verdict: AppealVerdict; text: string } | undefined;
  answer?: { at: string; verdict: AppealVerdict; text: string; by: string } | undefined;
};
