import type { Track } from "@contract/catalogue.ts";
import { lazy, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { formatDate } from "../../lib/format.ts";
import { Deferred } from "../../ui/Deferred.tsx";
import { Duration } from "../../ui/Duration.tsx";

const TrackMakers = lazy(() =>
  import("../release/TrackMakers.tsx").then((module) => ({ default: module.TrackMakers }))
);

/** What is known about a song: who made it, where it belongs and when it came out. */
export function TrackCredits({ track, albumId }: { track: Track; albumId: string | undefined }) {
  const { artist, artistId, album, genre, durationSeconds, createdAt } = track;
  return (
    <section aria-labelledby="credits" className="rounded-xl border border-line bg-surface p-5">
      <h2 id="credits" className="mb-2 text-lg">Credits</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 text-sm">
        <Credit name="Artist">
          <Way to={`/artists/${artistId}`}>{artist}</Way>
        </Credit>
        {album !== undefined && (
          <Credit name="Album">
            {albumId === undefined ? album : <Way to={`/music-details?id=${albumId}`}>{album}</Way>}
          </Credit>
        )}
        <Credit name="Genre">
          <Way to={`/songs?genre=${encodeURIComponent(genre)}`} className="capitalize">{genre}</Way>
        </Credit>
        <Credit name="Length">
          <Duration seconds={durationSeconds} />
        </Credit>
        <Credit name="Released">{formatDate(createdAt)}</Credit>
        <Deferred>
          <TrackMakers trackId={track._id} />
        </Deferred>
      </dl>
    </section>
  );
}

function Credit({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-1.5 text-ink-soft">{name}</dt>
      <dd className="py-1.5 text-right wrap-anywhere">{children}</dd>
    </>
  );
}

function Way({ to, className = "", children }: { to: string; className?: string; children: string }) {
  return (
    <Link to={to} className={`inline-block min-h-6 font-semibold text-accent hover:underline ${className}`}>
      {children}
    </Link>
  );
}
