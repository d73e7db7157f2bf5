import { useStore } from "../lib/store.ts";
import type { Player } from "./player.ts";

/** The player in a component: its state, its commands, and the position apart, since that changes all the time. */
export function usePlayer(player: Player) {
  const state = useStore(player.state);
  const { subscribeTime, toggle, next, previous, seek, setVolume, changeRepeat, close } = player;
  const { track, playing, waiting, duration, volume, repeat, repeatAll, visible } = state;
  const error = state.error?.text ?? null;
  return {
    ...{ track: visible ? track : null, playing, waiting, duration, volume, repeat, repeatAll, error },
    isShuffled: state.unshuffled !== null,
    asksWhetherHeard: state.error?.code === "still_listening",
    isElsewhere: state.error?.code === "playing_elsewhere",
    ...{ subscribeTime, toggle, next, previous, seek, setVolume, changeRepeat, close },
  };
}
