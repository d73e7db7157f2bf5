import {
  changePremiumSeat,
  claimPremiumGift,
  givePremium,
  mailPremiumSeat,
  verifyPremiumGift,
} from "@contract/calls/subscriptions.ts";
import { ask } from "../../lib/ask.ts";
import type { GivePremiumInput } from "@contract/requests/premium_gifts.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { premiumGiftsQuery } from "../../data/subscription.ts";
import { askPremium } from "../../lib/premium.ts";

/** The payment provider may take its time. */
const PATIENT_MS = 30_000;

/** Opens a checkout for Premium for others. */
export function useGivePremium() {
  return useMutation({
    mutationFn: (body: GivePremiumInput) => ask(givePremium, { body, timeoutMs: PATIENT_MS }),
  });
}

/** Asks what became of a payment for others. */
export function useVerifyPremiumGift() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reference: string) => ask(verifyPremiumGift, { body: { reference }, timeoutMs: PATIENT_MS }),
    onSettled: () => client.invalidateQueries({ queryKey: premiumGiftsQuery.queryKey }),
  });
}

/** Has a link mailed again. */
export function useSendAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ reference, seat }: { reference: string; seat: number }) => ask(mailPremiumSeat, { reference, seat }),
    onSettled: () => client.invalidateQueries({ queryKey: premiumGiftsQuery.queryKey }),
  });
}

interface Correction {
  readonly reference: string;
  readonly seat: number;
  readonly name: string;
  readonly email: string;
}

/** Corrects whom a gift is for, and has a new link mailed there. */
export function useCorrectSeat() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ reference, seat, ...body }: Correction) =>
      ask(changePremiumSeat, { reference, seat: String(seat), body }),
    onSettled: () => client.invalidateQueries({ queryKey: premiumGiftsQuery.queryKey }),
  });
}

/** Takes what a link gives. Premium changes a lot, so everything is asked for again. */
export function useClaimPremium(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(claimPremiumGift, { token }),
    onSuccess: () => {
      void askPremium({ anew: true });
      return client.invalidateQueries();
    },
  });
}
