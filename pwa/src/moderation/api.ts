import type { MessageAnswer } from "@contract/accounts.ts";
import type { ClaimAnswer, OwnModeration, ReportReason, SubjectKind } from "@contract/moderation.ts";
import type { BlockList } from "@contract/social.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";

const OWN = "/api/v1/moderation";
const OWN_KEY = ["moderation"];

/** What of mine is hidden or was, and why. */
export function useOwnModeration() {
  return useQuery({ queryKey: OWN_KEY, queryFn: ({ signal }) => api<OwnModeration>(OWN, { signal }), staleTime: 0 });
}

interface Report {
  kind: SubjectKind;
  id: string;
  reason: ReportReason;
  words: string;
}

/** Says what is wrong with something. */
export function useReport() {
  return useMutation({
    mutationFn: (body: Report) => api<MessageAnswer>("/api/v1/reports", { method: "POST", body: { ...body } }),
  });
}

/** Appeals against a decision; with the same `key` the service takes it once. */
export function useAppealDecision(decisionId: string) {
  return useOwnChange(({ key, text }: { key: string; text: string }) =>
    api<OwnModeration>(`${OWN}/${decisionId}/appeals`, { ...postOf(key), body: { text } })
  );
}

/** What an artist answers to a claim. */
interface Counter {
  key: string;
  name: string;
  address: string;
  statement: string;
}

/** Answers a claim, once. */
export function useCounterNotice(claimId: string) {
  return useOwnChange(({ key, ...said }: Counter) =>
    api<OwnModeration>(`${OWN}/claims/${claimId}/counter-notice`, { ...postOf(key), body: { ...said, isTrue: true } })
  );
}

function postOf(key: string) {
  return { method: "POST", headers: { "idempotency-key": key } } as const;
}

function useOwnChange<Said>(mutationFn: (said: Said) => Promise<OwnModeration>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (answer) => client.setQueryData(OWN_KEY, answer) });
}

/** What a rights holder writes; `trackId` is the song's. */
export interface Claim {
  trackId: string;
  name: string;
  email: string;
  organisation: string;
  address: string;
  work: string;
  statement: string;
  isGoodFaith: boolean;
  isTrue: boolean;
}

/** Sends a claim, with a key of its own, so that it arrives once. */
export function useClaim(key: string) {
  return useMutation({
    mutationFn: (body: Claim) => api<ClaimAnswer>("/api/v1/takedowns", { ...postOf(key), body: { ...body } }),
  });
}

const BLOCKS = "/api/v1/blocks";

/** Whom the person has blocked. */
export function useBlocks() {
  return useQuery({ queryKey: ["blocks"], queryFn: ({ signal }) => api<BlockList>(BLOCKS, { signal }), staleTime: 0 });
}

/** Reads someone again. */
export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (blockId: string) => api<BlockList>(`${BLOCKS}/${blockId}`, { method: "DELETE" }),
    onSuccess: (answer) => client.setQueryData(["blocks"], answer),
  });
}
