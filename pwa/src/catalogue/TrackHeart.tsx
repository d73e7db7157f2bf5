import type { Track } from "@contract/catalogue.ts";
import { Heart } from "./Heart.tsx";

/** The heart of a track. */
export function TrackHeart({ track }: { track: Track }) {
  return <Heart kind="track" id={track._id} name={track.title} by={track.artist} track={track} />;
}
