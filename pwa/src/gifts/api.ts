import { ApiError } from "../lib/api_error.ts";
import { sendGift, stopGift, verifyGift } from "@contract/calls/gifts.ts";
import { ask } from "../lib/ask.ts";
import type { SendGiftInput } from "@contract/requests/gifts.ts";
import { useMutation } from "@tanstack/react-query";
import { useRefreshMoney } from "../data/wallet.ts";

/** The payment provider may take its time. */
const PATIENT_MS = 30_000;

type Gift = Omit<SendGiftInput, "method" | "callbackUrl">;

/** Gives tokens. `key` makes the gift once, however often it is sent. */
export function useGiveTokens() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ key, ...gift }: Gift & { key: string }) =>
      ask(sendGift, { body: { ...gift, method: "tokens" }, headers: { "idempotency-key": key } }),
    onSettled: refresh,
  });
}

/** Opens a checkout for a gift at the payment provider. */
export function useGiftCheckout() {
  return useMutation({
    mutationFn: async (gift: Gift & { callbackUrl: string }) => {
      const { data } = await ask(sendGift, { body: { ...gift, method: "card" }, timeoutMs: PATIENT_MS });
      if (!data) throw new ApiError({ kind: "parse" });
      return { data };
    },
  });
}

/** Asks what became of a gift's payment. */
export function useVerifyGift() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (reference: string) => ask(verifyGift, { body: { reference }, timeoutMs: PATIENT_MS }),
    onSettled: refresh,
  });
}

/** Stops tokens that were given and settle still. */
export function useStopGift() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (giftId: string) => ask(stopGift, { id: giftId }),
    onSettled: refresh,
  });
}
