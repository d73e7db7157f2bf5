import type { AppealVerdict } from "../../contract/moderation.ts";
import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/**
 * A suspended person says why that is wrong. The suspension is named by its moment (epoch ms) and by the admin who
 * decided it: another one answers. The person's key opens `words`, as "appeal".
 */
export type SuspensionAppealed = Event<"SuspensionAppealed", {
  readonly userId: string;
  readonly appealId: string;
  readonly suspendedAt: number;
  /** Missing where no admin did, but the operator or the demo. */
  readonly suspendedBy?: string;
  readonly words: Sealed;
}>;

/** Another admin has looked again; with "grant" the suspension ends in the same moment. `words` are sealed as "answer". */
export type SuspensionAppealAnswered = Event<"SuspensionAppealAnswered", {
  readonly userId: string;
  readonly appealId: string;
  readonly suspendedAt: number;
  readonly adminId: string;
  readonly verdict: AppealVerdict;
  readonly words: Sealed;
}>;

export type SuspensionAppealEvent = SuspensionAppealed | SuspensionAppealAnswered;

/** Names of the proposals that lift a suspension. */
export const LIFT_SUSPENSION = "lift_suspension";
export const SUSPENSION_ANSWER = "suspension_answer";

/** The stream of a person's appeals against suspensions, in the log `social`. */
export function suspensionAppealStream(userId: string): string {
  return `suspension-appeals/${userId}`;
}
