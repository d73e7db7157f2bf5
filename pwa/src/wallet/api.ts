import type { VerifyAccountRequest, WithdrawRequest } from "@contract/requests/wallet.ts";
import type { VerifyAccountAnswer, WithdrawAnswer } from "@contract/wallet.ts";
import { useMutation } from "@tanstack/react-query";
import { useRefreshMoney } from "../data/wallet.ts";
import { api } from "../lib/api.ts";

/** The bank behind the provider can be slow, and giving up early would leave people in doubt. */
const PATIENT_MS = 30_000;

/** Asks the bank for the account's owner. */
export function useVerifyAccount() {
  return useMutation({
    mutationFn: (body: VerifyAccountRequest) =>
      api<VerifyAccountAnswer>("/api/v1/verify-account", { method: "POST", body, timeoutMs: PATIENT_MS }),
  });
}

/** With the same `key` the server accepts the request once. */
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

/** Cancels a request that no admin has decided. */
export function useCancelWithdrawal() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (id: string) => api(`/api/v1/withdrawals/${id}/cancel`, { method: "POST" }),
    onSettled: refresh,
  });
}
