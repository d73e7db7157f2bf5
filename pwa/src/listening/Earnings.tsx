import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { playHistoryQuery } from "../data/listening.ts";
import { useWalletSummary } from "../data/wallet.ts";
import { useOnline } from "../lib/connection.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useRefreshOnReward } from "./api.ts";
import { WeekCard } from "./Week.tsx";
import { EarningLine } from "./EarningLine.tsx";
import { Incoming } from "./Incoming.tsx";
import { PlayHistoryList } from "./PlayHistoryList.tsx";
import { Totals } from "./Totals.tsx";

const FAILURE = "Failed to load your earnings data. Please try again later.";

/** `/earnings`: earned tokens, plays that wait on this device, every play's receipt. Never guesses money. `level` is above all, `actions` are below the figures. */
export function Earnings({ actions, level }: { actions?: ReactNode; level?: ReactNode }) {
  return (
    <>
      <PageHeader title="Your Earnings" subtitle="Every token, and the play it came from." />
      <div className="flex flex-col gap-8">
        {level}
        <EarningStates actions={actions} />
      </div>
    </>
  );
}

function EarningStates({ actions }: { actions: ReactNode }) {
  useRefreshOnReward();
  const isOnline = useOnline();
  const summary = useWalletSummary();
  const history = useInfiniteQuery(playHistoryQuery);
  const savedAt = useSavedAt(summary);
  if (summary.data && history.data) {
    return (
      <>
        <SavedNote what="figures" savedAt={savedAt} />
        <Totals summary={summary.data} playCount={history.data.pages[0]?.playCount} />
        <EarningLine />
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="quiet" to="/statement">Statement</ButtonLink>
          {actions}
        </div>
        <WeekCard />
        <Incoming />
        <PlayHistoryList history={history} />
      </>
    );
  }
  const failed = [summary, history].filter((query) => query.isError);
  if (failed.length === 0) {
    return (
      <>
        <Skeleton shape="figures" count={4} label="Loading your earnings..." />
        <Incoming />
        <Skeleton shape="rows" label="Loading your plays..." />
      </>
    );
  }
  return (
    <>
      <Incoming />
      <ErrorState
        message={FAILURE}
        detail={isOnline ? undefined : "You are offline. Orin keeps your plays on this device and counts them later."}
        busy={failed.some((query) => query.isFetching)}
        onRetry={() => failed.forEach((query) => void query.refetch())}
      />
    </>
  );
}
