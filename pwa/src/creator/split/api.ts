import {
  answerSplitInvitation,
  disputeSplit,
  leaveShare,
  offerSplitSettlement,
  proposeSplit,
  withdrawSplit,
} from "@contract/calls/splits.ts";
import { ask } from "../../lib/ask.ts";
import type { SplitInput } from "@contract/requests/splits.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ownSharesQuery, trackSplitQuery } from "../../data/splits.ts";

/** Asks people to share a song. Refused where another change came first: what is so now is loaded again. */
export function useProposeSplit(trackId: string) {
  const client = useQueryClient();
  const { queryKey } = trackSplitQuery(trackId);
  return useMutation({
    mutationFn: (body: SplitInput) => ask(proposeSplit, { trackId, body }),
    onSuccess: (split) => client.setQueryData(queryKey, split),
  });
}

/** Withdraws a proposal that was not accepted yet. */
export function useWithdrawProposal(trackId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (proposalId: string) => ask(withdrawSplit, { trackId, proposalId }),
    onSuccess: (split) => client.setQueryData(trackSplitQuery(trackId).queryKey, split),
  });
}

/** Answers an invitation by its token. */
export function useAnswerSplit(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: "accepted" | "declined") => ask(answerSplitInvitation, { token, body: { answer } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["creator"] }),
  });
}

/** Gives one's share of a song up. */
export function useLeaveSplit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (trackId: string) => ask(leaveShare, { trackId }),
    onSuccess: (shares) => client.setQueryData(ownSharesQuery.queryKey, shares),
  });
}

/** Has a share held aside. */
export function useDisputeShare(trackId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { creatorId: string; reason: string }) => ask(disputeSplit, { trackId, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["creator"] }),
  });
}

/** Says what the collaborator should have of what is held, in basis points. */
export function useOfferInDispute(disputeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (basisPoints: number) => ask(offerSplitSettlement, { id: disputeId, body: { basisPoints } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["creator"] }),
  });
}
