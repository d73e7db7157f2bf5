import type { InitializePaymentAnswer, SubscriptionHistory, VerifyPaymentAnswer } from "@contract/subscriptions.ts";
import type { InitializePaymentRequest } from "@contract/requests/subscriptions.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { askPremium, notePremium } from "../lib/premium.ts";
import { STALE } from "../lib/query_client.ts";
import { useSession } from "../lib/session.ts";

const HISTORY = ["subscription", "history"] as const;
/** The payment provider may take its time. */
const PATIENT_MS = 30_000;

/** What the user has of Premium; idle for visitors. */
export function useSubscription() {
  const userId = useSession()?.userId;
  return useQuery({
    queryKey: HISTORY,
    queryFn: async ({ signal }) => {
      const answer = await api<SubscriptionHistory>("/api/v1/history", { signal });
      notePremium(userId, answer.subscription.isActive);
      return answer;
    },
    enabled: userId !== undefined,
    staleTime: STALE.seconds,
  });
}

/** Opens a checkout at the payment provider. */
export function useInitializePayment() {
  return useMutation({
    mutationFn: (body: InitializePaymentRequest) =>
      api<InitializePaymentAnswer>("/api/v1/paystack/initialize", { method: "POST", body, timeoutMs: PATIENT_MS }),
  });
}

/** Asks what became of a payment. Premium changes a lot, so everything is asked for again. */
export function useVerifyPayment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reference: string) =>
      api<VerifyPaymentAnswer>("/api/v1/paystack/verify", {
        method: "POST",
        body: { reference },
        timeoutMs: PATIENT_MS,
      }),
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
    mutationFn: () => api("/api/v1/subscription/cancel", { method: "POST", body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: HISTORY }),
  });
}
