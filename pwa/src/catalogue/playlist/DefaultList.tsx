import { useSavedAt } from "../../lib/use_saved_at.ts";
import { DEFAULT_LIST } from "../../outbox/write.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { coverOf, SaveButton } from "../saving/SaveButton.tsx";
import { ListButtons } from "../ListButtons.tsx";
import { TrackGrid } from "../TrackGrid.tsx";
import { removeItem, TrackMenu } from "../TrackMenu.tsx";
import { useDefaultPlaylist, useRemoveFromPlaylist } from "./api.ts";
import { Failure } from "./Failure.tsx";
import { WaitingNote } from "./WaitingNote.tsx";

/** The list that everyone has, as a grid. */
export function DefaultList() {
  const query = useDefaultPlaylist();
  const remove = useRemoveFromPlaylist();
  const savedAt = useSavedAt(query);
  if (!query.data) {
    return query.isError
      ? <ErrorState message="Failed to fetch playlist" busy={query.isFetching} onRetry={() => void query.refetch()} />
      : <Skeleton shape="cards" label="Loading your playlist..." />;
  }
  const { tracks } = query.data;
  return (
    <>
      {savedAt !== undefined && <SavedNote what="list" savedAt={savedAt} />}
      <WaitingNote playlistId={DEFAULT_LIST} />
      {tracks.length === 0
        ? (
          <EmptyState
            title="Your playlist is empty"
            text="Add songs from the menu of any track."
            action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
          />
        )
        : (
          <>
            <ListButtons tracks={tracks} source="playlist" className="mb-4">
              <SaveButton
                collection={{ kind: "playlist", id: "default", title: "My Playlist", coverImageUrl: coverOf(tracks) }}
                tracks={tracks}
              />
            </ListButtons>
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
          </>
        )}
      {remove.isError && <Failure text="Failed to remove track from playlist" onClose={remove.reset} />}
    </>
  );
}
