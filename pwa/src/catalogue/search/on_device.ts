import type { AlbumCard } from "@contract/discover.ts";
import type { CreatorCard, Track } from "@contract/catalogue.ts";
import { folded } from "@contract/normalize_text.ts";
import type { PlaylistCard } from "@contract/playlists.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { plural } from "../../lib/format.ts";
import { useSaved } from "../../lib/saved/app_saved.ts";
import type { FoundOfKind } from "./api.ts";
import { type Found, foundOwn } from "./found.ts";
import { fitOf } from "./match.ts";

/** The answers in which songs, artists, albums and playlists are. */
const ROOTS: ReadonlySet<unknown> = new Set(["catalogue", "playlist", "search", "listening"]);
const DEEPEST = 7;
const MOST_SEEN = 20_000;
const MOST_FOUND = 20;
const SURE_SLIP = 5;

/** What the device knows of what was typed: saved songs, and everything in lists that were loaded before. */
export function useOnDevice(query: string, isWanted: boolean): FoundOfKind[] {
  const client = useQueryClient();
  const saved = useSaved()?.tracks;
  return useMemo(() => {
    if (!isWanted || query === "") return [];
    const known = [...(saved ?? []).map(({ track }) => foundOwn(track)), ...knownOf(client)];
    return findAmong(known, query);
  }, [client, saved, query, isWanted]);
}

/** What fits, best first and each once, by kind. */
function findAmong(known: readonly Found[], query: string): FoundOfKind[] {
  const fits = new Map<string, { found: Found; fit: number }>();
  for (const found of known) {
    const fit = fitOf(found, query);
    const key = `${found.kind} ${found.id}`;
    if (fit > 0 && !fits.has(key)) fits.set(key, { found, fit });
  }
  const all = [...fits.values()].sort((one, two) => two.fit - one.fit);
  // As on the service: what is only similar to a short word is shown where nothing has it.
  const isShort = folded(query).split(" ").every((word) => word.length < SURE_SLIP);
  const best = isShort && (all[0]?.fit ?? 0) > 1 ? all.filter(({ fit }) => fit > 1) : all;
  return (["track", "artist", "album", "playlist"] as const).flatMap((kind) => {
    const ofKind = best.filter(({ found }) => found.kind === kind).map(({ found }) => found);
    return ofKind.length === 0 ? [] : [{ kind, found: ofKind.slice(0, MOST_FOUND), total: ofKind.length }];
  });
}

/** Everything that the loaded answers name. */
function knownOf(client: QueryClient): Found[] {
  const found: Found[] = [];
  let seen = 0;
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > DEEPEST || ++seen > MOST_SEEN) return;
    const known = Array.isArray(value) ? undefined : readKnown(value);
    if (known) found.push(known);
    for (const part of Object.values(value)) walk(part, depth + 1);
  };
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (ROOTS.has(queryKey[0])) walk(state.data, 0);
  }
  return found;
}

/** An object of an answer as a result, told apart by the fields that only its kind has. */
function readKnown(value: object): Found | undefined {
  if (isTrack(value)) return foundOwn(value);
  if (isAlbum(value)) {
    const { _id: id, title, artist, coverImageUrl: imageUrl, trackCount } = value;
    return {
      ...{ id, kind: "album", title, detail: `${artist} · ${plural(trackCount, "track")}`, imageUrl },
      ...{ href: `/music-details?id=${id}`, isOurs: true, previewUrl: null },
    };
  }
  if (isArtist(value)) {
    const { _id: id, name: title, profilePicture: { url: imageUrl } } = value;
    return {
      ...{ id, kind: "artist", title, detail: "Artist", imageUrl },
      ...{ href: `/artists/${id}`, isOurs: true, previewUrl: null },
    };
  }
  if (isPlaylist(value)) {
    const { _id: id, name: title, trackCount, covers } = value;
    return {
      ...{ id, kind: "playlist", title, detail: plural(trackCount, "track"), imageUrl: covers[0] },
      ...{ href: `/playlist?list=${id}`, isOurs: true, previewUrl: null },
    };
  }
  return undefined;
}

function isTrack(value: object): value is Track {
  return has(value, ["_id", "title", "artist", "artistId", "audioUrl"]) && "durationSeconds" in value;
}

function isAlbum(value: object): value is AlbumCard {
  return has(value, ["_id", "title", "artist", "artistId"]) && "trackCount" in value;
}

function isArtist(value: object): value is CreatorCard {
  return has(value, ["_id", "name"]) && "profilePicture" in value && "followerCount" in value;
}

function isPlaylist(value: object): value is PlaylistCard {
  return has(value, ["_id", "name"]) && "trackCount" in value && "covers" in value && Array.isArray(value.covers);
}

function has(value: object, names: readonly string[]): boolean {
  return names.every((name) => typeof Object.entries(value).find(([key]) => key === name)?.[1] === "string");
}
