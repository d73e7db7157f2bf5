import type { FreePlays } from "@contract/listening.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { notePremium } from "./premium.ts";
import { STALE } from "./query_client.ts";
import { useSession } from "./session.ts";

/** The key of what today still gives; a screen that changes it invalidates this. */
export const FREE_PLAYS_KEY = ["listening", "free-plays"] as const;

/** What today still gives; idle for visitors. */
export function useFreePlays() {
  const userId = useSession()?.userId;
  return useQuery({
    queryKey: FREE_PLAYS_KEY,
    queryFn: async ({ signal }) => {
      const answer = await api<FreePlays>("/api/v1/free-plays", { signal });
      notePremium(userId, answer.isSubscribed);
      return answer;
    },
    enabled: userId !== undefined,
    staleTime: STALE.seconds,
  });
}
