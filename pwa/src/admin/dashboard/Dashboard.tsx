import type { AdminStats } from "@contract/admin_stats.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatTime } from "../../lib/format.ts";
import { useOnline } from "../../lib/connection.ts";
import { Banner } from "../../ui/Banner.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useStats } from "./api.ts";
import { Activity } from "./Activity.tsx";
import { Health } from "./Health.tsx";
import { RecentSubscriptions } from "./RecentSubscriptions.tsx";
import { RecentUploads } from "./RecentUploads.tsx";
import { Total } from "./Total.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { Work } from "../work/Work.tsx";

/** `/dashboard`: what waits for admins, then totals with their trends, what is new, and how the service itself is. */
export function Dashboard() {
  const stats = useStats();
  const isOnline = useOnline();
  return (
    <>
      <ScreenHead title="Dashboard" />
      <Work />
      {stats.data && stats.isError && (
        <Banner tone={isOnline ? "error" : "offline"} className="mb-5">
          Figures from {formatTime(stats.dataUpdatedAt)}: {failureText(stats.error, "the update failed")}
        </Banner>
      )}
      {stats.data ? <Figures {...stats.data} /> : stats.isError
        ? (
          <ErrorState
            message={failureText(stats.error, "Failed to load the dashboard")}
            busy={stats.isFetching}
            onRetry={() => void stats.refetch()}
          />
        )
        : <Loading />}
    </>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-8">
      <Skeleton shape="figures" count={4} label="Loading the dashboard..." />
      <Skeleton shape="rows" count={6} label="" />
    </div>
  );
}

function Figures({ stats, trends, recentData, health }: AdminStats) {
  return (
    <div className="flex flex-col gap-6">
      <dl className="figure-grid">
        <Total name="Total Users" value={stats.totalUsers} trend={trends.users} what="joined" />
        <Total name="Total Creators" value={stats.totalCreators} trend={trends.creators} what="joined" />
        <Total name="Total Audios" value={stats.totalAudios} trend={trends.audios} what="uploaded" />
        <Total name="Total Subscriptions" value={stats.totalSubscriptions} trend={trends.subscriptions} what="sold" />
      </dl>
      <div className="grid grid-cols-1 items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <RecentUploads audios={recentData.recentAudios} />
        <Activity users={recentData.recentUsers} audios={recentData.recentAudios.slice(0, 5)} />
        <RecentSubscriptions subscriptions={recentData.recentSubscriptions} />
        <Health health={health} />
      </div>
    </div>
  );
}
