import type { Track } from "@contract/catalogue.ts";
import { Pause, Play } from "lucide-react";
import { classNames } from "../../ui/class_names.ts";
import { Cover } from "../../ui/Cover.tsx";
import { usePlaying } from "../playing.ts";
import { useUnavailable } from "../saving/use_unavailable.ts";
import type { TrackActionsControl } from "../TrackActions.tsx";

interface ContinueTileProps {
  /** What was played, the last one first. */
  recent: readonly Track[];
  actions: TrackActionsControl;
}

/** The song that one was at, behind one press. What was played before is the queue. Without a song, its room. */
export function ContinueTile({ recent, actions }: ContinueTileProps) {
  const { trackId, isPlaying } = usePlaying();
  const unavailableOf = useUnavailable(trackId);
  const current = recent.findIndex((track) => track._id === trackId);
  const index = Math.max(0, current >= 0 ? current : recent.findIndex((track) => !unavailableOf(track)));
  const track = recent[index];
  if (!track) return <div className="h-full min-h-18 rounded-xl border border-line bg-surface" />;
  const unavailable = unavailableOf(track);
  const moves = isPlaying && current >= 0;
  return (
    <button
      type="button"
      disabled={!!unavailable}
      onClick={() => actions.play(recent, { index, source: "recent" })}
      className="group flex h-full min-h-18 w-full items-center gap-3 rounded-xl border border-line bg-surface p-1.5 pr-3 text-left leading-tight transition-colors hover:bg-raised"
    >
      <Cover
        src={track.coverImageUrl}
        seed={track._id}
        size={56}
        placeholder={track.placeholder}
        priority
        className={classNames("shrink-0 rounded-lg", unavailable && "opacity-50")}
      />
      <span className="min-w-0 flex-1">
        <span className="block text-xs leading-tight font-semibold text-accent">
          {moves && <span className="sr-only">Pause:</span>}
          {moves ? "Playing" : "Continue listening"}
        </span>
        <span className="block truncate font-semibold">{track.title}</span>
        <span className="block truncate text-sm leading-tight text-ink-soft">{unavailable ?? track.artist}</span>
      </span>
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-ink/8 transition-colors group-hover:bg-primary group-hover:text-on-primary"
      >
        {moves ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" className="ml-0.5" />}
      </span>
    </button>
  );
}
