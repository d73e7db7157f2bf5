import type { RoyaltyMonthDetail, RoyaltyYear } from "@contract/royalties.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { artistApi } from "../lib/acting.ts";
import { STALE } from "./query_client.ts";

/** A creator's royalties of a year; 0 for this one. */
export function royaltyYearQuery(year: number) {
  return queryOptions({
    queryKey: ["creator", "royalties", "year", year],
    queryFn: ({ signal }) =>
      artistApi<RoyaltyYear>(`/api/v1/royalties${year === 0 ? "" : `?year=${year}`}`, { signal }),
    staleTime: STALE.minute,
    placeholderData: keepPreviousData,
  });
}

/** A month of them, song by song; idle without a month. */
export function royaltyMonthQuery(month: string) {
  return queryOptions({
    queryKey: ["creator", "royalties", "month", month],
    queryFn: ({ signal }) => artistApi<RoyaltyMonthDetail>(`/api/v1/royalties/month?month=${month}`, { signal }),
    staleTime: STALE.minute,
    enabled: month !== "",
  });
}
