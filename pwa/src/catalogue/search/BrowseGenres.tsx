import { Link } from "react-router-dom";
import { AdireCloth } from "../../ui/AdireCloth.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useSongs } from "../use_songs.ts";

const HINT = "Accents and small typos are fine: eko finds Èkó.";

/** What the search shows before it was asked anything: a cloth for each genre that has songs, leading to them. */
export function BrowseGenres() {
  const { genres, status } = useSongs("");
  if (status === "loading") return <Skeleton shape="figures" count={6} label="Loading genres..." />;
  if (genres.length === 0) return <EmptyState title="What would you like to hear?" text={HINT} seed="search" />;
  return (
    <section aria-labelledby="genres" className="animate-enter">
      <h2 id="genres" className="text-xl">What would you like to hear?</h2>
      <p className="mt-1 text-sm text-ink-soft">{HINT}</p>
      <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3 sm:gap-4">
        {genres.map((genre) => (
          <li key={genre}>
            <Link
              to={`/songs?genre=${encodeURIComponent(genre)}`}
              className="group relative isolate flex h-24 items-end overflow-hidden rounded-xl bg-dye p-4 text-lg font-bold text-on-dye capitalize transition duration-150 ease-out active:scale-[0.98] sm:h-32"
            >
              <AdireCloth
                seed={genre}
                repeat={112}
                className="-z-10 text-on-dye opacity-20 mask-[linear-gradient(to_bottom_left,black,transparent)] transition-opacity group-hover:opacity-40"
              />
              <span className="min-w-0 wrap-anywhere">{genre}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
