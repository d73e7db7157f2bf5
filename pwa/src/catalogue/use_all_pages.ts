import { useEffect } from "react";

/** No one waits for more, and no phone should hold it. */
const MOST_PAGES = 20;

/** As much of a query of pages as loading all of them needs. */
interface Pages {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** While `wanted` loads one page after the other; true as long as more may come. */
export function useAllPages(pages: Pages, wanted: boolean): boolean {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const mayCome = hasNextPage && !isFetchNextPageError && (data?.pages.length ?? 0) < MOST_PAGES;
  useEffect(() => {
    if (wanted && mayCome && !isFetching) void fetchNextPage();
  }, [wanted, mayCome, isFetching, fetchNextPage]);
  return wanted && (mayCome || isFetching);
}
