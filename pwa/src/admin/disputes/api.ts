import { acceptDispute, getDispute, listDisputes, noteContested } from "@contract/calls/admin_payments.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const KEY = ["admin", "disputes"];

/** The disputes of payments, open first. */
export function useDisputes() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => askAsAdmin(listDisputes, { signal }) });
}

/** One dispute. Each look is recorded, so it is asked for once. */
export function useDispute(disputeId: string) {
  return useQuery({
    queryKey: [...KEY, disputeId],
    queryFn: ({ signal }) => askAsAdmin(getDispute, { id: disputeId, signal }),
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
      askAsAdmin(step === "accept" ? acceptDispute : noteContested, { id: disputeId, body: { note } }),
    onSuccess: (answer) => client.setQueryData([...KEY, disputeId], answer),
    onError: () => client.invalidateQueries({ queryKey: [...KEY, disputeId] }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: KEY, exact: true });
      await client.invalidateQueries({ queryKey: ["admin", "proposals"] });
    },
  });
}
