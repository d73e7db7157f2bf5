import type { SendGiftInput } from "@contract/requests/gifts.ts";
import { useMutation } from "@tanstack/react-query";
import { useRefreshMoney } from "../data/wallet.ts";
import { api } from "../lib/api.ts";

/** The payment provider may take its time. */
const PATIENT_MS = 30_000;

type Gift = Omit<SendGiftInput, "method" | "callbackUrl">;

/** Gives tokens. `key` makes the gift once, however often it is sent. */
export function useGiveTokens() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ key, ...gift }: Gift & { key: string }) =>
      api("/api/v1/gifts", {
        method: "POST",
        body: { ...gift, method: "tokens" },
        headers: { "idempotency-key": key },
      }),
    onSettled: refresh,
  });
}

/** Opens a checkout for a gift at the payment provider. */
export function useGiftCheckout() {
  return useMutation({
    mutationFn: (gift: Gift & { callbackUrl: string }) =>
      api<{ data: { authorization_url: string } }>("/api/v1/gifts", {
        method: "POST",
        body: { ...gift, method: "card" },
        timeoutMs: PATIENT_MS,
      }),
  });
}

/** Asks what became of a gift's payment. */
export function useVerifyGift() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (reference: string) =>
      api("/api/v1/gifts/verify", { method: "POST", body: { reference }, timeoutMs: PATIENT_MS }),
    onSettled: refresh,
  });
}

/** Stops tokens that were given and settle still. */
export function useStopGift() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (giftId: string) => api(`/api/v1/gifts/${giftId}/stop`, { method: "POST" }),
    onSettled: refresh,
  });
}
