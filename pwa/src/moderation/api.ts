import {
  appealModeration,
  appealSuspension,
  claimTakedown,
  confirmTakedown,
  counterNotice,
  counterNoticeByLink,
  listModeration,
  openModerationLink,
  openSuspension,
  openTakedownLink,
  reportSubject,
} from "@contract/calls/moderation.ts";
import { listBlocks, unblock } from "@contract/calls/social.ts";
import { ask } from "../lib/ask.ts";
import type { OwnModeration, ReportReason, SubjectKind } from "@contract/moderation.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const OWN_KEY = ["moderation"];

/** What of mine is hidden or was, and why. */
export function useOwnModeration() {
  return useQuery({ queryKey: OWN_KEY, queryFn: ({ signal }) => ask(listModeration, { signal }), staleTime: 0 });
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
    mutationFn: (body: Report) => ask(reportSubject, { body: { ...body } }),
  });
}

/** Appeals against a decision; with the same `key` the service takes it once. */
export function useAppealDecision(decisionId: string) {
  return useOwnChange(({ key, text }: { key: string; text: string }) =>
    ask(appealModeration, { decisionId, headers: headersOf(key), body: { text } })
  );
}

/** What an artist answers to a claim. */
interface Counter {
  key: string;
  name: string;
  address: string;
  statement: string;
}

/** Answers a claim, once: with a log-in by its id, else by the link of our mail. */
export function useCounterNotice({ claimId, token }: { claimId: string; token?: string | undefined }) {
  const client = useQueryClient();
  return useMutation<unknown, Error, Counter>({
    mutationFn: async ({ key, ...said }) => {
      const asked = { headers: headersOf(key), body: { ...said, isTrue: true as const } };
      if (token === undefined) {
        const answer = await ask(counterNotice, { claimId, ...asked });
        client.setQueryData(OWN_KEY, answer);
        return;
      }
      client.setQueryData(heldLinkKey(token), await ask(counterNoticeByLink, { token, ...asked, withToken: false }));
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
    queryFn: ({ signal }) => ask(openModerationLink, { token, signal, withToken: false }),
  });
}

function claimLinkKey(token: string) {
  return ["takedown link", token];
}

/** The claim that the link of our mail confirms. */
export function useClaimLink(token: string) {
  return useQuery({
    queryKey: claimLinkKey(token),
    queryFn: ({ signal }) => ask(openTakedownLink, { token, signal, withToken: false }),
  });
}

/** Confirms it, once; pressed again after a lost answer it is the same press. */
export function useConfirmClaim(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => ask(confirmTakedown, { token, headers: headersOf(key), withToken: false }),
    onSuccess: (answer) => client.setQueryData(claimLinkKey(token), answer),
  });
}

function suspensionKey(token: string) {
  return ["suspension", token];
}

/** Why a person is suspended, and what they said about it. */
export function useSuspension(token: string) {
  return useQuery({
    queryKey: suspensionKey(token),
    queryFn: ({ signal }) => ask(openSuspension, { token, signal, withToken: false }),
  });
}

/** Appeals against it, once. */
export function useAppealSuspension(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, text }: { key: string; text: string }) =>
      ask(appealSuspension, { token, headers: headersOf(key), body: { text }, withToken: false }),
    onSuccess: (answer) => client.setQueryData(suspensionKey(token), answer),
  });
}

function headersOf(key: string) {
  return { "idempotency-key": key };
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
    mutationFn: (body: Claim) => ask(claimTakedown, { headers: headersOf(key), body }),
  });
}

/** Whom the person has blocked. */
export function useBlocks() {
  return useQuery({ queryKey: ["blocks"], queryFn: ({ signal }) => ask(listBlocks, { signal }), staleTime: 0 });
}

/** Reads someone again. */
export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (blockId: string) => ask(unblock, { blockId }),
    onSuccess: (answer) => client.setQueryData(["blocks"], answer),
  });
}
