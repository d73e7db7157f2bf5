import { useQuery } from "@tanstack/react-query";
import { topArtistsQuery } from "../../data/catalogue.ts";
import { WeeklyTopArtists } from "./WeeklyTopArtists.tsx";

/** The week's figures and ranking. `room` is kept until they are here. */
export function Week({ room }: { room: string }) {
  const { data: week, isPending } = useQuery(topArtistsQuery);
  return (
    <div className={isPending ? room : undefined}>
      <WeeklyTopArtists week={week} />
    </div>
  );
}
