import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { GenreChips } from "./GenreChips.tsx";
import { LoadMore } from "./LoadMore.tsx";
import { PlaysUsedUp } from "./PlaysUsedUp.tsx";
import { SharedTrack } from "./SharedTrack.tsx";
import { TrackGrid } from "./TrackGrid.tsx";
import { type SongList, useSongs } from "./use_songs.ts";

const FAILURE = "Failed to fetch tracks";

export interface SongsProps {
  /** What today still gives; stands above the list. */
  today: ReactNode;
  /** What the current track has earned; stays in sight. */
  reward: ReactNode;
}

/** `/songs`, Stream & Earn. `?genre=` picks a genre, `?track=` opens a song that somebody has shared. */
export function Songs({ today, reward }: SongsProps) {
  const [params, setParams] = useSearchParams();
  const genre = params.get("genre") ?? "";
  const sharedId = params.get("track");
  const songs = useSongs(genre);
  const savedAt = useSavedAt(songs.pages);
  const change = (name: string, value: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (value === "") after.delete(name);
      else after.set(name, value);
      return after;
    }, { replace: true });
  return (
    <>
      <PageHeader
        title="Stream & Earn"
        subtitle={
          <>
            Every minute you listen earns tokens.{" "}
            <Link
              to="/policy"
              className="font-semibold whitespace-nowrap text-accent underline-offset-4 hover:underline"
            >
              How it works
            </Link>
          </>
        }
      />
      {sharedId && <SharedTrack id={sharedId} pages={songs.all} onClose={() => change("track", "")} />}
      {today}
      {reward}
      {songs.genres.length > 0 && (
        <GenreChips
          genres={songs.genres}
          selected={genre}
          onSelect={(chosen) => change("genre", chosen)}
        />
      )}
      <div className="pt-5">
        {songs.tracks.length > 0 && <SavedNote what="list" savedAt={savedAt} />}
        <SongStates songs={songs} genre={genre} onAll={() => change("genre", "")} />
      </div>
      <PlaysUsedUp />
    </>
  );
}

function SongStates({ songs, genre, onAll }: { songs: SongList; genre: string; onAll(): void }) {
  const { status, tracks, pages } = songs;
  if (status === "loading") return <Skeleton shape="cards" count={10} label="Loading tracks..." />;
  if (status === "failed") {
    return <ErrorState message={FAILURE} busy={pages.isFetching} onRetry={() => void pages.refetch()} />;
  }
  if (tracks.length === 0) return <NoTracks genre={genre} onAll={onAll} />;
  return (
    <div>
      <TrackGrid label="Tracks" tracks={tracks} source="songs" />
      <LoadMore pages={pages} failure={FAILURE} />
    </div>
  );
}

function NoTracks({ genre, onAll }: { genre: string; onAll(): void }) {
  if (genre === "") {
    return <EmptyState title="No Tracks Available" text="New music is on its way. Please come back a little later." />;
  }
  const action = <button type="button" onClick={onAll} className="font-semibold text-accent">Show all tracks</button>;
  return <EmptyState title="No tracks found for this genre" seed={genre} action={action} />;
}
