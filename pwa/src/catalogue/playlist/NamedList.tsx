import type { Playlist } from "@contract/playlists.ts";
import { ArrowDownUp, Check, Flag, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { useTitle } from "../../lib/use_title.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { CoverMosaic } from "../../ui/CoverMosaic.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ListButtons } from "../ListButtons.tsx";
import { coverOf, SaveButton } from "../saving/SaveButton.tsx";
import { TrackMenu } from "../TrackMenu.tsx";
import { TrackRows } from "../TrackRows.tsx";
import { usePlaylist } from "./api.ts";
import { Failure } from "./Failure.tsx";
import { ListActions } from "./ListActions.tsx";
import { ListLength } from "./ListLength.tsx";
import { OwnRows } from "./OwnRows.tsx";
import { WaitingNote } from "./WaitingNote.tsx";

interface NamedListProps {
  id: string;
  /** The list was deleted, or left. */
  onGone(): void;
}

/** A list with a name: one's own, to play, reorder and change; one that one may add to; or a public one, to play. */
export function NamedList({ id, onGone }: NamedListProps) {
  const query = usePlaylist(id);
  const savedAt = useSavedAt(query);
  useTitle(query.data?.name);
  return query.data ? <Shown list={query.data} savedAt={savedAt} onGone={onGone} /> : <Missing query={query} />;
}

function Missing({ query: { isError, error, isFetching, refetch } }: { query: ReturnType<typeof usePlaylist> }) {
  if (!isError) return <Skeleton shape="rows" label="Loading the playlist..." />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        heading="h1"
        title="Playlist not found"
        text="Its owner may have deleted it or made it private."
        action={<ButtonLink to="/playlist">My Playlist</ButtonLink>}
      />
    );
  }
  return (
    <ErrorState
      heading="h1"
      message="Failed to fetch playlist"
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

interface ShownProps extends Omit<NamedListProps, "id"> {
  list: Playlist;
  savedAt: number | undefined;
}

function Shown({ list, savedAt, onGone }: ShownProps) {
  const [isReordering, setReordering] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { tracks, isOwn, isShared = false, description } = list;
  const canEdit = isOwn || isShared;
  return (
    <>
      <Head list={list}>
        {canEdit && tracks.length > 1 && (
          <IconButton
            label={isReordering ? "Done" : "Reorder"}
            icon={isReordering ? <Check size={20} /> : <ArrowDownUp size={20} />}
            look={isReordering ? "tinted" : "plain"}
            aria-pressed={isReordering}
            onClick={() => setReordering(!isReordering)}
          />
        )}
        {canEdit ? <ListActions list={list} onGone={onGone} /> : <ShareList list={list} />}
        {!canEdit && <ReportList list={list} />}
      </Head>
      {description !== undefined && (
        <p
          dir="auto"
          className="-mt-1 mb-4 max-w-prose text-sm whitespace-pre-line wrap-anywhere text-ink-soft sm:mb-6"
        >
          {description}
        </p>
      )}
      <SavedNote what="list" savedAt={savedAt} />
      <WaitingNote playlistId={list._id} />
      {tracks.length === 0 && (
        <EmptyState
          title="This playlist is empty"
          text="Add songs from the menu of any track."
          action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
        />
      )}
      {canEdit ? <OwnRows list={list} isReordering={isReordering} onFailure={setFailure} /> : (
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

function Head({ list, children }: { list: Playlist; children: ReactNode }) {
  const { _id: id, name, tracks, isOwn, isPublic, ownerName, members = [] } = list;
  const isOfMany = members.length > 0;
  const covers = tracks.map(({ coverImageUrl }) => coverImageUrl).filter((url) => url !== "");
  return (
    <ListHead
      kind={isOfMany ? "Playlist of several people" : isOwn ? "Your playlist" : "Playlist"}
      title={name}
      seed={id}
      cover={<CoverMosaic covers={covers} seed={id} size={208} className={LIST_COVER} />}
      buttons={
        <ListButtons tracks={tracks} source="playlist">
          {tracks.length > 0 && (
            <SaveButton
              collection={{ kind: "playlist", id, title: name, coverImageUrl: coverOf(tracks) }}
              tracks={tracks}
            />
          )}
          {children}
        </ListButtons>
      }
    >
      {isOfMany
        ? <p className="line-clamp-2">{members.map((member) => member.isYou ? "You" : member.name).join(", ")}</p>
        : !isOwn && ownerName !== "" && (
          <p>
            by <bdi>{ownerName}</bdi>
          </p>
        )}
      <ListLength
        tracks={tracks}
        seenBy={(isOwn || isOfMany) && (isPublic ? "Public" : isOfMany ? "Private" : "Only you")}
      />
    </ListHead>
  );
}

function ReportList({ list }: { list: Playlist }) {
  const navigate = useNavigate();
  const report = () => void navigate(`/report/playlist/${list._id}`);
  return <IconButton label={`Report ${list.name}`} icon={<Flag size={20} />} onClick={report} />;
}

function ShareList({ list: { _id: id, name } }: { list: Playlist }) {
  const [isSharing, setSharing] = useState(false);
  const shared = { text: `Listen to "${name}" on Orin`, url: new URL(`/playlists/${id}`, location.origin).href };
  return (
    <>
      <IconButton label="Share" icon={<Share2 size={20} />} onClick={() => setSharing(true)} />
      {isSharing && <ShareDialog title="Share" shared={shared} onClose={() => setSharing(false)} />}
    </>
  );
}
