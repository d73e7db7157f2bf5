import { MOST_APPEALS } from "../../contract/appeals.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { AppealAnswered, AppealEvent, AppealWritten } from "./events.ts";

/** A listener's appeals as decisions see them. */
export interface Appeals {
  /** The one that waits for its answer. */
  readonly open: string | undefined;
  /** How many were written, by what they are about. */
  readonly written: Readonly<Record<number, number>>;
}

export const NO_APPEALS: Appeals = { open: undefined, written: {} };

/** One at a time, and a few about the same decision. `about` is missing where nothing is frozen or voided. */
export function decideAppeal(
  appeals: Appeals,
  { about, ...appeal }: Omit<AppealWritten["data"], "about"> & { readonly about: number | undefined },
): AppealEvent[] {
  if (about === undefined) throw new Refusal("conflict", "None of your earnings are held or removed");
  if (appeals.open !== undefined) {
    throw new Refusal("conflict", "You have already written to us. Please wait for our answer.");
  }
  if (appealsLeft(appeals, about) === 0) {
    throw new Refusal("conflict", `You have written to us ${MOST_APPEALS} times about this. Our answer is final.`);
  }
  return [{ type: "AppealWritten", data: { ...appeal, about } }];
}

/** How many more appeals may be written about a decision. */
export function appealsLeft({ open, written }: Appeals, about: number): number {
  return open === undefined ? Math.max(0, MOST_APPEALS - (written[about] ?? 0)) : 0;
}

/** An appeal is answered once. */
export function decideAnswer({ open }: Appeals, data: AppealAnswered["data"]): AppealEvent[] {
  if (open !== data.appealId) throw new Refusal("already_decided", "This appeal is already answered");
  return [{ type: "AppealAnswered", data }];
}

export function evolve(appeals: Appeals, { type, data }: AppealEvent): Appeals {
  switch (type) {
    case "AppealWritten": {
      const { appealId, about } = data;
      return {
        ...appeals,
        open: appealId,
        written: { ...appeals.written, [about]: (appeals.written[about] ?? 0) + 1 },
      };
    }
    case "AppealAnswerProposed":
    case "AppealProposalWithdrawn":
      return appeals;
    case "AppealAnswered":
      return { ...appeals, open: undefined };
  }
}
