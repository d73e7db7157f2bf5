import type { AppealOutcome } from "../../contract/appeals.ts";
import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** A listener says why a decision about their earnings is wrong. */
export type AppealWritten = Event<"AppealWritten", {
  readonly appealId: string;
  readonly userId: string;
  readonly appeal: Sealed;
  /** When the newest decision that it is about was made, epoch ms: the freeze, else the newest void. */
  readonly about: number;
}>;

type Answer = {
  readonly appealId: string;
  readonly userId: string;
  readonly outcome: AppealOutcome;
  /** For the listener, sealed as theirs. */
  readonly answer: Sealed;
  /** What waits and what was taken back. */
  readonly units: number;
  readonly adminId: string;
};

/** Only read: since then what needs two admins is a proposal (`backend/admin/proposals`). */
type AppealAnswerProposed = Event<"AppealAnswerProposed", Answer & { readonly proposalId: string }>;

/** Only read: the proposal is off. */
type AppealProposalWithdrawn = Event<"AppealProposalWithdrawn", {
  readonly appealId: string;
  readonly userId: string;
  readonly proposalId: string;
  readonly adminId: string;
}>;

/** It holds. `confirmedBy` is the second admin, where one was needed. */
export type AppealAnswered = Event<
  "AppealAnswered",
  Answer & {
    readonly confirmedBy?: string;
    /** Whose booking this is; missing in answers of before there was a stream of proposals. */
    readonly proposalId?: string;
  }
>;

export type AppealEvent = AppealWritten | AppealAnswerProposed | AppealProposalWithdrawn | AppealAnswered;

/** The kind of proposals about the answer to an appeal, by its id. */
export const APPEAL_ANSWER = "appeal_answer";

/** The stream of a listener's appeals, in the log `social`. */
export function appealStream(userId: string): string {
  return `appeal/${userId}`;
}

/** The answer as a proposal keeps it. */
export function appealAnswerIn({ outcome, answer, units }: { readonly [name: string]: string | number }) {
  const kept: AppealOutcome = outcome === "grant" ? "grant" : "uphold";
  return { outcome: kept, answer: String(answer), units: Number(units) };
}
