import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { topArtistsQuery } from "../../data/catalogue.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { SHELF } from "./Shelf.tsx";

const SHOWN = 12;

/** The week's artists as faces; their figures are further down. */
export function TopArtistsShelf() {
  const week = useDeferredValue(useQuery(topArtistsQuery).data);
  const artists = week?.artists.slice(0, SHOWN) ?? [];
  if (artists.length === 0) return null;
  return (
    <section aria-labelledby="week-artists">
      <h2 id="week-artists" className="mb-3 text-xl">Top artists this week</h2>
      <ol aria-label="Top artists this week" className={SHELF}>
        {artists.map(({ artistId, artistName, rank, profile }) => (
          <li key={artistId} className="w-[min(6.5rem,60vw)] shrink-0 snap-start text-center md:w-32">
            <PreloadLink to={`/artists/${artistId}`} className="group block rounded-lg">
              <Cover
                src={profile.profileImage}
                seed={artistId}
                size="(min-width: 48rem) 8rem, 6.5rem"
                placeholder={profile.placeholder}
                className="w-full rounded-full shadow-lift"
              />
              <span className="mt-2 block truncate text-sm font-semibold underline-offset-4 group-hover:underline">
                <span className="text-ink-faint tabular-nums">{rank}</span> {artistName}
              </span>
            </PreloadLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
