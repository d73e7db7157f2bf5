import { royaltyMonth, royaltyYear } from "@contract/calls/royalties.ts";
import { askAsArtist } from "../lib/acting.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** A creator's royalties of a year; 0 for this one. */
export function royaltyYearQuery(year: number) {
  return queryOptions({
    queryKey: ["creator", "royalties", "year", year],
    queryFn: ({ signal }) => askAsArtist(royaltyYear, { query: { year: year === 0 ? undefined : year }, signal }),
    staleTime: STALE.minute,
    placeholderData: keepPreviousData,
  });
}

/** A month of them, song by song; idle without a month. */
export function royaltyMonthQuery(month: string) {
  return queryOptions({
    queryKey: ["creator", "royalties", "month", month],
    queryFn: ({ signal }) => askAsArtist(royaltyMonth, { query: { month }, signal }),
    staleTime: STALE.minute,
    enabled: month !== "",
  });
}
