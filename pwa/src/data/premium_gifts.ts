import { getPremiumGift, listPremiumGifts } from "@contract/calls/subscriptions.ts";
import { ask } from "../lib/ask.ts";
import { queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

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
