import type { Track } from "@contract/catalogue.ts";
import { usePlaying } from "../playing.ts";
import { useUnavailable } from "../saving/use_unavailable.ts";
import type { TrackActionsControl } from "../TrackActions.tsx";

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
export function useListPlay(tracks: readonly Track[], { source, actions }: {
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
