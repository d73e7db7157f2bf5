import { useQuery } from "@tanstack/react-query";
import { topArtistsQuery } from "../../data/catalogue.ts";
import { classNames } from "../../ui/class_names.ts";
import { ArtistOfTheWeek } from "./ArtistOfTheWeek.tsx";
import { Carousel } from "./Carousel.tsx";
import { WeeklyTopArtists } from "./WeeklyTopArtists.tsx";

/** The carousel with the artist of the week beside it, and the week's artists. `room` is kept until they are here. */
export function Highlights({ room }: { room: string }) {
  const { data: week, isPending, isError } = useQuery(topArtistsQuery);
  const hasArtist = week !== undefined || !isError;
  return (
    <div className={classNames("flex flex-col gap-10", isPending && room)}>
      <div
        className={classNames("grid grid-cols-1 gap-4", hasArtist && "lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]")}
      >
        <Carousel />
        {hasArtist && <ArtistOfTheWeek artist={week?.artists[0]} isOpen={week?.artists.length === 0} />}
      </div>
      <WeeklyTopArtists week={week} />
    </div>
  );
}
