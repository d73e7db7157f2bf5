import type { AdminAppeal, AppealOutcome, AppealQueue } from "@contract/appeals.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/appeals";
const KEY = ["admin", "appeals"];

/** The appeals that wait, the oldest first, then those answered last. */
export function useAppealQueue() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<AppealQueue>(PATH, { signal }) });
}

/** One appeal in the listener's words. Each look is recorded, so it is asked for once. */
export function useAppeal(appealId: string) {
  return useQuery({
    queryKey: [...KEY, appealId],
    queryFn: ({ signal }) => adminApi<AdminAppeal>(`${PATH}/${appealId}`, { signal }),
    refetchOnWindowFocus: false,
  });
}

/** What an admin does about an appeal. */
export type AppealStep =
  | { step: "answer"; decision: AppealOutcome; answer: string }
  | { step: "confirm" | "withdraw"; proposalId: string };

/** Sends a step; the answer is the appeal as it is then. */
export function useAppealStep(appealId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: AppealStep) =>
      asked.step === "answer"
        ? adminApi<AdminAppeal>(`${PATH}/${appealId}/answers`, {
          method: "POST",
          body: { decision: asked.decision, answer: asked.answer },
        })
        : adminApi<AdminAppeal>(`${PATH}/${appealId}/proposals/${asked.proposalId}/${asked.step}`, { method: "POST" }),
    onSuccess: (answer) => client.setQueryData([...KEY, appealId], answer),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
