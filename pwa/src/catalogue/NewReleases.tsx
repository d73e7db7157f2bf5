import type { Track } from "@contract/catalogue.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { newReleasesQuery, type TrackPages, tracksOf } from "../data/catalogue.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useOffersPremium } from "../lib/premium.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { LoadMore } from "./LoadMore.tsx";
import { TrackRows } from "./TrackRows.tsx";
import { useAllPages } from "./use_all_pages.ts";

const PROMO_EVERY = 20;
/** Of so many the rest of the page is within reach; the others come when asked for. */
const FIRST = 24;
const FAILURE = "Failed to load new releases. Please try again later.";

/** The newest tracks as a list with a search box, which ends early until more is asked for. A search also fetches older pages. */
export function NewReleases() {
  const pages = useInfiniteQuery(newReleasesQuery);
  const savedAt = useSavedAt(pages);
  const [term, setTerm] = useState("");
  const isTerm = term.trim() !== "";
  const isSearching = useAllPages(pages, isTerm);
  const data = useDeferredValue(pages.data);
  const tracks = tracksOf(data);
  const [showsAll, setShowsAll] = useState(false);
  const isCut = !isTerm && !showsAll && (tracks.length > FIRST || pages.hasNextPage);
  const listed = isCut ? tracks.slice(0, FIRST) : tracks;
  const shown = isTerm ? tracks.filter((track) => matchesTerm(track, term)) : listed;
  return (
    <section aria-labelledby="new-releases">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="new-releases" className="text-2xl">New Releases</h2>
        <div className="w-full max-w-full sm:w-72">
          <TextField
            type="search"
            label="Search new releases"
            hideLabel
            placeholder="Search by title or artist..."
            autoComplete="off"
            value={term}
            onChange={(event) => setTerm(event.target.value)}
            end={<Search aria-hidden="true" size={18} className="mr-2 text-ink-soft" />}
          />
        </div>
      </div>
      <SavedNote what="list" savedAt={savedAt} />
      <Results
        pages={pages}
        isHere={data !== undefined}
        shown={shown}
        term={isTerm ? term.trim() : ""}
        isSearching={isSearching}
      />
      {isCut && (
        <Button variant="quiet" className="mt-4" onClick={() => setShowsAll(true)}>Show all new releases</Button>
      )}
      {!isTerm && showsAll && <LoadMore pages={pages} failure={FAILURE} />}
    </section>
  );
}

interface ResultsProps {
  pages: TrackPages;
  isHere: boolean;
  shown: readonly Track[];
  term: string;
  isSearching: boolean;
}

function Results({ pages, isHere, shown, term, isSearching }: ResultsProps) {
  if (!isHere) {
    if (!pages.isError) return <Skeleton shape="rows" count={8} label="Loading new releases..." />;
    return <ErrorState message={FAILURE} busy={pages.isFetching} onRetry={() => void pages.refetch()} />;
  }
  if (shown.length > 0) {
    return (
      <>
        <TrackRows label="New Releases" tracks={shown} source="new-releases" between={promoAfter} />
        {term !== "" && <p role="status" className="sr-only">{shown.length} found</p>}
      </>
    );
  }
  if (isSearching) return <Skeleton shape="rows" count={3} label="Searching older releases..." />;
  if (term === "") {
    return <EmptyState title="No Tracks Available" text="New music is on its way. Please check back soon." />;
  }
  return (
    <p role="status" className="py-10 text-center text-ink-soft">
      No matches found for "{term}". Try a different search term.
    </p>
  );
}

/** A banner after every 20th release, as long as more follow. */
function promoAfter(index: number): ReactNode {
  return (index + 1) % PROMO_EVERY === 0 ? <PromoBanner /> : null;
}

/** Lower case without accents, so that "eko" finds "Èkó". */
function plainText(text: string): string {
  // Hooked letters are letters of their own, which no decomposition takes apart.
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(
    /[ɓɗƙƴ]/g,
    (letter) => PLAIN[letter] ?? letter,
  );
}

const PLAIN: Readonly<Record<string, string>> = { ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y" };

/** Whether a track's title or artist has the term in it. */
function matchesTerm({ title, artist }: { title: string; artist: string }, term: string): boolean {
  const wanted = plainText(term.trim());
  return plainText(title).includes(wanted) || plainText(artist).includes(wanted);
}

/** What Premium adds, between the releases; members have it. */
function PromoBanner() {
  if (!useOffersPremium()) return null;
  return (
    <li className="px-2">
      <div className="relative isolate my-3 flex flex-wrap items-center justify-between gap-4 overflow-hidden rounded-xl bg-dye p-5 text-on-dye sm:p-6">
        <AdireCloth
          seed="premium"
          className="-z-10 text-on-dye opacity-15 mask-[linear-gradient(to_left,black,transparent)]"
        />
        <div className="max-w-md">
          <p className="text-lg font-bold">Premium Sound Experience</p>
          <p className="text-sm text-on-dye/90">
            Upgrade your account and enjoy ad-free listening with higher audio quality
          </p>
        </div>
        <ButtonLink to="/subscriptions" className="bg-(--marigold)! text-[#1a1533]!">Upgrade Now</ButtonLink>
      </div>
    </li>
  );
}
