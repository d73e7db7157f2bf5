import { useQuery } from "@tanstack/react-query";
import { artistsQuery } from "../data/catalogue.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ArtistCard } from "./ArtistCard.tsx";

/** `/artists`: everyone who makes music here. */
export function Artists() {
  const artists = useQuery(artistsQuery);
  const savedAt = useSavedAt(artists);
  return (
    <>
      <PageHeader title="Artists" subtitle="The people behind the songs. Follow the ones you love." />
      <SavedNote what="list" savedAt={savedAt} />
      {artists.isPending && <Skeleton shape="people" count={10} label="Loading artists..." />}
      {artists.isError && !artists.data && (
        <ErrorState
          message="Failed to fetch creators"
          busy={artists.isFetching}
          onRetry={() => void artists.refetch()}
        />
      )}
      {artists.data?.length === 0 && <EmptyState title="No artists yet" text="The first artists are on their way." />}
      {artists.data && artists.data.length > 0 && (
        <ul
          aria-label="Artists"
          className="cover-grid gap-x-3 gap-y-4"
        >
          {artists.data.map((artist, index) => <ArtistCard key={artist._id} artist={artist} priority={index < 4} />)}
        </ul>
      )}
    </>
  );
}
