import type { Searched } from "@contract/search.ts";
import { useOnline } from "../../lib/connection.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { DeviceNote } from "./AllResults.tsx";
import { isUnanswered, searchFailure, useSearchKind } from "./api.ts";
import type { Found } from "./found.ts";
import { FoundList } from "./FoundList.tsx";
import { useOnDevice } from "./on_device.ts";
import { KIND_NAMES } from "./words.ts";

interface KindResultsProps {
  query: string;
  kind: Searched;
  previewed: Found | undefined;
  onPreview(item: Found): void;
}

/** Everything of one kind, ten at a time. */
export function KindResults({ query, kind, previewed, onPreview }: KindResultsProps) {
  const search = useSearchKind(query, kind);
  const isOnline = useOnline();
  const isAlone = search.isError ? isUnanswered(search.error) : !isOnline;
  const own = useOnDevice(query, isAlone && (!search.data || search.isPlaceholderData));
  const ofKind = own.find((one) => one.kind === kind)?.found;
  const name = KIND_NAMES[kind];
  if (ofKind) {
    return (
      <>
        <DeviceNote />
        <FoundList label="Results" found={ofKind} previewed={previewed} onPreview={onPreview} />
      </>
    );
  }
  if (search.isError && !search.data) {
    return (
      <ErrorState
        message={searchFailure(search.error)}
        busy={search.isFetching}
        onRetry={() => void search.refetch()}
      />
    );
  }
  if (!search.data) return <Skeleton shape="rows" label="Searching..." />;
  const found = search.data.pages.flatMap((page) => page.found);
  if (found.length === 0 && !search.isPlaceholderData) {
    return (
      <p role="status" className="py-10 text-center text-ink-soft">
        No {name.toLowerCase()} found for "{query}". Try a different search term.
      </p>
    );
  }
  return (
    <div aria-busy={search.isPlaceholderData}>
      <p role="status" className="sr-only">{found.length} found</p>
      <FoundList label="Results" found={found} previewed={previewed} onPreview={onPreview} />
      {search.hasNextPage && !search.isPlaceholderData && (
        <div className="flex flex-col items-center gap-3 pt-8">
          {search.isFetchNextPageError && (
            <p role="alert" className="text-sm text-danger">{searchFailure(search.error)}</p>
          )}
          <Button
            variant="quiet"
            busy={search.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void search.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}
