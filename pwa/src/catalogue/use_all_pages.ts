import { useEffect } from "react";
import type { TrackPages } from "./api.ts";

/** Nobody waits for more, and no phone should hold it. */
const MOST_PAGES = 20;

/** While `wanted` loads one page after the other; true as long as more may come. */
export function useAllPages(pages: TrackPages, wanted: boolean): boolean {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const mayCome = hasNextPage && !isFetchNextPageError && (data?.pages.length ?? 0) < MOST_PAGES;
  useEffect(() => {
    if (wanted && mayCome && !isFetching) void fetchNextPage();
  }, [wanted, mayCome, isFetching, fetchNextPage]);
  return wanted && (mayCome || isFetching);
}
