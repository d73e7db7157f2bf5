import { paymentLotPlays, paymentLots, paymentProof, personPlay } from "@contract/calls/admin_payments.ts";
import { adminFile, askAsAdmin } from "../shell/admin_api.ts";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";

const KEY = ["admin", "explorer"];

/** What pays for a withdrawal. The service notes who opened it. */
export function usePayoutLots(withdrawalId: string) {
  return useQuery({
    queryKey: [...KEY, withdrawalId],
    queryFn: ({ signal }) => askAsAdmin(paymentLots, { id: withdrawalId, signal }),
    refetchOnWindowFocus: false,
  });
}

/** The plays behind what a withdrawal takes of a lot, a page at a time. */
export function useLotPlays(withdrawalId: string, transferId: string) {
  return useInfiniteQuery({
    queryKey: [...KEY, withdrawalId, transferId],
    queryFn: ({ pageParam, signal }) => {
      return askAsAdmin(paymentLotPlays, {
        id: withdrawalId,
        transferId,
        query: { cursor: pageParam || undefined },
        signal,
      });
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Saves the signed proof of what pays for a withdrawal. */
export function usePayoutProof(withdrawalId: string) {
  return useMutation({ mutationFn: () => adminFile(paymentProof, { id: withdrawalId }) });
}

/** A play's receipt and its proof. */
export function usePlayProof(userId: string, playId: string) {
  return useQuery({
    queryKey: [...KEY, "play", playId],
    queryFn: ({ signal }) => askAsAdmin(personPlay, { id: userId, playId, signal }),
  });
}
