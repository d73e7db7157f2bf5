import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CHANGED_BY_PLAYS, earningQuery, trackEarningsQuery } from "../data/listening.ts";
import { walletSummaryQuery } from "../data/wallet.ts";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";

/** The last answer that was followed, epoch ms: what several parts of a screen show is asked for once. */
const followed = new WeakMap<QueryClient, number>();

/** Asks again for everything that plays change, whenever the service has answered for some. */
export function useRefreshOnReward(): void {
  const client = useQueryClient();
  const outbox = useOutboxSnapshot();
  // An outbox that has never been answered is known, too: its first answer is news.
  const answeredAt = outbox && (outbox.lastFlush?.at ?? 0);
  const known = useRef(answeredAt);
  useEffect(() => {
    // The first value is from before this screen.
    const isNews = known.current !== undefined && answeredAt !== undefined && answeredAt > known.current;
    known.current = answeredAt;
    if (isNews && answeredAt !== followed.get(client)) {
      followed.set(client, answeredAt);
      for (const queryKey of [...CHANGED_BY_PLAYS, walletSummaryQuery.queryKey, earningQuery.queryKey]) {
        void client.invalidateQueries({ queryKey });
      }
    }
  }, [client, answeredAt]);
}

/** The service adds a report up in a moment; by then the sum has it. */
const ADDED_UP_MS = 2_000;

/** What a track has earned the listener; asked again after each report of a play. */
export function useTrackEarnings(trackId: string) {
  const client = useQueryClient();
  const answeredAt = useOutboxSnapshot()?.lastFlush?.at;
  useEffect(() => {
    if (answeredAt === undefined || Date.now() - answeredAt > ADDED_UP_MS) return;
    const ask = () => void client.invalidateQueries({ queryKey: trackEarningsQuery(trackId).queryKey });
    const timer = setTimeout(ask, ADDED_UP_MS);
    return () => clearTimeout(timer);
  }, [client, trackId, answeredAt]);
  return useQuery(trackEarningsQuery(trackId));
}
