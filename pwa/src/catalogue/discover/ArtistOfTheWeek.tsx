import type { TopArtist } from "@contract/discover.ts";
import { Crown } from "lucide-react";
import { useOffersPremium } from "../../lib/premium.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Cover } from "../../ui/Cover.tsx";

interface ArtistOfTheWeekProps {
  artist: TopArtist | undefined;
  /** The week is known, and no artist was played in it. */
  isOpen: boolean;
}

/** Whom people heard most in the last seven days. */
export function ArtistOfTheWeek({ artist, isOpen }: ArtistOfTheWeekProps) {
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
