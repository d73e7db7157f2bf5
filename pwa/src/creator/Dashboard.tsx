import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Headphones, MessageCircle, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Activity, CreatorStats, Revenue } from "@contract/creator.ts";
import { creatorStatsQuery } from "../data/creator.ts";
import { useActing, useMay } from "../lib/acting.ts";
import { formatAgo, formatCount, formatFullCount } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { Cover } from "../ui/Cover.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Figure, Figures } from "./Figures.tsx";
import { Listening } from "./Listening.tsx";
import { TrackStateMark } from "./TrackStateMark.tsx";
import { dayWords, nairaDigits } from "./words.ts";

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

/** What came in, by the calendar of Lagos. */
function RevenueSummary({ earnings }: { earnings: Revenue }) {
  const sums = [
    ["This Month", earnings.thisMonth],
    ["Last Month", earnings.lastMonth],
    ["This Year", earnings.thisYear],
  ] as const;
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Revenue Summary</h2>
        <p className="flex flex-wrap gap-x-4 text-sm font-semibold text-accent">
          <Link to="/cs-gift" className="hover:underline">See your gifts</Link>
          <Link to="/cs-money" className="hover:underline">How it adds up</Link>
        </p>
      </div>
      <dl className="grid gap-4 sm:grid-cols-3">
        {sums.map(([name, amount]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-2 sm:flex-col">
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="text-xl font-bold tabular-nums">N{nairaDigits(amount)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The newest songs of one's own. */
function RecentUploads({ uploads }: { uploads: CreatorStats["recentUploads"] }) {
  const empty = (
    <>
      Nothing yet.{" "}
      <Link to="/cs-upload" className="font-semibold text-accent hover:underline">Upload your first song</Link>
    </>
  );
  return (
    <List title="Recent Uploads" isEmpty={uploads.length === 0} empty={empty}>
      {uploads.map((track) => (
        <li key={track._id} className="flex items-center gap-3">
          <Cover
            src={track.coverImageUrl}
            seed={track._id}
            size={44}
            placeholder={track.placeholder}
            className="rounded-md"
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{track.title}</span>
            <span className="block truncate text-sm text-ink-soft">
              <span className="capitalize">{track.genre}</span> · {track.duration}
            </span>
          </span>
          {track.state !== "ready" && <TrackStateMark state={track.state} />}
          <When at={track.createdAt} />
        </li>
      ))}
    </List>
  );
}

/** Who has begun to follow. */
export function RecentFollowers({ followers }: { followers: CreatorStats["recentFollowers"] }) {
  return (
    <List
      title="Recent Followers"
      isEmpty={followers.length === 0}
      empty="No followers yet. Share your songs to get your first ones."
    >
      {followers.map((person, index) => (
        <li key={index} className="flex items-center gap-3">
          <Avatar src={person.profileImageUrl} size={40} />
          <span className="min-w-0 flex-1 truncate font-semibold">{person.username}</span>
          <When at={person.followedAt} of={person} />
        </li>
      ))}
    </List>
  );
}

const ICONS = { new_follower: UserPlus, comment: MessageCircle, play: Headphones };

/** What people did with the music. */
export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <List title="Recent Activity" isEmpty={activity.length === 0} empty="You see here what people do with your music.">
      {activity.map(({ type, user, data, timestamp }, index) => {
        const Icon = ICONS[type];
        return (
          <li key={index} className="flex items-start gap-3">
            <Icon aria-hidden="true" size={18} className="mt-1 shrink-0 text-accent" />
            <p className="min-w-0 flex-1 text-sm break-words">
              <strong>{user.username}</strong> <Did type={type} track={data.track} />
              {data.content && <q className="mt-0.5 block text-ink-soft">{data.content}</q>}
            </p>
            <When at={timestamp} of={user} />
          </li>
        );
      })}
    </List>
  );
}

/** What someone did; a song's words lead to its page, and those of a comment to the comments. */
function Did({ type, track }: { type: Activity["type"]; track: Activity["data"]["track"] }) {
  const said = sentenceOf(type, track?.title);
  if (!track) return said;
  const to = `/track/${track.id}${type === "comment" ? "#comments" : ""}`;
  return <Link to={to} className="underline-offset-4 hover:underline">{said}</Link>;
}

function sentenceOf(type: Activity["type"], title: string | undefined): string {
  switch (type) {
    case "new_follower":
      return "started following you";
    case "comment":
      return title === undefined ? "commented on your page" : `commented on ${title}`;
    case "play":
      return `listened to ${title ?? "a song"}`;
    default:
      return type satisfies never;
  }
}

/** Of people without a name the service says no more than the day. */
function When({ at, of }: { at: string; of?: { id: string } }) {
  return (
    <time dateTime={at} className="shrink-0 text-xs text-ink-faint">
      {of?.id === "" ? dayWords(at) : formatAgo(at)}
    </time>
  );
}

interface ListProps {
  title: string;
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}

function List({ title, isEmpty, empty, children }: ListProps) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-4 text-xl">{title}</h2>
      {isEmpty ? <p className="text-sm text-ink-soft">{empty}</p> : <ul className="flex flex-col gap-4">{children}</ul>}
    </Card>
  );
}
