import { getPremiumGift, listPremiumGifts, premiumUse, subscriptionHistory } from "@contract/calls/subscriptions.ts";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../lib/ask.ts";
import { notePremium } from "../lib/premium.ts";
import { getSession } from "../lib/session.ts";
import { STALE } from "./query_client.ts";

/** The user's Premium, and what happened to it. */
export const subscriptionQuery = queryOptions({
  queryKey: ["subscription", "history"],
  queryFn: async ({ signal }) => {
    const userId = getSession()?.userId;
    const answer = await ask(subscriptionHistory, { signal });
    notePremium(userId, answer.subscription.isActive);
    return answer;
  },
  staleTime: STALE.seconds,
});

/** What Premium has been worth to the user so far. */
export const premiumUseQuery = queryOptions({
  queryKey: ["subscription", "use"],
  queryFn: ({ signal }) => ask(premiumUse, { signal }),
  staleTime: STALE.minute,
});

/** Premium that the user gave. It has other people's addresses, and links as good as money: no device keeps it. */
export const premiumGiftsQuery = queryOptions({
  queryKey: ["premium_gifts"],
  queryFn: ({ signal }) => ask(listPremiumGifts, { signal }),
  staleTime: STALE.seconds,
});

/** What a link gives, to the person who looks. */
export function offeredPremiumQuery(token: string, userId: string | undefined) {
  return queryOptions({
    queryKey: ["premium_gifts", "link", token, userId],
    queryFn: ({ signal }) => ask(getPremiumGift, { token, signal }),
    staleTime: STALE.seconds,
  });
}
