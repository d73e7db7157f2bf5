import { answerAppeal, getAppeal, listAppeals } from "@contract/calls/trust.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { AppealOutcome } from "@contract/appeals.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const KEY = ["admin", "appeals"];

/** The appeals that wait, the oldest first, then those answered last. */
export function useAppealQueue() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => askAsAdmin(listAppeals, { signal }) });
}

/** One appeal in the listener's words. Each look is recorded, so it is asked for once. */
export function useAppeal(appealId: string) {
  return useQuery({
    queryKey: [...KEY, appealId],
    queryFn: ({ signal }) => askAsAdmin(getAppeal, { id: appealId, signal }),
    refetchOnWindowFocus: false,
  });
}

/** The answer of an admin, in words. */
export interface AppealAnswerStep {
  decision: AppealOutcome;
  answer: string;
}

/** Sends an answer; what comes back is the appeal as it is then. */
export function useAnswerAppeal(appealId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AppealAnswerStep) => askAsAdmin(answerAppeal, { id: appealId, body }),
    onSuccess: (answer) => client.setQueryData([...KEY, appealId], answer),
    // What waits for another side, too.
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
