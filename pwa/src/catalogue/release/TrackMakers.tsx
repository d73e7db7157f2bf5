import { useQuery } from "@tanstack/react-query";
import { creditsQuery } from "../../data/upcoming.ts";
import { SongCredits } from "./SongCredits.tsx";

/** Who made the song, as lines of its list of facts; nothing until it is known, and where nobody said. */
export function TrackMakers({ trackId }: { trackId: string }) {
  const { data } = useQuery(creditsQuery(trackId));
  return data ? <SongCredits {...data} /> : null;
}
