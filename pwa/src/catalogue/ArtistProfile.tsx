import type { CreatorProfile } from "@contract/catalogue.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { artistQuery } from "../data/catalogue.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { useTitle } from "../lib/use_title.ts";
import { ArtistFailure } from "../ui/ArtistFailure.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ArtistBio } from "./ArtistBio.tsx";
import { ArtistHead } from "./ArtistHead.tsx";
import { NumberedTracks } from "./NumberedTracks.tsx";
import { PlaysUsedUp } from "./PlaysUsedUp.tsx";

/** `/artists/:id`: an artist and the songs, with `comments` below. */
export function ArtistProfile({ comments }: { comments?: ReactNode }) {
  const { id = "" } = useParams();
  const artist = useQuery(artistQuery(id));
  const savedAt = useSavedAt(artist);
  useTitle(artist.data?.name);
  const shown = useDeferredValue(artist.data);
  if (shown && shown._id === artist.data?._id) return <Profile artist={shown} savedAt={savedAt} comments={comments} />;
  if (!artist.isError) return <Skeleton shape="rows" label="Loading artist profile..." />;
  return <ArtistFailure error={artist.error} isFetching={artist.isFetching} onRetry={() => void artist.refetch()} />;
}

interface ProfileProps {
  artist: CreatorProfile;
  savedAt: number | undefined;
  comments: ReactNode;
}

function Profile({ artist, savedAt, comments }: ProfileProps) {
  // The page with all an artist's links leads here, too, and so does its Follow.
  const source = useSearchParams()[0].get("from") === "link" ? "link" : "artist";
  return (
    <>
      <ArtistHead artist={artist} source={source} />
      <SavedNote what="profile" savedAt={savedAt} />
      <div className="@container">
        <div className="grid items-start gap-x-10 gap-y-8 @min-[44rem]:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-labelledby="tracks" className="min-w-0">
            <h2 id="tracks" className="mb-3 text-xl">Tracks</h2>
            {artist.tracks.length === 0
              ? <p className="text-ink-soft">No tracks available from this artist yet.</p>
              : <NumberedTracks tracks={artist.tracks} source={source} />}
          </section>
          <ArtistBio artist={artist} />
        </div>
      </div>
      {comments && <div className="mt-12">{comments}</div>}
      <PlaysUsedUp />
    </>
  );
}
