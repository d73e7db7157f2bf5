import { useQuery } from "@tanstack/react-query";
import { Crown } from "lucide-react";
import type { TopArtist } from "@contract/discover.ts";
import type { Home } from "@contract/home.ts";
import { topArtistsQuery } from "../../data/catalogue.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { useOffersPremium } from "../../lib/premium.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { classNames } from "../../ui/class_names.ts";
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

interface ArtistOfTheWeekProps {
  artist: TopArtist | undefined;
  /** The week is known, and no artist was played in it. */
  isOpen: boolean;
}

/** Whom people heard most in the last seven days. */
function ArtistOfTheWeek({ artist, isOpen }: ArtistOfTheWeekProps) {
  const offersPremium = useOffersPremium();
  return (
    <section
      aria-labelledby="of-the-week"
      className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5 lg:flex-col lg:justify-center lg:text-center"
    >
      <Cover
        src={artist?.profile.profileImage}
        seed={artist?.artistId ?? "artist of the week"}
        size={88}
        placeholder={artist?.profile.placeholder}
        className="shrink-0 rounded-full shadow-lift"
      />
      <div className="min-w-0 flex-1 basis-36 lg:w-full lg:flex-none">
        <p className="flex items-center gap-1.5 text-xs font-bold text-accent lg:justify-center">
          <Crown aria-hidden="true" size={14} />
          PREMIUM
        </p>
        <h2 id="of-the-week" className="text-sm font-semibold tracking-normal text-ink-soft">Artist Of The Week</h2>
        {isOpen && (
          <p className="text-sm">
            Nobody yet: the most-played artist of the week appears here.{" "}
            <PreloadLink to="/artists" className="font-semibold text-accent hover:underline">
              Meet the artists
            </PreloadLink>
          </p>
        )}
        {!isOpen && (
          <p className="min-h-6 text-lg font-bold">
            {artist && (
              <PreloadLink
                to={`/artists/${artist.artistId}`}
                className="block truncate underline-offset-4 hover:underline"
              >
                {artist.artistName}
              </PreloadLink>
            )}
          </p>
        )}
        {offersPremium && <ButtonLink size="small" to="/subscriptions" className="mt-2">Subscribe Now</ButtonLink>}
      </div>
    </section>
  );
}
