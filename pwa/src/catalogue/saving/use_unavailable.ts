import type { Track } from "@contract/catalogue.ts";
import { useOnline } from "../../lib/connection.ts";
import { useSaved } from "../../lib/saved/app_saved.ts";

/** Says why a track cannot be played now: without a network only what plays already and what is saved can. */
export function useUnavailable(playingId: string | undefined): (track: Pick<Track, "_id">) => string | undefined {
  const isOnline = useOnline();
  const { tracks = [], lock } = useSaved() ?? {};
  return ({ _id }) => {
    if (isOnline || _id === playingId) return undefined;
    const isSaved = tracks.some(({ trackId, state }) => trackId === _id && state === "saved");
    if (!isSaved) return "Not saved for offline";
    return lock ? "Saved, but locked" : undefined;
  };
}
