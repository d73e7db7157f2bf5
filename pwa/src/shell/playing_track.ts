import type { Track } from "@contract/catalogue.ts";
import { useQuery } from "@tanstack/react-query";
import { trackQuery } from "../data/catalogue.ts";
import { formatDuration } from "../lib/format.ts";
import { useStore } from "../lib/store.ts";
import { appPlayer } from "../player/app_player.ts";
import type { PlayerTrack } from "../player/types.ts";

/** The song that plays as lists have it, and where its album is; from the queue until the service has answered. */
export function usePlayingTrack(): { track: Track | undefined; albumId: string | undefined } {
  const { track } = useStore(appPlayer().state);
  const { data } = useQuery({ ...trackQuery(track?.id ?? ""), enabled: track !== null });
  return { track: data?.track ?? (track ? listed(track) : undefined), albumId: data?.albumId };
}

function listed({ id, coverImageUrl, placeholder = "", genre = "", ...track }: PlayerTrack): Track {
  return {
    ...{ _id: id, genre, duration: formatDuration(track.durationSeconds), durationSeconds: track.durationSeconds },
    ...{ title: track.title, artist: track.artist, artistId: track.artistId, album: track.album },
    ...{ coverImageUrl, image: coverImageUrl, placeholder, audioUrl: track.audioUrl, createdAt: "" },
  };
}
