import type { Album } from "@contract/discover.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { useSearchParams } from "react-router-dom";
import { albumQuery, newestAlbumQuery } from "../../data/catalogue.ts";
import { ApiError } from "../../lib/api_error.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { useTitle } from "../../lib/use_title.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { NumberedTracks } from "../NumberedTracks.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { AlbumArtists } from "./AlbumArtists.tsx";
import { AlbumCards } from "./AlbumCards.tsx";
import { AlbumHead } from "./AlbumHead.tsx";

/** Below everything else, so no page waits for it. */
const AlbumCreditList = lazy(() =>
  import("../release/AlbumCreditList.tsx").then((module) => ({ default: module.AlbumCreditList }))
);

/** `/music-details?id=`: an album with its tracks and artists, and more music; without an id the newest one. */
export function MusicDetails() {
  const [params] = useSearchParams();
  const asked = params.get("id") ?? "";
  const newest = useQuery({ ...newestAlbumQuery, enabled: asked === "" });
  const album = useQuery(albumQuery(asked || newest.data || ""));
  const savedAt = useSavedAt(album);
  useTitle(album.data?.title);
  if (album.data) {
    return (
      <>
        <SavedNote what="album" savedAt={savedAt} />
        <Details album={album.data} source={params.get("from") === "release" ? "release" : "album"} />
      </>
    );
  }
  if (newest.data === "" || (album.error instanceof ApiError && album.error.status === 404)) {
    return (
      <EmptyState
        heading="h1"
        title="Album not found"
        text="The link may be old, or the artist has removed the album."
        action={<ButtonLink to="/songs?list=new-albums">New Albums</ButtonLink>}
      />
    );
  }
  const failed = [newest, album].find((query) => query.isError);
  if (!failed) return <Skeleton shape="rows" label="Loading album..." />;
  return (
    <ErrorState
      heading="h1"
      message="Failed to load album"
      busy={failed.isFetching}
      onRetry={() => void failed.refetch()}
    />
  );
}

/** `source`: where plays that begin here come from. */
function Details({ album, source }: { album: Album; source: string }) {
  return (
    <>
      <AlbumHead album={album} source={source} />
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 @min-[44rem]:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-labelledby="tracks" className="min-w-0">
            <h2 id="tracks" className="mb-3 text-xl">Tracks</h2>
            <NumberedTracks tracks={album.tracks} source={source} />
          </section>
          <AlbumArtists artists={album.artists} />
        </div>
      </div>
      {album.credits && (
        <Deferred>
          <AlbumCreditList credits={album.credits} />
        </Deferred>
      )}
      {album.moreMusic.length > 0 && (
        <section aria-labelledby="more" className="mt-12">
          <h2 id="more" className="mb-4 text-xl">More Music</h2>
          <AlbumCards label="More Music" albums={album.moreMusic} />
        </section>
      )}
      <PlaysUsedUp />
    </>
  );
}
