import type { Track } from "@contract/catalogue.ts";
import { useMemo } from "react";
import { useOnline } from "../../lib/connection.ts";
import { useSaved } from "../../lib/saved/app_saved.ts";

/** Says why a track cannot be played now: without a network only what plays already and what is saved can. */
export function useUnavailable(playingId: string | undefined): (track: Pick<Track, "_id">) => string | undefined {
  const isOnline = useOnline();
  const isSaved = useIsSaved();
  const { lock, taste } = useSaved() ?? {};
  return ({ _id }) => {
    if (isOnline || _id === playingId) return undefined;
    if (!isSaved(_id)) return "Not saved for offline";
    return lock || (taste && !taste.trackIds.includes(_id)) ? "Saved, but locked" : undefined;
  };
}

/** Whether a track is whole on this device. */
export function useIsSaved(): (trackId: string) => boolean {
  const tracks = useSaved()?.tracks;
  return useMemo(() => {
    const there = new Set(tracks?.filter(({ state }) => state === "saved").map(({ trackId }) => trackId));
    return (trackId) => there.has(trackId);
  }, [tracks]);
}
