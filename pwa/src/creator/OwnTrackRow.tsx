import type { OwnTrack } from "@contract/uploads.ts";
import { Pencil, Trash2 } from "lucide-react";
import { formatDuration, spokenDuration } from "../lib/format.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { TrackRow } from "../ui/TrackRow.tsx";
import { useRemaining } from "./own_player.ts";
import { OwnSeekBar } from "./OwnSeekBar.tsx";
import { TrackStateMark } from "./TrackStateMark.tsx";

interface OwnTrackRowProps {
  track: OwnTrack;
  isCurrent: boolean;
  isPlaying: boolean;
  onToggle(): void;
  onEdit(): void;
  onDelete(): void;
}

/** A track with its state; what plays counts down. */
export function OwnTrackRow({ track, isCurrent, isPlaying, onToggle, onEdit, onDelete }: OwnTrackRowProps) {
  const unavailable = track.state === "ready"
    ? undefined
    : track.state === "processing"
    ? "Processing: ready in a moment"
    : track.reason ?? "Processing failed";
  return (
    <TrackRow
      track={track}
      isCurrent={isCurrent}
      isPlaying={isPlaying}
      onToggle={onToggle}
      unavailable={unavailable}
      detail={<Details track={track} />}
      below={isCurrent && track.state === "ready" && <OwnSeekBar track={track} />}
      actions={
        <>
          {isCurrent && <Remaining seconds={track.durationSeconds} />}
          {track.state !== "ready" && (
            <span className="max-sm:hidden">
              <TrackStateMark state={track.state} />
            </span>
          )}
          <IconButton label={`Edit ${track.title}`} icon={<Pencil size={18} />} onClick={onEdit} />
          <IconButton label={`Delete ${track.title}`} icon={<Trash2 size={18} />} onClick={onDelete} />
        </>
      }
    />
  );
}

function Details({ track }: { track: OwnTrack }) {
  return (
    <>
      {track.album && <>{" · "}{track.album}{track.trackNumber ? ` ${track.trackNumber}` : ""}</>}
      {" · "}
      <span className="capitalize">{track.genre}</span>
    </>
  );
}

function Remaining({ seconds }: { seconds: number }) {
  const left = useRemaining(seconds);
  return (
    <span className="text-sm font-semibold text-accent tabular-nums" title="Time left">
      <span className="sr-only">{spokenDuration(left)} left</span>
      <span aria-hidden="true">-{formatDuration(left)}</span>
    </span>
  );
}
