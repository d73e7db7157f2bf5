import type { LotPlays, PayoutLots, PlayProof } from "@contract/explorer.ts";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { adminApi, adminFile } from "../shell/admin_api.ts";

const KEY = ["admin", "explorer"];
const PAYMENTS = "/api/v1/admin/payments";

/** What pays for a withdrawal. The service notes who opened it. */
export function usePayoutLots(withdrawalId: string) {
  return useQuery({
    queryKey: [...KEY, withdrawalId],
    queryFn: ({ signal }) => adminApi<PayoutLots>(`${PAYMENTS}/${withdrawalId}/lots`, { signal }),
    refetchOnWindowFocus: false,
  });
}

/** The plays behind what a withdrawal takes of a lot, a page at a time. */
export function useLotPlays(withdrawalId: string, transferId: string) {
  return useInfiniteQuery({
    queryKey: [...KEY, withdrawalId, transferId],
    queryFn: ({ pageParam, signal }) => {
      const path = `${PAYMENTS}/${withdrawalId}/lots/${transferId}/plays`;
      return adminApi<LotPlays>(`${path}${pageParam && `?cursor=${pageParam}`}`, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Saves the signed proof of what pays for a withdrawal. */
export function usePayoutProof(withdrawalId: string) {
  return useMutation({ mutationFn: () => adminFile(`${PAYMENTS}/${withdrawalId}/proof`) });
}

/** A play's receipt and its proof. */
export function usePlayProof(userId: string, playId: string) {
  return useQuery({
    queryKey: [...KEY, "play", playId],
    queryFn: ({ signal }) => adminApi<PlayProof>(`/api/v1/admin/people/${userId}/plays/${playId}`, { signal }),
  });
}
