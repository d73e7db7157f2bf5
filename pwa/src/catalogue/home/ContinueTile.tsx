import type { Track } from "@contract/catalogue.ts";
import { Play } from "lucide-react";
import { classNames } from "../../ui/class_names.ts";
import { Cover } from "../../ui/Cover.tsx";
import { usePlaying } from "../playing.ts";
import { useUnavailable } from "../saving/use_unavailable.ts";
import type { TrackActionsControl } from "../TrackActions.tsx";
import { FollowSomebody } from "./FollowSomebody.tsx";

interface ContinueTileProps {
  /** Undefined while it comes: its room is kept. */
  recent: readonly Track[] | undefined;
  actions: TrackActionsControl;
}

/**
 * The last song that one was at, behind one press; what was played before is the queue. The player has the song that it
 * is at itself, so that one is not offered here. For who heard nothing else: the way to the artists.
 */
export function ContinueTile({ recent, actions }: ContinueTileProps) {
  const { trackId } = usePlaying();
  const unavailableOf = useUnavailable(trackId);
  if (!recent) return <div className="h-full min-h-18" />;
  const others = recent.filter((track) => track._id !== trackId);
  const track = others.find((track) => !unavailableOf(track)) ?? others[0];
  if (!track) return <FollowSomebody inCard />;
  const unavailable = unavailableOf(track);
  return (
    <button
      type="button"
      disabled={!!unavailable}
      onClick={() => actions.play(recent, { index: recent.indexOf(track), source: "recent" })}
      className="group flex h-full min-h-18 w-full items-center gap-3 p-1.5 pr-3 pl-3 text-left leading-tight -outline-offset-4 sm:pl-4"
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
        <span className="block text-xs leading-tight font-semibold text-(--marigold)">Continue listening</span>
        <span className="block truncate leading-snug font-semibold">{track.title}</span>
        <span className="block truncate text-sm leading-snug text-on-dye/85">{unavailable ?? track.artist}</span>
      </span>
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-on-dye/15 transition-colors group-hover:bg-on-dye group-hover:text-dye"
      >
        <Play size={20} fill="currentColor" className="ml-0.5" />
      </span>
    </button>
  );
}
