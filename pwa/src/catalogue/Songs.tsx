import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { AdSlot } from "./AdSlot.tsx";
import { slideOf } from "./discover/slides.ts";
import { GenreChips } from "./GenreChips.tsx";
import { ADS_EVERY } from "./house_ads.ts";
import { ListButtons } from "./ListButtons.tsx";
import { LoadMore } from "./LoadMore.tsx";
import { PlaysUsedUp } from "./PlaysUsedUp.tsx";
import { SharedTrack } from "./SharedTrack.tsx";
import { TrackGrid } from "./TrackGrid.tsx";
import { type SongList, useSongs } from "./use_songs.ts";

const FAILURE = "Failed to fetch tracks";

interface SongsProps {
  /** What today still gives, above the list. */
  today: ReactNode;
  /** What the current track has earned; stays in sight. */
  reward: ReactNode;
  /** Between the tracks of who has no Premium. */
  hasAds?: boolean;
}

/** `/songs`, Stream & Earn. `?genre=` picks a genre, `?list=` one of the carousel's lists, `?track=` opens a shared song. */
export function Songs({ today, reward, hasAds = false }: SongsProps) {
  const [params, setParams] = useSearchParams();
  const genre = params.get("genre") ?? "";
  const sharedId = params.get("track");
  const slide = slideOf(params.get("list"));
  const songs = useSongs(genre, slide?.list);
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
        title={slide?.title ?? "Stream & Earn"}
        seed={slide?.list}
        before={slide && <BackLink to="/songs">All tracks</BackLink>}
        subtitle={slide?.text ?? (
          <>
            Listening earns tokens, up to a limit a day.{" "}
            <Link
              to="/policy"
              className="font-semibold whitespace-nowrap text-accent underline-offset-4 hover:underline"
            >
              How it works
            </Link>
          </>
        )}
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
        {slide && songs.tracks.length > 0 && (
          <ListButtons
            tracks={songs.tracks}
            source="songs"
            className="-mt-3 mb-4"
          />
        )}
        <SongStates songs={songs} genre={genre} hasAds={hasAds} onAll={() => change("genre", "")} />
      </div>
      <PlaysUsedUp />
    </>
  );
}

interface SongStatesProps {
  songs: SongList;
  genre: string;
  hasAds: boolean;
  onAll(): void;
}

function SongStates({ songs, genre, hasAds, onAll }: SongStatesProps) {
  const { status, tracks, pages } = songs;
  if (status === "loading") return <Skeleton shape="cards" count={10} label="Loading tracks..." />;
  if (status === "failed") {
    return <ErrorState message={FAILURE} busy={pages.isFetching} onRetry={() => void pages.refetch()} />;
  }
  if (tracks.length === 0) return <NoTracks genre={genre} onAll={onAll} />;
  return (
    <div>
      <TrackGrid label="Tracks" tracks={tracks} source="songs" {...(hasAds && { between: adAfter })} />
      <LoadMore pages={pages} failure={FAILURE} />
    </div>
  );
}

function adAfter(index: number): ReactNode {
  return (index + 1) % ADS_EVERY === 0 ? <AdSlot place={(index + 1) / ADS_EVERY - 1} /> : null;
}

function NoTracks({ genre, onAll }: { genre: string; onAll(): void }) {
  if (genre === "") {
    return <EmptyState title="No Tracks Available" text="New music is on its way. Please check back soon." />;
  }
  const action = <button type="button" onClick={onAll} className="font-semibold text-accent">Show all tracks</button>;
  return <EmptyState title="No tracks found for this genre" seed={genre} action={action} />;
}
