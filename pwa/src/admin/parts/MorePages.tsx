import { Button } from "../../ui/Button.tsx";
import { type LoadState, saidOf } from "../../ui/LoadState.tsx";

/** Of an infinite query. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage(): unknown;
}

interface MorePagesProps {
  pages: Pages;
  failure: Parameters<typeof LoadState>[0]["failure"];
  /** On the button. */
  more?: string | undefined;
}

/** The way to the next page of a list. */
export function MorePages({ pages, failure, more = "Load more" }: MorePagesProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center gap-3 pt-6">
      {pages.isFetchNextPageError && <p role="alert" className="text-sm text-danger">{saidOf(pages.error, failure)}</p>}
      <Button
        variant="quiet"
        busy={pages.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => void pages.fetchNextPage()}
      >
        {pages.isFetchNextPageError ? "Try Again" : more}
      </Button>
    </div>
  );
}
