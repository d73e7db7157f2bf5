import type { MessageAnswer } from "@contract/accounts.ts";
import type {
  ClaimAnswer,
  ClaimLink,
  HeldLink,
  OwnModeration,
  ReportReason,
  SubjectKind,
  SuspensionLink,
} from "@contract/moderation.ts";
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

/** Answers a claim, once: whoever is logged in by its id, others by the link of our mail. */
export function useCounterNotice({ claimId, token }: { claimId: string; token?: string | undefined }) {
  const client = useQueryClient();
  return useMutation<unknown, Error, Counter>({
    mutationFn: async ({ key, ...said }) => {
      const options = { ...postOf(key), body: { ...said, isTrue: true } };
      if (token === undefined) {
        const answer = await api<OwnModeration>(`${OWN}/claims/${claimId}/counter-notice`, options);
        client.setQueryData(OWN_KEY, answer);
        return;
      }
      const path = `${OWN}/links/${token}/counter-notice`;
      client.setQueryData(heldLinkKey(token), await api<HeldLink>(path, { ...options, withToken: false }));
    },
  });
}

// The links of our mails need no log-in: they send no token, so that another account in this browser says nothing.

function heldLinkKey(token: string) {
  return [...OWN_KEY, "link", token];
}

/** The claim that the link of our mail answers. */
export function useHeldLink(token: string) {
  return useQuery({
    queryKey: heldLinkKey(token),
    queryFn: ({ signal }) => api<HeldLink>(`${OWN}/links/${token}`, { signal, withToken: false }),
  });
}

const CLAIM_LINKS = "/api/v1/takedowns/links";

function claimLinkKey(token: string) {
  return ["takedown link", token];
}

/** The claim that the link of our mail confirms. */
export function useClaimLink(token: string) {
  return useQuery({
    queryKey: claimLinkKey(token),
    queryFn: ({ signal }) => api<ClaimLink>(`${CLAIM_LINKS}/${token}`, { signal, withToken: false }),
  });
}

/** Confirms it, once; pressed again after a lost answer it is the same press. */
export function useConfirmClaim(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) =>
      api<ClaimLink>(`${CLAIM_LINKS}/${token}`, { ...postOf(key), body: {}, withToken: false }),
    onSuccess: (answer) => client.setQueryData(claimLinkKey(token), answer),
  });
}

const SUSPENSIONS = "/api/v1/suspensions";

function suspensionKey(token: string) {
  return ["suspension", token];
}

/** Why somebody is shut out, and what they said about it. */
export function useSuspension(token: string) {
  return useQuery({
    queryKey: suspensionKey(token),
    queryFn: ({ signal }) => api<SuspensionLink>(`${SUSPENSIONS}/${token}`, { signal, withToken: false }),
  });
}

/** Appeals against it, once. */
export function useAppealSuspension(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, text }: { key: string; text: string }) =>
      api<SuspensionLink>(`${SUSPENSIONS}/${token}/appeals`, { ...postOf(key), body: { text }, withToken: false }),
    onSuccess: (answer) => client.setQueryData(suspensionKey(token), answer),
  });
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
