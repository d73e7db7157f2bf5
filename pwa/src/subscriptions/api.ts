import { cancelPremium, startPremiumPayment, verifyPremiumPayment } from "@contract/calls/subscriptions.ts";
import { ask } from "../lib/ask.ts";
import type { InitializePaymentRequest } from "@contract/requests/subscriptions.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { subscriptionQuery } from "../data/subscription.ts";
import { askPremium } from "../lib/premium.ts";
import { useSession } from "../lib/session.ts";

/** The payment provider may take its time. */
const PATIENT_MS = 30_000;

/** The user's Premium; idle for visitors. */
export function useSubscription() {
  return useQuery({ ...subscriptionQuery, enabled: useSession() !== null });
}

/** Opens a checkout at the payment provider. */
export function useInitializePayment() {
  return useMutation({
    mutationFn: (body: InitializePaymentRequest) => ask(startPremiumPayment, { body, timeoutMs: PATIENT_MS }),
  });
}

/** Asks what became of a payment. Premium changes a lot, so everything is asked for again. */
export function useVerifyPayment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reference: string) => ask(verifyPremiumPayment, { body: { reference }, timeoutMs: PATIENT_MS }),
    onSuccess: () => {
      // The sound is better from now on.
      void askPremium({ anew: true });
      return client.invalidateQueries();
    },
  });
}

/** Gives Premium up; it lasts to the end of what is paid for. */
export function useCancelSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(cancelPremium),
    onSettled: () => client.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
  });
}
