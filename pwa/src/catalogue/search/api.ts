import type { SearchAnswer, SearchKind, SearchPage, SearchToken } from "@contract/search.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { STALE } from "../../data/query_client.ts";
import { api } from "../../lib/api.ts";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { getSession, useSession } from "../../lib/session.ts";
import { type Found, foundAlbum, foundArtist, foundPlaylist, foundTrack } from "./found.ts";

const LIMIT = 10;
/** A token is thrown away this long before it ends, for the way to the service. */
const MARGIN_S = 30;

/** Words of a failed search, ready to be shown. */
class SearchFailure extends Error {}

/** What the catalogue has of one kind. Idle while there is nothing to look for. */
export function useSearch(query: string, kind: SearchKind) {
  const caller = useSession()?.userId ?? "visitor";
  return useQuery({
    queryKey: ["search", caller, kind, query],
    queryFn: ({ signal }) => search({ query, kind }, signal),
    enabled: query !== "",
    placeholderData: keepPreviousData,
    staleTime: STALE.minutes,
    retry: false,
  });
}

/** The text of a failed search. */
export function searchFailure(error: unknown): string {
  return error instanceof SearchFailure ? error.message : `Search failed: ${failureText(error, "please try again")}`;
}

async function search(
  { query, kind }: { query: string; kind: SearchKind },
  signal: AbortSignal,
): Promise<Found[]> {
  const path = `/api/v1/search?${new URLSearchParams({ q: query, type: kind, limit: String(LIMIT) })}`;
  // Who is logged in needs no token of the search.
  if (getSession()) return itemsOf(await api<SearchAnswer>(path, { signal }));
  const headers = { authorization: `Bearer ${await accessToken()}` };
  return itemsOf(await api<SearchAnswer>(path, { signal, withToken: false, headers }));
}

let kept: { token: string; until: number } | undefined;

async function accessToken(): Promise<string> {
  if (kept && Date.now() < kept.until) return kept.token;
  try {
    const { accessToken, expiresIn } = await api<SearchToken>("/api/v1/token", { withToken: false });
    kept = { token: accessToken, until: Date.now() + (expiresIn - MARGIN_S) * 1_000 };
    return accessToken;
  } catch (error) {
    const isUnanswered = error instanceof ApiError && error.kind === "network";
    const text = isUnanswered ? "Network error while getting token" : "Failed to get access token";
    throw new SearchFailure(text, { cause: error });
  }
}

function itemsOf({ tracks, artists, albums, playlists }: SearchAnswer): Found[] {
  return [
    ...map(tracks, foundTrack),
    ...map(artists, foundArtist),
    ...map(albums, foundAlbum),
    ...map(playlists, foundPlaylist),
  ];
}

function map<Item>(page: SearchPage<Item> | undefined, read: (item: Item) => Found): Found[] {
  // Spotify leaves holes in its lists of playlists.
  return page?.items.filter((item) => item !== null).map(read) ?? [];
}
