import type { PayoutPauseAnswer } from "@contract/payout_pause.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/payouts";
const KEY = ["admin", "payouts"];
const AGAIN_MS = 60_000;

/** Whether payouts may begin; asked again every minute. */
export function usePayouts() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => adminApi<PayoutPauseAnswer>(`${PATH}/pause`, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** What an admin does about payouts. */
export type PayoutStep =
  | { step: "pause" | "resume"; reason: string }
  | { step: "reconcile" }
  | { step: "confirm"; proposalId: string; reason: string }
  | { step: "lost" | "lostConfirm"; reference: string; reason: string; userId?: string };

/** Takes a step; the answer is how payouts are then. */
export function usePayoutStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: PayoutStep) => {
      const { step, ...body } = asked;
      const place = asked.step === "confirm"
        ? `resume/${asked.proposalId}/confirm`
        : step === "lostConfirm"
        ? "lost"
        : step;
      return adminApi<PayoutPauseAnswer>(`${PATH}/${place}`, { method: "POST", ...("reason" in body && { body }) });
    },
    onSuccess: (answer) => client.setQueryData(KEY, answer),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
