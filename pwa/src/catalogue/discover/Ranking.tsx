import type { TopArtist } from "@contract/discover.ts";
import { formatCount, formatDuration, formatFullCount, formatHours, plural, spokenDuration } from "../../lib/format.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Heart } from "../Heart.tsx";
import { RankMove } from "./RankMove.tsx";

/** One artist's week. A fall is shown where `showsFalls`. */
export function Ranking({ artist, showsFalls }: { artist: TopArtist; showsFalls: boolean }) {
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
