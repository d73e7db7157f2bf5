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
  | { step: "lost"; reference: string; reason: string; userId?: string };

/** Takes a step; the answer is how payouts are then. */
export function usePayoutStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: PayoutStep) => {
      const { step, ...body } = asked;
      return adminApi<PayoutPauseAnswer>(`${PATH}/${step}`, { method: "POST", ...("reason" in body && { body }) });
    },
    onSuccess: (answer) => client.setQueryData(KEY, answer),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: KEY });
      await client.invalidateQueries({ queryKey: ["admin", "proposals"] });
    },
  });
}
