import { catalogueToken, search as searchCall } from "@contract/calls/catalogue.ts";
import { ask } from "../../lib/ask.ts";
import { type SearchAnswer, SEARCHED, type Searched, type SearchPage } from "@contract/search.ts";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { STALE } from "../../data/query_client.ts";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { getSession, useSession } from "../../lib/session.ts";
import { type Found, foundAlbum, foundArtist, foundLyrics, foundPlaylist, foundTrack } from "./found.ts";

const LIMIT = 10;
/** Of each kind, where all kinds stand below one another. */
const FIRST = 5;
/** The service pages no further. */
const LAST_OFFSET = 990;
/** A token is thrown away this long before it ends, for the way to the service. */
const MARGIN_S = 30;

/** Words of a failed search, ready to be shown. */
class SearchFailure extends Error {}

/** The results of each kind, and of how many they are the first. */
export interface FoundOfKind {
  kind: Searched;
  found: Found[];
  total: number;
}

/** The first of every kind. Idle while there is nothing to look for; what is asked for no longer is not waited for. */
export function useSearchAll(query: string) {
  const caller = useSession()?.userId ?? "visitor";
  return useQuery({
    queryKey: ["search", caller, "all", query],
    queryFn: ({ signal }) => search({ query, kinds: SEARCHED, limit: FIRST }, signal),
    enabled: query !== "",
    ...KEPT,
  });
}

/** All of one kind, page by page. */
export function useSearchKind(query: string, kind: Searched) {
  const caller = useSession()?.userId ?? "visitor";
  return useInfiniteQuery({
    queryKey: ["search", caller, kind, query],
    queryFn: async ({ signal, pageParam }) => {
      const [page] = await search({ query, kinds: [kind], limit: LIMIT, offset: pageParam }, signal);
      return { found: page?.found ?? [], isLast: page?.isLast ?? true };
    },
    initialPageParam: 0,
    getNextPageParam: ({ isLast }, pages) =>
      isLast || pages.length * LIMIT > LAST_OFFSET ? undefined : pages.length * LIMIT,
    enabled: query !== "",
    ...KEPT,
  });
}

/** Letters come quickly: what was found for each is soon let go, and the last results stay until the next are here. */
const KEPT = {
  placeholderData: keepPreviousData,
  staleTime: STALE.minutes,
  gcTime: 2 * STALE.minutes,
  retry: false,
} as const;

/** Whether there was no answer, and not a refusal of the service. */
export function isUnanswered(error: unknown): boolean {
  const cause = error instanceof SearchFailure ? error.cause : error;
  return cause instanceof ApiError && cause.kind === "network";
}

/** The text of a failed search. */
export function searchFailure(error: unknown): string {
  if (error instanceof SearchFailure) return error.message;
  const text = failureText(error, "please try again");
  // One colon is enough for a sentence.
  return text.includes(": ") ? `Search failed. ${text}` : `Search failed: ${text}`;
}

interface SearchRequest {
  query: string;
  kinds: readonly Searched[];
  limit: number;
  offset?: number;
}

async function search({ query, kinds, limit, offset = 0 }: SearchRequest, signal: AbortSignal) {
  const asked = { query: { q: query, type: kinds.join(","), limit, offset: offset || undefined }, signal };
  // Who is logged in needs no token of the search.
  if (getSession()) return kindsOf(await ask(searchCall, asked));
  const headers = { authorization: `Bearer ${await accessToken()}` };
  return kindsOf(await ask(searchCall, { ...asked, withToken: false, headers }));
}

let kept: { token: string; until: number } | undefined;

async function accessToken(): Promise<string> {
  if (kept && Date.now() < kept.until) return kept.token;
  try {
    const { accessToken, expiresIn } = await ask(catalogueToken, { withToken: false });
    kept = { token: accessToken, until: Date.now() + (expiresIn - MARGIN_S) * 1_000 };
    return accessToken;
  } catch (error) {
    const isUnanswered = error instanceof ApiError && error.kind === "network";
    const text = isUnanswered ? "Network error while getting token" : "Failed to get access token";
    throw new SearchFailure(text, { cause: error });
  }
}

function kindsOf({ tracks, artists, albums, playlists, lyrics }: SearchAnswer) {
  return [
    ofKind("track", tracks, foundTrack),
    ofKind("artist", artists, foundArtist),
    ofKind("album", albums, foundAlbum),
    ofKind("playlist", playlists, foundPlaylist),
    ofKind("lyrics", lyrics, foundLyrics),
  ].filter((one) => one !== undefined);
}

function ofKind<Item>(
  kind: Searched,
  page: SearchPage<Item> | undefined,
  read: (item: Item) => Found,
): FoundOfKind & { isLast: boolean } | undefined {
  if (!page) return undefined;
  // Spotify leaves holes in its lists of playlists.
  const found = page.items.filter((item) => item !== null).map(read);
  return { kind, found, total: page.total, isLast: page.next === null };
}
