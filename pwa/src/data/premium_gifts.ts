import type { OfferedPremium, PremiumGifts } from "@contract/premium_gifts.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "./query_client.ts";

/** Premium that the user gave. It has other people's addresses, and links as good as money: no device keeps it. */
export const premiumGiftsQuery = queryOptions({
  queryKey: ["premium_gifts"],
  queryFn: ({ signal }) => api<PremiumGifts>("/api/v1/premium-gifts", { signal }),
  staleTime: STALE.seconds,
});

/** What a link gives, to the person who looks. */
export function offeredPremiumQuery(token: string, userId: string | undefined) {
  return queryOptions({
    queryKey: ["premium_gifts", "link", token, userId],
    queryFn: ({ signal }) => api<OfferedPremium>(claimPath(token), { signal }),
    staleTime: STALE.seconds,
  });
}

/** The call that looks at a link, and takes what it gives. */
export function claimPath(token: string): string {
  return `/api/v1/premium-gifts/claim/${encodeURIComponent(token)}`;
}
