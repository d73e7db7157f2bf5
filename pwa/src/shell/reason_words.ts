import type { PlayerTrack } from "../player/types.ts";

/** Why a song is in the queue that the listener did not choose; undefined for all others. */
export function reasonText({ reason, artist }: PlayerTrack): string | undefined {
  switch (reason) {
    case "same_artist":
      return "Same artist";
    case "same_genre":
      return "Same genre";
    case "followed_artist":
      return `Because you follow ${artist}`;
    case "heard_this_week":
      return "Played a lot this week";
    case "saved":
      return "Saved on this device";
    default:
      return undefined;
  }
}
