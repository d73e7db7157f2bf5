import type { Track } from "@contract/catalogue.ts";
import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { formatHours, plural } from "../../lib/format.ts";
import { AdireCloth } from "../../ui/AdireCloth.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import type { TrackActionsControl } from "../TrackActions.tsx";
import { usePlaying } from "../playing.ts";
import { useUnavailable } from "../saving/use_unavailable.ts";

interface TodaysMixProps {
  /** Undefined while it comes: its room is kept. */
  mix: readonly Track[] | undefined;
  reason: string;
  actions: TrackActionsControl;
  /** Another way to go on, in a row of the card: below the mix, or beside it where there is room. */
  children?: ReactNode;
}

/** The day's songs behind one round button. */
export function TodaysMix({ mix, reason, actions, children }: TodaysMixProps) {
  const { isPlaying, track, toggle } = useListPlay(mix ?? [], { source: "mix", actions });
  const seconds = mix?.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0) ?? 0;
  const isSilent = mix !== undefined && !track;
  return (
    <section
      aria-labelledby="todays-mix"
      className="relative isolate flex flex-wrap overflow-hidden rounded-xl bg-dye text-on-dye"
    >
      <AdireCloth
        seed="todays mix"
        className="-z-10 text-on-dye opacity-10 mask-[linear-gradient(to_left,black,transparent)]"
      />
      <div className="@container flex min-h-33 min-w-0 grow-3 basis-96 items-center gap-3 p-3 sm:gap-5 sm:p-4">
        <Mosaic tracks={mix ?? []} />
        <div className="min-w-0 flex-1">
          <h2 id="todays-mix" className="text-base leading-tight sm:text-xl">Today's mix</h2>
          <p className="mt-1 text-sm text-balance">{isSilent ? "None of its songs is on this device." : reason}</p>
          <p className="mt-1 min-h-4.5 text-xs opacity-85">
            {mix && mix.length > 0 && `${plural(mix.length, "song")}, ${lengthOf(seconds)}`}
          </p>
        </div>
        <IconButton
          look="solid"
          size="large"
          // The light theme's own button has the colour of the cloth.
          className="in-data-[theme=light]:bg-on-dye! in-data-[theme=light]:text-dye!"
          label={isPlaying ? "Pause today's mix" : "Play today's mix"}
          icon={isPlaying
            ? <Pause size={28} fill="currentColor" />
            : <Play size={28} fill="currentColor" className="ml-1" />}
          onClick={toggle}
          disabled={!track}
        />
      </div>
      {children && <div className="min-w-0 grow-2 basis-68 bg-scrim/40">{children}</div>}
    </section>
  );
}

/** Four covers, or as many as there are on their cloth. */
function Mosaic({ tracks }: { tracks: readonly Track[] }) {
  const covers = [...new Map(tracks.map((track) => [track.coverImageUrl, track])).values()].slice(0, 4);
  return (
    <span
      aria-hidden="true"
      className="grid size-22 shrink-0 grid-cols-2 overflow-hidden rounded-lg bg-on-dye/10 shadow-lift @max-[17rem]:hidden sm:size-28"
    >
      {covers.map((track) => (
        <Cover
          key={track._id}
          src={track.coverImageUrl}
          seed={track._id}
          size={56}
          placeholder={track.placeholder}
          priority
          className="size-full!"
        />
      ))}
    </span>
  );
}

function lengthOf(seconds: number): string {
  return seconds < 3_600 ? `${Math.max(1, Math.round(seconds / 60))} min` : formatHours(seconds);
}

/** What one press on a list's round button does. */
interface ListPlay {
  isPlaying: boolean;
  /** The song that plays of this list, or that would. */
  track: Track | undefined;
  toggle(): void;
}

/**
 * Plays a list from the song that it is at, or from its first one that can be heard now; the whole list is the queue.
 * A song of it that plays from elsewhere is not the list: then it begins with another one. `track` is missing where no
 * song of it can be heard: without a network, when none is saved.
 */
function useListPlay(tracks: readonly Track[], { source, actions }: {
  source: string;
  actions: TrackActionsControl;
}): ListPlay {
  const { trackId, isPlaying, source: from } = usePlaying();
  const unavailableOf = useUnavailable(trackId);
  const known = tracks.findIndex((track) => track._id === trackId);
  const current = from === source ? known : -1;
  const first = tracks.findIndex((track) => track._id !== trackId && unavailableOf(track) === undefined);
  const index = current >= 0 ? current : first >= 0 ? first : known;
  return {
    isPlaying: isPlaying && current >= 0,
    track: tracks[index],
    toggle: () => index >= 0 && actions.play(tracks, { index, source }),
  };
}
