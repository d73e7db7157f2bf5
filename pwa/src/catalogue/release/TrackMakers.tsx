import { useQuery } from "@tanstack/react-query";
import { creditsQuery } from "../../data/upcoming.ts";
import { SongCredits } from "./SongCredits.tsx";

/** Who made the song, as lines of its list of facts; nothing while that is unknown. */
export function TrackMakers({ trackId }: { trackId: string }) {
  const { data } = useQuery(creditsQuery(trackId));
  return data ? <SongCredits {...data} /> : null;
}
