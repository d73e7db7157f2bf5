import type { AppealOutcome } from "../../contract/appeals.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** A listener says why a decision about their earnings is wrong. */
export type AppealWritten = {
  readonly type: "AppealWritten";
  readonly data: {
    readonly appealId: string;
    readonly userId: string;
    readonly appeal: Sealed;
    /** When the newest decision that it is about was made, epoch ms: the freeze, else the newest void. */
    readonly about: number;
  };
};

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

/** Another admin has to confirm the answer. */
type AppealAnswerProposed = {
  readonly type: "AppealAnswerProposed";
  readonly data: Answer & { readonly proposalId: string };
};

/** The proposal is off. */
type AppealProposalWithdrawn = {
  readonly type: "AppealProposalWithdrawn";
  readonly data: {
    readonly appealId: string;
    readonly userId: string;
    readonly proposalId: string;
    readonly adminId: string;
  };
};

/** It holds. `confirmedBy` is the second admin, where one was needed. */
export type AppealAnswered = {
  readonly type: "AppealAnswered";
  readonly data: Answer & { readonly confirmedBy?: string };
};

export type AppealEvent = AppealWritten | AppealAnswerProposed | AppealProposalWithdrawn | AppealAnswered;

/** The stream of a listener's appeals, in the log `social`. */
export function appealStream(userId: string): string {
  return `appeal/${userId}`;
}
