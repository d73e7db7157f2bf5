import type { AdminRole } from "./admin_roles.ts";
import type { AnswerRule } from "./moderation.ts";
import { Refusal } from "./refusal.ts";

/** An admin decided something, and the person whom it concerns appeals. */
export interface AppealedDecision {
  /** Missing where no admin did, but the operator or the demo. */
  readonly decidedBy: string | undefined;
  /** The call whose roles answer such appeals. */
  readonly call: string;
  /** A role that steps in where none of those is left on another side. */
  readonly standIn?: AdminRole | undefined;
  /** Who is a part of it, such as the person who appeals. */
  readonly parties: readonly string[];
}

/** Who may answer an appeal, and why they. */
export interface Answerers {
  readonly rule: AnswerRule;
  /** Ids of those who may, of the ones who work for Orin now. */
  readonly ids: readonly string[];
  /** Of them, who counts as one with the admin who decided for a while, since one changed how the other logs in. */
  readonly tooSoon: readonly string[];
}

export type FindAnswerers = (asked: AppealedDecision) => Answerers;

/** Whether an admin may answer now: all of it, or only so that the person is right. */
export function mayAnswer({ rule, ids, tooSoon }: Answerers, adminId: string): "all" | "agree" | "no" {
  if (!ids.includes(adminId) || tooSoon.includes(adminId)) return "no";
  return rule === "agree_only" ? "agree" : "all";
}

/**
 * Refuses an answer that is not this admin's to give: with `not_your_approval` who decided, and with `not_independent` who
 * counts as one with who decided, or whose role does not stand in.
 */
export function assertMayAnswer(
  answerers: Answerers,
  { adminId, decidedBy, isAgreed }: {
    readonly adminId: string;
    readonly decidedBy: string | undefined;
    /** The person is right. */
    readonly isAgreed: boolean;
  },
): void {
  const may = mayAnswer(answerers, adminId);
  if (may === "all" || (may === "agree" && isAgreed)) return;
  if (may === "agree") {
    throw new Refusal(
      "not_independent",
      "Nobody is there who counts beside the admin who decided: you can agree, or the operator names another founding owner",
    );
  }
  if (adminId === decidedBy) {
    throw new Refusal("not_your_approval", "You decided this: another admin answers the appeal");
  }
  if (answerers.tooSoon.includes(adminId)) {
    throw new Refusal(
      "not_independent",
      "You and the admin who decided this count as one for 72 hours, since one changed how the other logs in",
    );
  }
  throw new Refusal(
    "not_independent",
    "You and the admin who decided this count as one, or it is not your role: someone else answers",
  );
}
