import type { Playlist } from "@contract/playlists.ts";
import { useState } from "react";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { useTitle } from "../../lib/use_title.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { coverOf, SaveButton } from "../saving/SaveButton.tsx";
import { TrackMenu } from "../TrackMenu.tsx";
import { TrackRows } from "../TrackRows.tsx";
import { usePlaylist } from "./api.ts";
import { Failure } from "./Failure.tsx";
import { ListActions } from "./ListActions.tsx";
import { OwnRows } from "./OwnRows.tsx";
import { WaitingNote } from "./WaitingNote.tsx";

interface NamedListProps {
  id: string;
  /** The list was deleted. */
  onGone(): void;
}

/** A list with a name: one's own, to play, reorder and change; or someone's public one, to play. */
export function NamedList({ id, onGone }: NamedListProps) {
  const query = usePlaylist(id);
  const savedAt = useSavedAt(query);
  useTitle(query.data?.name);
  if (query.data) {
    return (
      <>
        {savedAt !== undefined && <SavedNote what="list" savedAt={savedAt} />}
        <WaitingNote playlistId={id} />
        <Shown list={query.data} onGone={onGone} />
      </>
    );
  }
  if (!query.isError) return <Skeleton shape="rows" label="Loading the playlist..." />;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        title="Playlist not found"
        text="Its owner may have deleted it or made it private."
        action={<ButtonLink to="/playlist">My Playlist</ButtonLink>}
      />
    );
  }
  return <ErrorState message="Failed to fetch playlist" busy={query.isFetching} onRetry={() => void query.refetch()} />;
}

function Shown({ list, onGone }: { list: Playlist; onGone(): void }) {
  const [isReordering, setReordering] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { tracks } = list;
  return (
    <>
      {(list.isOwn || tracks.length > 0) && (
        <div className="mb-4 flex flex-wrap items-center gap-2">
          {list.isOwn && tracks.length > 1 && (
            <Button
              variant="quiet"
              size="small"
              aria-pressed={isReordering}
              onClick={() => setReordering(!isReordering)}
            >
              {isReordering ? "Done" : "Reorder"}
            </Button>
          )}
          {tracks.length > 0 && (
            <SaveButton
              collection={{ kind: "playlist", id: list._id, title: list.name, coverImageUrl: coverOf(tracks) }}
              tracks={tracks}
            />
          )}
          {list.isOwn && <ListActions list={list} onGone={onGone} />}
        </div>
      )}
      {tracks.length === 0 && (
        <EmptyState
          title="This playlist is empty"
          text="Add songs from the menu of any track."
          action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
        />
      )}
      {list.isOwn ? <OwnRows list={list} isReordering={isReordering} onFailure={setFailure} /> : (
        <TrackRows
          label={list.name}
          tracks={tracks}
          source="playlist"
          buttons={(track, actions) => <TrackMenu track={track} actions={actions} />}
        />
      )}
      {failure !== undefined && (
        <Failure
          text={failureText(failure, "Failed to change playlist")}
          onClose={() => setFailure(undefined)}
        />
      )}
    </>
  );
}
