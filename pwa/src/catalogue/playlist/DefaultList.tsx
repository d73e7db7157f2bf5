import type { Track } from "@contract/catalogue.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { DEFAULT_LIST } from "../../outbox/write.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { CoverMosaic } from "../../ui/CoverMosaic.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { coverOf, SaveButton } from "../saving/SaveButton.tsx";
import { ListButtons } from "../ListButtons.tsx";
import { TrackGrid } from "../TrackGrid.tsx";
import { removeItem, TrackMenu } from "../TrackMenu.tsx";
import { useDefaultPlaylist, useRemoveFromPlaylist } from "./api.ts";
import { Failure } from "./Failure.tsx";
import { ListLength } from "./ListLength.tsx";
import { WaitingNote } from "./WaitingNote.tsx";

/** The list that everyone has, as a grid. */
export function DefaultList() {
  const query = useDefaultPlaylist();
  const savedAt = useSavedAt(query);
  const tracks = query.data?.tracks;
  return (
    <>
      <Head tracks={tracks} />
      {tracks
        ? (
          <>
            {savedAt !== undefined && <SavedNote what="list" savedAt={savedAt} />}
            <WaitingNote playlistId={DEFAULT_LIST} />
            <Tracks tracks={tracks} />
          </>
        )
        : query.isError
        ? <ErrorState message="Failed to fetch playlist" busy={query.isFetching} onRetry={() => void query.refetch()} />
        : <Skeleton shape="cards" label="Loading your playlist..." />}
    </>
  );
}

/** As of every list; its figures show once they are known. */
function Head({ tracks }: { tracks: readonly Track[] | undefined }) {
  const covers = tracks?.map(({ coverImageUrl }) => coverImageUrl).filter((url) => url !== "") ?? [];
  return (
    <ListHead
      kind="Your playlist"
      title="My Playlist"
      seed="My Playlist"
      cover={<CoverMosaic covers={covers} seed="My Playlist" size={208} className={LIST_COVER} />}
      buttons={tracks && tracks.length > 0 && (
        <ListButtons tracks={tracks} source="playlist">
          <SaveButton
            collection={{ kind: "playlist", id: "default", title: "My Playlist", coverImageUrl: coverOf(tracks) }}
            tracks={tracks}
          />
        </ListButtons>
      )}
    >
      {tracks && <ListLength tracks={tracks} />}
    </ListHead>
  );
}

function Tracks({ tracks }: { tracks: readonly Track[] }) {
  const remove = useRemoveFromPlaylist();
  return (
    <>
      {tracks.length === 0
        ? (
          <EmptyState
            isSmall
            title="Your playlist is empty"
            text="Add songs from the menu of any track."
            action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
          />
        )
        : (
          <TrackGrid
            label="My Playlist"
            tracks={tracks}
            source="playlist"
            menu={(track, actions) => (
              <TrackMenu
                track={track}
                actions={actions}
                first={removeItem(() => remove.mutate(track))}
              />
            )}
          />
        )}
      {remove.isError && <Failure text="Failed to remove track from playlist" onClose={remove.reset} />}
    </>
  );
}
