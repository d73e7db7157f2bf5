import {
  approvePayment,
  enterPayoutOtp,
  exportPayments as exportPaymentsCall,
  getPayment,
  paymentCase,
  paymentCaseAt,
  paymentOutcome,
  rejectPayment,
  resolvePayment,
  retryPayment,
  searchPayments,
  withdrawApproval,
} from "@contract/calls/admin_payments.ts";
import { getAdminTeam } from "@contract/calls/admin_team.ts";
import { chosenOf } from "../parts/use_address.ts";
import { adminFile, askAsAdmin } from "../shell/admin_api.ts";
import type { CaseAnswer } from "@contract/cases.ts";
import type { PaymentList } from "@contract/admin_payments.ts";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiError, failureText } from "../../lib/api_error.ts";
import type { TeamAnswer } from "@contract/team.ts";
import type { PaymentFilter } from "./filter.ts";

const PAYMENTS = ["admin", "payments"];

/** Which payments of a list. */
export interface PaymentsSought {
  list: PaymentList;
  search: string;
  filter: PaymentFilter;
}

/** The payments of a list, page by page, as far as they match what is searched for. */
export function usePayments({ list, search, filter }: PaymentsSought) {
  return useInfiniteQuery({
    queryKey: [...PAYMENTS, list, search, filter],
    queryFn: ({ pageParam, signal }) =>
      askAsAdmin(searchPayments, {
        query: { status: list, search, ...chosenOf(filter), cursor: pageParam || undefined },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    // The rows stay while a search runs: it must not close the row that an admin has open.
    placeholderData: keepPreviousData,
    // What is on its way arrives within seconds.
    refetchInterval: ({ state }) => list === "processing" && state.data?.pages[0]?.payments.length ? 4_000 : 30_000,
  });
}

/** The admins whose approval a payment may have. */
export function useApprovers(): TeamAnswer["members"] {
  const team = useQuery({
    queryKey: ["admin", "team"],
    queryFn: ({ signal }) => askAsAdmin(getAdminTeam, { signal }),
  });
  return team.data?.members ?? [];
}

/** Saves the payments that fit as a table. */
export async function exportPayments({ list, search, filter }: PaymentsSought, note: string): Promise<void> {
  await adminFile(exportPaymentsCall, { body: { status: list, search, ...chosenOf(filter), note } });
}

/** What has become of an approved payment, asked until the provider has confirmed it or not. */
export function usePaymentOutcome(id: string) {
  return useQuery({
    queryKey: ["admin", "payment-outcome", id],
    queryFn: ({ signal }) => askAsAdmin(paymentOutcome, { id, signal }),
    refetchInterval: ({ state }) => isUnderway(state.data?.status) ? 2_000 : false,
    gcTime: 0,
    staleTime: 0,
  });
}

/** Whether the provider has the payment and still has to say what became of it. */
export function isUnderway(status: string | undefined): boolean {
  return status === undefined || status === "processing";
}

/** Asks for all lists again. */
export function useRenewPayments(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: PAYMENTS }), [client]);
}

/** The case file of a request as of now, or as it was `kept` under a hash. The service stores it as what this admin saw, so nothing opens it by itself. */
export function useCaseFile(id: string, kept?: string) {
  return useQuery({
    queryKey: kept === undefined ? caseKey(id) : [...caseKey(id), kept],
    queryFn: ({ signal }) =>
      kept === undefined
        ? askAsAdmin(paymentCase, { id, signal })
        : askAsAdmin(paymentCaseAt, { id, hash: kept, signal }),
    staleTime: Infinity,
  });
}

/** Answers whether this admin has the case file of a request before them. */
export function useHasCase(id: string): () => boolean {
  const client = useQueryClient();
  return () => client.getQueryData(caseKey(id)) !== undefined;
}

/** A payment with its bank account, which lists hide. The service notes who opened it, so it is asked for each time. */
export function usePaymentDetails(id: string) {
  return useQuery({
    queryKey: ["admin", "payment", id],
    queryFn: ({ signal }) => askAsAdmin(getPayment, { id, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** What an admin does about a payment. */
export type Decision =
  | { kind: "approve" }
  | { kind: "reject"; reason: string }
  | { kind: "withdraw" }
  | { kind: "retry" }
  | { kind: "otp"; otp: string }
  | { kind: "resolve"; outcome: "paid" | "returned"; reason: string };

/** The service's answer to a decision, with the payment's new status. */
interface Decided {
  readonly text: string;
  readonly status: string;
}

interface DecisionEnds {
  onDone(answer: Decided, decision: Decision): void;
  onFailed(error: Error, decision: Decision): void;
}

/** Sends a decision; it names the case file that was opened, if one was. Ends are told also when the row has gone. */
export function useDecision(id: string, { onDone, onFailed }: DecisionEnds) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (decision: Decision) => {
      const shown = client.getQueryData<CaseAnswer>(caseKey(id))?.hash;
      const answer = await decide(id, decision, shown === undefined ? {} : { caseHash: shown });
      return { text: textIn(answer, "message", "Done"), status: textIn(answer, "status", "") };
    },
    onSuccess: onDone,
    onError: onFailed,
    onSettled: async () => {
      client.removeQueries({ queryKey: caseKey(id) });
      await client.invalidateQueries({ queryKey: PAYMENTS });
    },
  });
}

/** Asks the provider about payments, one after the other. Answers how many it could not ask about. */
export function useCheckAll(onDone: (done: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      let failed = 0;
      for (const [index, id] of ids.entries()) {
        await decide(id, { kind: "retry" }, {}).catch(() => failed++);
        onDone(index + 1);
      }
      return failed;
    },
    onSettled: () => client.invalidateQueries({ queryKey: PAYMENTS }),
  });
}

/** The text of a failure, with the HTTP status as documented. */
export function paymentFailure(error: unknown, fallback: string): string {
  const text = failureText(error, fallback);
  return error instanceof ApiError && error.status > 0 ? `${text} (Status: ${error.status})` : text;
}

function caseKey(id: string): string[] {
  return ["admin", "case", id];
}

function decide(id: string, decision: Decision, shown: { caseHash?: string }): Promise<unknown> {
  const asked = { id, timeoutMs: 30_000 };
  switch (decision.kind) {
    case "approve":
      return askAsAdmin(approvePayment, { ...asked, body: shown });
    case "reject":
      return askAsAdmin(rejectPayment, { ...asked, body: { reason: decision.reason, ...shown } });
    case "withdraw":
      return askAsAdmin(withdrawApproval, { ...asked, body: {} });
    case "retry":
      return askAsAdmin(retryPayment, asked);
    case "otp":
      return askAsAdmin(enterPayoutOtp, { ...asked, body: { otp: decision.otp } });
    case "resolve":
      return askAsAdmin(resolvePayment, { ...asked, body: { outcome: decision.outcome, reason: decision.reason } });
  }
}

function textIn(answer: unknown, name: string, fallback: string): string {
  const text: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
  return typeof text === "string" ? text : fallback;
}
