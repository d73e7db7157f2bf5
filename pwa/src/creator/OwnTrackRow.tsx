import { Trash2 } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import type { SongFigure } from "@contract/insights.ts";
import type { OwnTrack } from "@contract/uploads.ts";
import { usePeaks } from "../data/catalogue.ts";
import { formatDuration, spokenDuration } from "../lib/format.ts";
import { useStore } from "../lib/store.ts";
import { appPlayer } from "../player/app_player.ts";
import { toPlayerTrack } from "../player/types.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { TrackRow } from "../ui/TrackRow.tsx";
import { WaveSlider } from "../ui/WaveSlider.tsx";
import { useSeek } from "../ui/use_seek.ts";
import { FigureCells, FigureLine } from "./SongFigures.tsx";
import { TrackStateMark } from "./TrackStateMark.tsx";

interface OwnTrackRowProps {
  track: OwnTrack;
  /** Undefined where it has none, or they have not come. */
  figure: SongFigure | undefined;
  /** While several are selected. */
  selected?: { readonly isSelected: boolean; toggle(): void } | undefined;
  isCurrent: boolean;
  isPlaying: boolean;
  onToggle(): void;
  /** Left out where a member of the team may not. */
  onDelete: (() => void) | undefined;
}

/** The page of a song of one's own. */
function songPath(trackId: string): string {
  return `/cs-music-list/${trackId}`;
}

/** A track with its state and figures; what plays counts down. */
export function OwnTrackRow({ track, figure, selected, isCurrent, isPlaying, onToggle, onDelete }: OwnTrackRowProps) {
  const unavailable = track.state === "ready"
    ? undefined
    : track.state === "processing"
    ? "Processing: ready in a moment"
    : track.reason ?? "Processing failed";
  const held = track.holds && track.holds.length > 0 && <HeldMark holds={track.holds} />;
  const seekBar = isCurrent && track.state === "ready" && <OwnSeekBar track={track} />;
  return (
    <TrackRow
      track={track}
      isCurrent={isCurrent}
      isPlaying={isPlaying}
      onToggle={onToggle}
      unavailable={unavailable}
      to={songPath(track._id)}
      detail={<Details track={track} />}
      below={
        <>
          <FigureLine figure={figure} />
          {/* On a phone below the title, which would have no room beside it. */}
          {held && <span className="-mt-2 basis-full pb-2 pl-17 sm:hidden">{held}</span>}
          {seekBar}
        </>
      }
      actions={
        <>
          {isCurrent && <Remaining seconds={track.durationSeconds} />}
          {held && <span className="max-sm:hidden">{held}</span>}
          {track.state !== "ready" && (
            <span className="max-sm:hidden">
              <TrackStateMark state={track.state} />
            </span>
          )}
          <FigureCells figure={figure} />
          {selected && (
            <Checkbox
              label={<span className="sr-only">Select {track.title}</span>}
              checked={selected.isSelected}
              onChange={selected.toggle}
            />
          )}
          {!selected && onDelete && (
            <IconButton label={`Delete ${track.title}`} icon={<Trash2 size={18} />} onClick={onDelete} />
          )}
        </>
      }
    />
  );
}

const HOLD_WORDS = {
  // Its release may have a date already.
  draft: "Not out yet",
  duplicate: "Being checked",
  moderation: "Hidden",
  suspension: "Hidden",
  takedown: "Taken down",
} as const;

/** Why others do not hear it; what was decided leads to why. */
export function HeldMark({ holds }: { holds: readonly (keyof typeof HOLD_WORDS)[] }) {
  const decided = holds.find((hold) => hold === "takedown" || hold === "moderation");
  const word = HOLD_WORDS[decided ?? holds[0] ?? "draft"];
  if (!decided) return <span className="text-xs font-semibold text-ink-soft">{word}</span>;
  return (
    <Link
      to="/held"
      className="inline-flex min-h-11 items-center text-xs font-semibold text-danger underline underline-offset-4"
    >
      {word}: see why
    </Link>
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

/** The waveform of the track that plays, to look at and to seek in. */
function OwnSeekBar({ track }: { track: OwnTrack }) {
  const { slider } = useSeek({ ...useOwnPosition(), duration: track.durationSeconds });
  return (
    <div className="basis-full px-2 pb-2">
      <WaveSlider
        {...slider}
        label={`Seek in ${track.title}`}
        peaks={usePeaks(track._id, track.replaced)}
        className="max-w-xl"
      />
    </div>
  );
}

/** What of a creator's own tracks plays now. Own plays earn nothing and do not count. */
export function useOwnPlayer(): { trackId: string | undefined; isPlaying: boolean; toggle(track: OwnTrack): void } {
  const { track, playing } = useStore(appPlayer().state);
  const toggle = useCallback((wanted: OwnTrack) => {
    const player = appPlayer();
    if (player.state.get().track?.id === wanted._id) player.toggle();
    else player.playTrack([toPlayerTrack(wanted)], 0, "own");
  }, []);
  return { trackId: track?.id, isPlaying: playing, toggle };
}

/** Where the track that plays is, in whole seconds, and the way to another place in it. */
function useOwnPosition(): { position: number; seek(seconds: number): void } {
  const { position, seek } = appPlayer();
  const at = () => Math.floor(position.get());
  return { position: useSyncExternalStore(position.subscribe, at, at), seek };
}

/** Whole seconds that are left of the track that plays; changes once a second. */
function useRemaining(durationSeconds: number): number {
  const { position } = appPlayer();
  const left = () => Math.max(0, Math.ceil(durationSeconds - position.get()));
  return useSyncExternalStore(position.subscribe, left, left);
}
