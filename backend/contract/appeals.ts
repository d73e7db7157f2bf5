/** How an appeal ends: the decision about the earnings remains, or it is undone. */
export const APPEAL_OUTCOMES = ["uphold", "grant"] as const;
export type AppealOutcome = typeof APPEAL_OUTCOMES[number];

/** So many appeals may be written about the same freeze or void. */
export const MOST_APPEALS = 3;

/** What a listener wrote, and what an admin answered. */
export type OwnAppeal = {
  appealId: string;
  at: string;
  text: string;
  answer?: { at: string; outcome: AppealOutcome; text: string } | undefined;
};

/** `GET /api/v1/appeals`: what admins decided about the listener's earnings, and the appeals, newest first. */
export type AppealsAnswer = {
  /** Since when nothing settles, why, and how many tokens wait. */
  held?: { since: string; reason: string; tokens: number } | undefined;
  /** The newest void, and all tokens that were taken back and did not come back. */
  voided?: { at: string; reason: string; tokens: number } | undefined;
  /** How many more appeals may be written about it; none while one waits for its answer. */
  appealsLeft: number;
  appeals: OwnAppeal[];
};

/** A row of the queue. Who it is and what they wrote is in `AppealAnswer`. */
export type AppealSummary = {
  appealId: string;
  userId: string;
  at: string;
  state: "open" | "proposed" | "answered";
  /** What is at stake, in tokens: what waits and what was taken back. */
  held: number;
  voided: number;
};

/** `GET /api/v1/admin/appeals`: the open ones, the oldest first, then those answered last. */
export type AppealQueue = {
  appeals: AppealSummary[];
};

/** `GET /api/v1/admin/appeals/:id`. */
export type AdminAppeal = AppealSummary & {
  text: string;
  /** The words that the listener got with the decision. */
  reasons: string[];
  /** The group that the account belongs to now. */
  group?: { groupId: string; members: number; score: number; findings: string[] } | undefined;
  answer?: { at: string; outcome: AppealOutcome; text: string; by: string } | undefined;
  /** The answer that waits for an admin on another side, in its words. */
  proposal?: { outcome: AppealOutcome; text: string } | undefined;
  /** The admin who asks decided about these earnings, so another one has to confirm the answer. */
  needsAnother: boolean;
  secondAdminAbove: number;
};
