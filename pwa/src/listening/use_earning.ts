import type { Earning } from "@contract/earning.ts";
import { useQuery } from "@tanstack/react-query";
import { earningQuery } from "../data/listening.ts";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { useSession } from "../lib/session.ts";
import { useStore } from "../lib/store.ts";
import { livePlay } from "../player/live_play.ts";
import { useRefreshOnReward } from "./api.ts";
import { growing } from "./play_estimate.ts";

/** What the service said last, the answers since then, and what the play that is heard may have earned. */
export function useEarning(): { earning: Earning | undefined; isFailed: boolean } {
  useRefreshOnReward();
  const isMember = useSession() !== null;
  const { data, dataUpdatedAt, isError } = useQuery({ ...earningQuery, enabled: isMember });
  const receipts = useOutboxSnapshot()?.receipts ?? [];
  const live = useStore(livePlay);
  const earning = isMember && data ? growing(data, { saidAt: dataUpdatedAt, receipts, live }) : undefined;
  return { earning, isFailed: isError };
}
