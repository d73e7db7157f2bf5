import type {
  Banks,
  UserWithdrawal,
  VerifyAccountAnswer,
  WithdrawalSummary,
  WithdrawAnswer,
} from "@contract/wallet.ts";
import type { VerifyAccountRequest, WithdrawRequest } from "@contract/requests/wallet.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "../lib/query_client.ts";
import { useSession } from "../lib/session.ts";

const SUMMARY = ["wallet", "summary"] as const;
const WITHDRAWALS = ["wallet", "withdrawals"] as const;
const BANKS = ["wallet", "banks"] as const;

/** The bank behind the provider may take its time; giving up early would leave people in doubt. */
const PATIENT_MS = 30_000;
const WATCH_MS = 10_000;

/** What can be taken out, what is under way, and the smallest amount; all in tokens. */
export function useWithdrawalSummary() {
  return useQuery({
    queryKey: SUMMARY,
    queryFn: ({ signal }) => api<WithdrawalSummary>("/api/v1/withdrawal-summary", { signal }),
    enabled: useSession() !== null,
    staleTime: STALE.seconds,
  });
}

/** The banks that money can be sent to. */
export function useBanks() {
  return useQuery({
    queryKey: BANKS,
    queryFn: async ({ signal }) => (await api<Banks>("/api/v1/banks", { signal })).banks,
    staleTime: STALE.hour,
  });
}

/** The user's own withdrawals, newest first. Asked for again while one of them is under way. */
export function useWithdrawals() {
  return useQuery({
    queryKey: WITHDRAWALS,
    queryFn: async ({ signal }) =>
      (await api<{ withdrawals: UserWithdrawal[] }>("/api/v1/withdrawals", { signal })).withdrawals,
    enabled: useSession() !== null,
    staleTime: STALE.seconds,
    refetchInterval: ({ state }) => state.data?.some(isUnderWay) ? WATCH_MS : false,
  });
}

/** Asks the bank whose account it is. */
export function useVerifyAccount() {
  return useMutation({
    mutationFn: (body: VerifyAccountRequest) =>
      api<VerifyAccountAnswer>("/api/v1/verify-account", { method: "POST", body, timeoutMs: PATIENT_MS }),
  });
}

/** `key` makes the request once, however often it is sent. */
export function useWithdraw() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ key, ...body }: WithdrawRequest & { key: string }) =>
      api<WithdrawAnswer>("/api/v1/withdraw", {
        method: "POST",
        body,
        headers: { "idempotency-key": key },
        timeoutMs: PATIENT_MS,
      }),
    onSettled: refresh,
  });
}

/** Takes back a request that nobody has decided yet. */
export function useCancelWithdrawal() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (id: string) => api(`/api/v1/withdrawals/${id}/cancel`, { method: "POST" }),
    onSettled: refresh,
  });
}

/** Whether more is still to happen to it. */
export function isUnderWay({ status }: Pick<UserWithdrawal, "status">): boolean {
  return UNDER_WAY.has(status);
}

const UNDER_WAY: ReadonlySet<UserWithdrawal["status"]> = new Set([
  "pending_review",
  "awaiting_second_approval",
  "processing",
  "needs_otp",
  "uncertain",
]);

function useRefreshMoney() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["wallet"], predicate: ({ queryKey }) => queryKey[1] !== "banks" });
}
