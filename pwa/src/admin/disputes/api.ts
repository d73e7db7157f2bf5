import type { DisputeList, DisputeShown } from "@contract/disputes.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/disputes";
const KEY = ["admin", "disputes"];

/** The disputes of payments, open first. */
export function useDisputes() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<DisputeList>(PATH, { signal }) });
}

/** One dispute. Each look is recorded, so it is asked for once. */
export function useDispute(disputeId: string) {
  return useQuery({
    queryKey: [...KEY, disputeId],
    queryFn: ({ signal }) => adminApi<DisputeShown>(`${PATH}/${disputeId}`, { signal }),
    refetchOnWindowFocus: false,
  });
}

/** What an admin does about a dispute. */
export type DisputeStep = { step: "accept" | "contested"; note: string };

/** Sends a step; the answer is the dispute as it is then. */
export function useDisputeStep(disputeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ step, note }: DisputeStep) =>
      adminApi<DisputeShown>(`${PATH}/${disputeId}/${step}`, { method: "POST", body: { note } }),
    onSuccess: (answer) => client.setQueryData([...KEY, disputeId], answer),
    onError: () => client.invalidateQueries({ queryKey: [...KEY, disputeId] }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: KEY, exact: true });
      await client.invalidateQueries({ queryKey: ["admin", "proposals"] });
    },
  });
}
