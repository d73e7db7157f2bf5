import type { CreatorStats } from "@contract/creator.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { creatorStatsQuery } from "../data/creator.ts";
import { useActing, useMay } from "../lib/acting.ts";
import { formatCount, formatFullCount } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Figure, Figures } from "./Figures.tsx";
import { Listening } from "./Listening.tsx";
import { RecentActivity, RecentFollowers, RecentUploads } from "./Recent.tsx";
import { RevenueSummary } from "./RevenueSummary.tsx";
import { nairaDigits } from "./words.ts";

/** `/creator-dashboard`: who listens, and what it brings. */
export function Dashboard() {
  const stats = useQuery(creatorStatsQuery);
  const name = stats.data?.creator.username;
  const mayEdit = useMay("edit");
  const isOwn = useActing() === undefined;
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={name &&
          (isOwn ? `Welcome, ${name}. Here is how your music is doing.` : `How ${name}'s music is doing.`)}
      >
        {mayEdit && <ButtonLink to="/cs-upload">Upload Music</ButtonLink>}
      </PageHeader>
      <States stats={stats} />
    </>
  );
}

function States({ stats }: { stats: UseQueryResult<CreatorStats> }) {
  const savedAt = useSavedAt(stats);
  if (stats.data) {
    return (
      <div className="flex flex-col gap-8">
        {savedAt !== undefined && <SavedNote what="figures" savedAt={savedAt} />}
        <Content stats={stats.data} />
      </div>
    );
  }
  return (
    <LoadState
      query={stats}
      shape="figures"
      count={4}
      label="Loading your figures..."
      failure="Failed to load creator stats"
    />
  );
}

function Content({ stats }: { stats: CreatorStats }) {
  const { uploads, followers, totalPlays } = stats.stats;
  return (
    <>
      <Figures>
        <Count name="Uploads" count={uploads} />
        <Count name="Followers" count={followers} />
        <Count name="Total Plays" count={totalPlays}>
          {stats.plays.gross > totalPlays && `${formatFullCount(stats.plays.gross)} including plays that do not count`}
        </Count>
        <Figure name="Earnings">N {nairaDigits(stats.earnings.total)}</Figure>
      </Figures>
      <div className="grid gap-8 lg:grid-cols-2">
        <RecentUploads uploads={stats.recentUploads} />
        <RecentFollowers followers={stats.recentFollowers} />
      </div>
      <RecentActivity activity={stats.recentActivity} />
      <RevenueSummary earnings={stats.earnings} />
      <Listening />
    </>
  );
}

function Count({ name, count, children }: { name: string; count: number; children?: ReactNode }) {
  return (
    <Figure name={name} note={children}>
      <span title={formatFullCount(count)}>{formatCount(count)}</span>
    </Figure>
  );
}
