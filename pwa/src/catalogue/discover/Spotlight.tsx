import type { Home } from "@contract/home.ts";
import { useQuery } from "@tanstack/react-query";
import { topArtistsQuery } from "../../data/catalogue.ts";
import { classNames } from "../../ui/class_names.ts";
import { ArtistOfTheWeek } from "./ArtistOfTheWeek.tsx";
import { Carousel } from "./Carousel.tsx";

/** The carousel with the artist of the week beside it. */
export function Spotlight({ covers }: { covers?: Home["slides"] | undefined }) {
  const { data: week, isError } = useQuery(topArtistsQuery);
  const hasArtist = week !== undefined || !isError;
  return (
    <div className={classNames("grid grid-cols-1 gap-4", hasArtist && "lg:grid-cols-[minmax(0,1fr)_min(16rem,40%)]")}>
      <Carousel covers={covers} />
      {hasArtist && <ArtistOfTheWeek artist={week?.artists[0]} isOpen={week?.artists.length === 0} />}
    </div>
  );
}
