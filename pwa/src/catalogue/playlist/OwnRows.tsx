import type { Track } from "@contract/catalogue.ts";
import type { Playlist, PlaylistMember } from "@contract/playlists.ts";
import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { announce } from "../../ui/live_region.ts";
import { removeItem, TrackMenu } from "../TrackMenu.tsx";
import { TrackRows } from "../TrackRows.tsx";
import { useRemoveFromPlaylist, useReorderPlaylist } from "./api.ts";

interface OwnRowsProps {
  list: Playlist;
  isReordering: boolean;
  onFailure(error: unknown): void;
}

/** The tracks of a list that one may change; in reordering each row moves by one, which every finger and keyboard can do. */
export function OwnRows({ list, isReordering, onFailure }: OwnRowsProps) {
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
