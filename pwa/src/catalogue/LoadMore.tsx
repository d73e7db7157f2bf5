import { useEffect, useRef } from "react";
import type { TrackPages } from "../data/catalogue.ts";
import { Button } from "../ui/Button.tsx";

/** Starts before the end of the list is visible, so people who scroll rarely wait. */
const AHEAD = "800px";

/** Loads the next page when the end of the list comes near, or when it is pressed. */
export function LoadMore({ pages, failure }: { pages: TrackPages; failure: string }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && void fetchNextPage(),
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="flex flex-col items-center gap-3 pt-8">
      {isFetchNextPageError && <p role="alert" className="text-sm text-danger">{failure}</p>}
      <Button variant="quiet" busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? "Try Again" : "Load more"}
      </Button>
    </div>
  );
}
