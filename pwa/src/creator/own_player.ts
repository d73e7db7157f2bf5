import type { OwnTrack } from "@contract/uploads.ts";
import { useCallback, useSyncExternalStore } from "react";
import { useStore } from "../lib/store.ts";
import { appPlayer } from "../player/app_player.ts";
import { toPlayerTrack } from "../player/types.ts";

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
export function useOwnPosition(): { position: number; seek(seconds: number): void } {
  const { position, seek } = appPlayer();
  const at = () => Math.floor(position.get());
  return { position: useSyncExternalStore(position.subscribe, at, at), seek };
}

/** Whole seconds that are left of the track that plays; changes once a second. */
export function useRemaining(durationSeconds: number): number {
  const { position } = appPlayer();
  const left = () => Math.max(0, Math.ceil(durationSeconds - position.get()));
  return useSyncExternalStore(position.subscribe, left, left);
}
