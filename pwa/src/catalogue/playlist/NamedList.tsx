import { ArrowDownUp, Check, ChevronDown, ChevronUp, Flag, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Track } from "@contract/catalogue.ts";
import type { Playlist, PlaylistMember } from "@contract/playlists.ts";
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
import { announce } from "../../ui/live_region.ts";
import { ListButtons } from "../ListButtons.tsx";
import { removeItem, TrackMenu } from "../TrackMenu.tsx";
import { TrackRows } from "../TrackRows.tsx";
import { coverOf, SaveButton } from "../saving/SaveButton.tsx";
import { Failure } from "./Failure.tsx";
import { ListActions } from "./ListActions.tsx";
import { ListLength } from "./ListLength.tsx";
import { WaitingNote } from "./WaitingNote.tsx";
import { usePlaylist, useRemoveFromPlaylist, useReorderPlaylist } from "./api.ts";

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

interface OwnRowsProps {
  list: Playlist;
  isReordering: boolean;
  onFailure(error: unknown): void;
}

/** The tracks of a list that one may change; in reordering each row moves by one, which every finger and keyboard can do. */
function OwnRows({ list, isReordering, onFailure }: OwnRowsProps) {
  const { _id, name, tracks, isOwn, members = [], addedBy = {} } = list;
  const you = members.find(({ isYou }) => isYou)?._id;
  const canRemove = (track: Track) => isOwn || (you !== undefined && addedBy[track._id] === you);
  const adderOf = (track: Track) => members.find((member) => member._id === (addedBy[track._id] ?? members[0]?._id));
  const remove = useRemoveFromPlaylist(_id);
  const reorder = useReorderPlaylist(list);
  const move = (track: Track, step: 1 | -1) => {
    const ids = tracks.map((one) => one._id);
    const from = ids.indexOf(track._id);
    const other = ids[from + step];
    if (other === undefined) return;
    ids[from + step] = track._id;
    ids[from] = other;
    announce(`${track.title} is now number ${from + step + 1}`);
    reorder.mutate(ids, { onError: onFailure });
  };
  return (
    <TrackRows
      label={name}
      tracks={tracks}
      source="playlist"
      numbered
      {...members.length > 0 && { noteOf: (track: Track) => noteOf(adderOf(track)) }}
      buttons={(track, actions) =>
        isReordering ? <Movers track={track} tracks={tracks} onMove={(step) => move(track, step)} /> : (
          <TrackMenu
            track={track}
            actions={actions}
            {...canRemove(track) && { first: removeItem(() => remove.mutate(track, { onError: onFailure })) }}
          />
        )}
    />
  );
}

function noteOf(adder: PlaylistMember | undefined): string {
  return adder ? `Added by ${adder.isYou ? "you" : adder.name}` : "";
}

interface MoversProps {
  track: Track;
  tracks: readonly Track[];
  onMove(step: 1 | -1): void;
}

function Movers({ track, tracks, onMove }: MoversProps) {
  return (
    <>
      <IconButton
        label={`Move ${track.title} up`}
        icon={<ChevronUp size={20} />}
        aria-disabled={track === tracks[0]}
        onClick={() => onMove(-1)}
        className="aria-disabled:opacity-40"
      />
      <IconButton
        label={`Move ${track.title} down`}
        icon={<ChevronDown size={20} />}
        aria-disabled={track === tracks.at(-1)}
        onClick={() => onMove(1)}
        className="aria-disabled:opacity-40"
      />
    </>
  );
}
