import type { SplitInput } from "@contract/requests/splits.ts";
import type { OwnShares, SplitInvitation, TrackSplit } from "@contract/splits.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ownSharesQuery, trackSplitQuery } from "../../data/splits.ts";
import { api } from "../../lib/api.ts";

/** Asks people to share a song. Refused where another change came first: what is so now is loaded again. */
export function useProposeSplit(trackId: string) {
  const client = useQueryClient();
  const { queryKey } = trackSplitQuery(trackId);
  return useMutation({
    mutationFn: (body: SplitInput) => api<TrackSplit>(`/api/v1/tracks/${trackId}/split`, { method: "PUT", body }),
    onSuccess: (split) => client.setQueryData(queryKey, split),
  });
}

/** No longer asks for what nobody has accepted yet. */
export function useWithdrawProposal(trackId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (proposalId: string) =>
      api<TrackSplit>(`/api/v1/tracks/${trackId}/split/proposals/${proposalId}`, { method: "DELETE" }),
    onSuccess: (split) => client.setQueryData(trackSplitQuery(trackId).queryKey, split),
  });
}

/** Answers an invitation by its token. */
export function useAnswerSplit(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: "accepted" | "declined") =>
      api<SplitInvitation>(`/api/v1/split-invitations/${encodeURIComponent(token)}`, {
        method: "POST",
        body: { answer },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ["creator"] }),
  });
}

/** Gives one's share of a song up. */
export function useLeaveSplit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (trackId: string) => api<OwnShares>(`/api/v1/shares/${trackId}`, { method: "DELETE" }),
    onSuccess: (shares) => client.setQueryData(ownSharesQuery.queryKey, shares),
  });
}

/** Has a share held aside. */
export function useDisputeShare(trackId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { creatorId: string; reason: string }) =>
      api(`/api/v1/tracks/${trackId}/split/disputes`, { method: "POST", body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["creator"] }),
  });
}

/** Says what the collaborator should have of what is held, in basis points. */
export function useOfferInDispute(disputeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (basisPoints: number) =>
      api(`/api/v1/split-disputes/${disputeId}/offers`, { method: "POST", body: { basisPoints } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["creator"] }),
  });
}
