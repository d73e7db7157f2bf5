import { answerAppeal, getAppeal, listAppeals } from "@contract/calls/trust.ts";
import type { AppealOutcome } from "@contract/appeals.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { NOTED, useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "appeals"];

/** The appeals that wait, the oldest first, then those answered last. */
export function useAppealQueue() {
  return useAnswer(KEY, listAppeals);
}

/** One appeal in the listener's words. */
export function useAppeal(appealId: string) {
  return useAnswer([...KEY, appealId], getAppeal, { id: appealId }, NOTED);
}

/** The answer of an admin, in words. */
export interface AppealAnswerStep {
  decision: AppealOutcome;
  answer: string;
}

/** Sends an answer; what comes back is the appeal as it is then. What waits for another side follows, too. */
export function useAnswerAppeal(appealId: string) {
  return useChange((body: AppealAnswerStep) => askAsAdmin(answerAppeal, { id: appealId, body }), {
    holds: [...KEY, appealId],
    renews: [["admin"]],
  });
}
