import { premiumUse, subscriptionHistory } from "@contract/calls/subscriptions.ts";
import { ask } from "../lib/ask.ts";
import { queryOptions } from "@tanstack/react-query";
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
