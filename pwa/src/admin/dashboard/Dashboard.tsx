import type { AdminStats, Trend } from "@contract/admin_stats.ts";
import { fullName } from "@contract/full_name.ts";
import { Minus, Music, TrendingDown, TrendingUp, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { useOnline } from "../../lib/connection.ts";
import { formatAgo, formatDate, formatFullCount, formatTime } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card } from "../../ui/Card.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Cover } from "../../ui/Cover.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Badge } from "../parts/Badge.tsx";
import { figure } from "../parts/columns.ts";
import { DataTable } from "../parts/DataTable.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { Work } from "../work/Work.tsx";
import { useStats } from "./api.ts";
import { Health } from "./Health.tsx";

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
        <Uploads audios={recentData.recentAudios} />
        <Activity users={recentData.recentUsers} audios={recentData.recentAudios.slice(0, 5)} />
        <Subscriptions subscriptions={recentData.recentSubscriptions} />
        <Health health={health} />
      </div>
    </div>
  );
}

interface TotalProps {
  name: string;
  value: number;
  trend: Trend;
  /** "joined", "uploaded": what happened in the last 30 days. */
  what: string;
}

/** A total, and how many came in the last 30 days beside the 30 days before. */
function Total({ name, value, trend, what }: TotalProps) {
  const { current, previous } = trend;
  const Icon = current > previous ? TrendingUp : current < previous ? TrendingDown : Minus;
  const tone = current > previous ? "text-success" : current < previous ? "text-danger" : "text-ink-soft";
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>
        <span className="block text-2xl font-bold tracking-tight tabular-nums">{formatFullCount(value)}</span>
        <span className={classNames("mt-1 flex items-center gap-1.5 text-xs font-semibold", tone)}>
          <Icon size={14} aria-hidden="true" /> {changeIn(trend)}
        </span>
        <span className="mt-0.5 block text-xs text-ink-soft">
          {formatFullCount(current)} {what} in the last 30 days, {formatFullCount(previous)} in the 30 before
        </span>
      </dd>
    </div>
  );
}

function changeIn({ current, previous, percent }: Trend): string {
  if (current === previous) return "No change";
  if (percent === null) return "New";
  return `${percent > 0 ? "+" : ""}${percent}%`;
}

type Recent = AdminStats["recentData"];

/** The last six. */
function Uploads({ audios }: { audios: Recent["recentAudios"] }) {
  const all = <Link to="/alltrack" className="text-sm font-semibold text-accent hover:underline">All tracks</Link>;
  return (
    <News title="Recent Uploads" all={all} empty={audios.length === 0 && "No uploads yet."}>
      <ul className="flex flex-col gap-3">
        {audios.map((audio) => (
          <li key={audio._id} className="flex items-center gap-3">
            <Cover src={audio.coverImageUrl} seed={audio._id} size={44} placeholder={audio.placeholder} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-semibold">{audio.title}</p>
              <p className="truncate text-xs text-ink-soft">{audio.artist} · {audio.duration}</p>
            </div>
            {audio.status !== "published" && (
              <Badge tone={audio.status === "failed" ? "bad" : "plain"}>{audio.status}</Badge>
            )}
            <Ago at={audio.createdAt} />
          </li>
        ))}
      </ul>
    </News>
  );
}

/** The last five users and the last five audios, in the order in which they came. */
function Activity({ users, audios }: { users: Recent["recentUsers"]; audios: Recent["recentAudios"] }) {
  const entries = [
    ...users.map((user) => ({
      id: user._id,
      Icon: UserPlus,
      text: fullName(user) || user.email,
      detail: user.isInvited ? "invited as admin" : `joined as ${user.isAdmin ? "admin" : user.role}`,
      at: user.createdAt,
    })),
    ...audios.map((audio) => ({
      id: audio._id,
      Icon: Music,
      text: audio.title,
      detail: `uploaded by ${audio.artist}`,
      at: audio.createdAt,
    })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <News title="Recent Activity" empty={entries.length === 0 && "No activity yet."}>
      <ul className="flex flex-col gap-3">
        {entries.map(({ id, Icon, text, detail, at }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="grid size-9 shrink-0 place-items-center rounded-full bg-ink/8 text-ink-soft">
              <Icon size={17} aria-hidden="true" />
            </span>
            <p className="line-clamp-2 min-w-0 flex-1 text-sm">
              <span className="font-semibold">{text}</span> <span className="text-ink-soft">{detail}</span>
            </p>
            <Ago at={at} />
          </li>
        ))}
      </ul>
    </News>
  );
}

type Subscription = Recent["recentSubscriptions"][number];

/** The documented three values of each: user, payment and date; with the name that belongs to the user. */
function Subscriptions({ subscriptions }: { subscriptions: Recent["recentSubscriptions"] }) {
  return (
    <News title="Recent Subscriptions" empty={subscriptions.length === 0 && "No subscriptions yet."}>
      <DataTable
        label="Recent Subscriptions"
        rows={subscriptions}
        keyOf={({ userId, date }) => `${userId} ${date}`}
        columns={[
          {
            label: "User",
            wraps: true,
            cell: ({ userId, name }) => (
              <>
                <Link
                  to={`/audit?subject=${encodeURIComponent(`user:${userId}`)}`}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {name || "Unknown user"}
                </Link>
                <span className="block font-mono text-xs break-all text-ink-soft">{userId}</span>
              </>
            ),
          },
          figure(
            "Payment",
            ({ paymentAmount }: Subscription) => paymentAmount === 0 ? "Demo, not paid" : nairaOf(paymentAmount),
            "line",
          ),
          figure("Date", ({ date }: Subscription) => formatDate(date), "end"),
        ]}
      />
    </News>
  );
}

interface NewsProps {
  title: string;
  /** The way to all of them. */
  all?: ReactNode;
  /** Said where there is none. */
  empty: string | false;
  children: ReactNode;
}

function News({ title, all, empty, children }: NewsProps) {
  return (
    <Card>
      <div className="mb-4 flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {all}
      </div>
      {empty ? <p className="text-sm text-ink-soft">{empty}</p> : children}
    </Card>
  );
}

function Ago({ at }: { at: string }) {
  return <time dateTime={at} className="shrink-0 text-xs text-ink-soft">{formatAgo(at)}</time>;
}
