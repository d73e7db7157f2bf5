import { cancelWithdrawal, verifyBankAccount, withdraw } from "@contract/calls/wallet.ts";
import { ask } from "../lib/ask.ts";
import type { VerifyAccountRequest, WithdrawRequest } from "@contract/requests/wallet.ts";
import { useMutation } from "@tanstack/react-query";
import { useRefreshMoney } from "../data/wallet.ts";

/** The bank behind the provider can be slow, and giving up early would leave people in doubt. */
const PATIENT_MS = 30_000;

/** Asks the bank for the account's owner. */
export function useVerifyAccount() {
  return useMutation({
    mutationFn: (body: VerifyAccountRequest) => ask(verifyBankAccount, { body, timeoutMs: PATIENT_MS }),
  });
}

/** With the same `key` the server accepts the request once. */
export function useWithdraw() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ key, ...body }: WithdrawRequest & { key: string }) =>
      ask(withdraw, { body, headers: { "idempotency-key": key }, timeoutMs: PATIENT_MS }),
    onSettled: refresh,
  });
}

/** Cancels a request that no admin has decided. */
export function useCancelWithdrawal() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (id: string) => ask(cancelWithdrawal, { id }),
    onSettled: refresh,
  });
}
