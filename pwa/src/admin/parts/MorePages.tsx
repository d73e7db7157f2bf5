import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";

/** Of an infinite query. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage(): unknown;
}

/** The way to the next page of a list. */
export function MorePages({ pages, failure }: { pages: Pages; failure: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center gap-3 pt-6">
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger">{failureText(pages.error, failure)}</p>
      )}
      <Button
        variant="quiet"
        busy={pages.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => void pages.fetchNextPage()}
      >
        {pages.isFetchNextPageError ? "Try Again" : "Load more"}
      </Button>
    </div>
  );
}
