import type { Track } from "@contract/catalogue.ts";
import { Heart } from "lucide-react";
import { useState } from "react";
import { useHearts } from "../../data/hearts.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { coverOf, SaveButton } from "../saving/SaveButton.tsx";
import { ListButtons } from "../ListButtons.tsx";
import { TrackHeart } from "../TrackHeart.tsx";
import { TrackMenu } from "../TrackMenu.tsx";
import { TrackRows } from "../TrackRows.tsx";
import { useAllPages } from "../use_all_pages.ts";
import { LIKED } from "./library_items.ts";
import { ListLength } from "./ListLength.tsx";

/** The songs that have the user's heart, newest first; saved on this device as a whole. */
export function LikedSongs() {
  const query = useHearts();
  const savedAt = useSavedAt(query);
  const [wantsAll, setWantsAll] = useState(false);
  const isComing = useAllPages(query, wantsAll);
  const pages = query.data?.pages;
  const tracks = pages?.flatMap((page) => page.tracks);
  return (
    <>
      <Head tracks={tracks} count={pages?.[0]?.trackIds.length} isLoading={isComing} onAsk={() => setWantsAll(true)} />
      {tracks
        ? <Tracks tracks={tracks} savedAt={savedAt} />
        : query.isError
        ? <ErrorState message="Failed to fetch playlist" busy={query.isFetching} onRetry={() => void query.refetch()} />
        : <Skeleton shape="rows" label="Loading your liked songs..." />}
      {query.hasNextPage && (
        <div className="flex justify-center pt-6">
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}

function Tracks({ tracks, savedAt }: { tracks: readonly Track[]; savedAt: number | undefined }) {
  return (
    <>
      <SavedNote what="list" savedAt={savedAt} />
      {tracks.length === 0 && (
        <EmptyState
          isSmall
          title="No liked songs yet"
          text="Tap the heart on a song to add it here."
          action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
        />
      )}
      <TrackRows
        label="Liked Songs"
        tracks={tracks}
        source="liked"
        buttons={(track, actions) => (
          <>
            <TrackHeart track={track} />
            <TrackMenu track={track} actions={actions} />
          </>
        )}
      />
    </>
  );
}

interface HeadProps {
  tracks: readonly Track[] | undefined;
  count: number | undefined;
  /** The songs that were not there yet are on their way. */
  isLoading: boolean;
  /** A listener who saves the list wants all of it. */
  onAsk(): void;
}

function Head({ tracks, count, isLoading, onAsk }: HeadProps) {
  return (
    <ListHead
      kind="Your playlist"
      title="Liked Songs"
      seed={LIKED}
      cover={
        <span aria-hidden="true" className={`${LIST_COVER} grid aspect-square place-items-center bg-dye text-on-dye`}>
          <Heart size={48} fill="currentColor" />
        </span>
      }
      buttons={tracks && tracks.length > 0 && (
        <ListButtons tracks={tracks} source="liked">
          <SaveButton
            collection={{ kind: "playlist", id: "liked", title: "Liked Songs", coverImageUrl: coverOf(tracks) }}
            tracks={tracks}
            onAsk={onAsk}
            isLoading={isLoading}
          />
        </ListButtons>
      )}
    >
      {tracks && <ListLength tracks={tracks} count={count} />}
    </ListHead>
  );
}
