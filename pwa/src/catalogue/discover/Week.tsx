import { useQuery } from "@tanstack/react-query";
import { Clock3, Headphones, type LucideIcon, Music, Timer, TrendingDown, TrendingUp } from "lucide-react";
import { useState } from "react";
import type { TopArtist, TopArtists, Trend } from "@contract/discover.ts";
import { topArtistsQuery } from "../../data/catalogue.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import {
  formatAgo,
  formatCount,
  formatDuration,
  formatFullCount,
  formatHours,
  plural,
  spokenDuration,
} from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Heart } from "../Heart.tsx";
import { RankMove } from "./RankMove.tsx";

/** The week's figures and ranking. `room` is kept until they are here. */
export function Week({ room }: { room: string }) {
  const { data: week, isPending } = useQuery(topArtistsQuery);
  return (
    <div className={isPending ? room : undefined}>
      <WeeklyTopArtists week={week} />
    </div>
  );
}

/** All of them, until there are more than a phone scrolls through gladly. */
const PAGE = 20;

/**
 * The week in four figures and a ranked list. Without an answer: no list and zeros, as documented. What fell is for
 * creators alone: it does not help to choose a song.
 */
function WeeklyTopArtists({ week }: { week: TopArtists | undefined }) {
  const [shownCount, setShownCount] = useState(PAGE);
  const showsFalls = useSession()?.role === "creator";
  const artists = week?.artists ?? [];
  const shown = artists.slice(0, shownCount);
  const next = Math.min(PAGE, artists.length - shown.length);
  return (
    <section aria-labelledby="top-artists">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="top-artists" className="text-2xl">Weekly Top Artists</h2>
        {week && <p className="text-sm text-ink-soft">Updated {formatAgo(week.updatedAt).toLowerCase()}</p>}
      </div>
      {week && week.totals.totalStreams === 0
        ? <QuietWeek />
        : <Figures totals={week?.totals} showsFalls={showsFalls} />}
      {artists.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-lg">Complete Rankings</h3>
          <ol className="divide-y divide-line">
            {shown.map((artist) => <Ranking key={artist.artistId} artist={artist} showsFalls={showsFalls} />)}
          </ol>
          {next > 0 && (
            <div className="mt-3 flex flex-wrap items-center gap-3">
              <Button variant="quiet" size="small" onClick={() => setShownCount(shown.length + next)}>
                Show {next} more
              </Button>
              <p className="text-sm text-ink-soft">{shown.length} of {artists.length}</p>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** No plays yet: four zeros would say less. */
function QuietWeek() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-xl border border-line bg-surface p-5">
      <div className="max-w-md">
        <p className="font-semibold">No plays this week yet</p>
        <p className="text-sm text-ink-soft">The ranking starts with the first song that someone plays.</p>
      </div>
      <ButtonLink variant="quiet" to="/songs">Browse Tracks</ButtonLink>
    </div>
  );
}

function Figures({ totals, showsFalls }: { totals: TopArtists["totals"] | undefined; showsFalls: boolean }) {
  const { totalStreams = 0, totalDuration = 0, uniqueTracks = 0, averageDuration = 0 } = totals ?? {};
  const shown = (trend: Trend | undefined) => showsFalls || (trend?.change ?? 0) >= 0 ? trend : undefined;
  const trends = totals?.trends;
  return (
    <dl className="figure-grid">
      <Figure Icon={Headphones} name="Total Streams" unit="this week" trend={shown(trends?.totalStreams)}>
        {formatFullCount(totalStreams)}
      </Figure>
      <Figure Icon={Clock3} name="Total Duration" unit="listened" trend={shown(trends?.totalDuration)}>
        {formatHours(totalDuration)}
      </Figure>
      <Figure Icon={Music} name="Unique Tracks" unit="heard" trend={shown(trends?.uniqueTracks)}>
        {formatFullCount(uniqueTracks)}
      </Figure>
      <Figure Icon={Timer} name="Avg Duration" unit="per stream" trend={shown(trends?.averageDuration)}>
        {formatDuration(averageDuration)}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  Icon: LucideIcon;
  name: string;
  unit: string;
  trend: Trend | undefined;
  children: string;
}

function Figure({ Icon, name, unit, trend, children }: FigureProps) {
  const change = trend?.change ?? null;
  const rises = change !== null && change >= 0;
  const Arrow = rises ? TrendingUp : TrendingDown;
  return (
    <div className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-4">
      <dt className="flex items-center gap-2 text-sm text-ink-soft">
        <Icon aria-hidden="true" size={16} className="shrink-0 text-accent" />
        {name}
      </dt>
      <dd className="text-2xl font-bold tracking-tight tabular-nums">
        {children}{" "}
        <span className="inline-block text-sm font-medium tracking-normal text-ink-soft max-sm:block">{unit}</span>
      </dd>
      <dd className="min-h-5 text-xs" aria-hidden={change === null || undefined}>
        {change !== null && (
          <span className={classNames("flex flex-wrap gap-x-1", rises ? "text-success" : "text-danger")}>
            <span className="flex items-center gap-1 font-semibold tabular-nums">
              <Arrow aria-hidden="true" size={14} />
              {rises ? "+" : ""}
              {change}%
            </span>
            <span className="text-ink-faint">vs last week</span>
          </span>
        )}
      </dd>
    </div>
  );
}

/** One artist's week. A fall is shown where `showsFalls`. */
function Ranking({ artist, showsFalls }: { artist: TopArtist; showsFalls: boolean }) {
  const { artistId, artistName, rank, rankBefore, profile } = artist;
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="flex w-7 shrink-0 flex-col items-center font-bold tabular-nums">
        {rank}
        <RankMove rank={rank} before={rankBefore} showsFalls={showsFalls} />
      </span>
      <Cover
        src={profile.profileImage}
        seed={artistId}
        size={52}
        placeholder={profile.placeholder}
        className="shrink-0 rounded-full"
      />
      <div className="@container min-w-0 flex-1">
        <div className="grid items-center gap-x-6 gap-y-1 @lg:grid-cols-[minmax(0,1fr)_auto]">
          <div className="min-w-0">
            <p className="font-semibold">
              <PreloadLink to={`/artists/${artistId}`} className="block truncate underline-offset-4 hover:underline">
                {artistName}
              </PreloadLink>
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              {profile.fullName !== artistName && `${profile.fullName} · `}
              <span title={formatFullCount(profile.followerCount)} className="inline-block">
                {formatCount(profile.followerCount)} {profile.followerCount === 1 ? "follower" : "followers"}
              </span>
            </p>
          </div>
          <Numbers artist={artist} />
        </div>
      </div>
      <Heart kind="artist" id={artistId} name={artistName} />
    </li>
  );
}

function Numbers({ artist }: { artist: TopArtist }) {
  const { totalStreams, totalDurationPlayed, uniqueTracksCount, averageStreamDuration } = artist;
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-ink-soft tabular-nums @lg:grid @lg:grid-cols-[minmax(6.5rem,auto)_4.5rem_5rem_5rem] @lg:gap-x-2 @lg:text-right @lg:text-sm">
      <span>{plural(totalStreams, "stream")}</span>
      <span>{formatHours(totalDurationPlayed)}</span>
      <span>{plural(uniqueTracksCount, "track")}</span>
      <span>
        <span aria-hidden="true">{formatDuration(averageStreamDuration)}</span>
        <span className="sr-only">{spokenDuration(averageStreamDuration)}</span> avg
      </span>
    </p>
  );
}
