import type { Context } from "hono";
import type { Quality } from "../../contract/listening.ts";
import {
  DEFAULT_PLAYLIST_NAME,
  type Playlist,
  type PlaylistCard,
  type PlaylistList,
} from "../../contract/playlists.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Session } from "../../http/session.ts";
import { askingFor, defaultPlaylistId } from "./change.ts";
import { findPlaylists, type PlaylistRow, playlistsOf } from "../../../projections/playlists.ts";
import { findTracks } from "../../../projections/tracks.ts";
import { trackList } from "../track/reads.ts";

const COVERS = 4;

/** Someone's own lists, the default one first, also when nothing is in it yet. */
export async function listPlaylists(deps: Deps, userId: string): Promise<PlaylistList> {
  const { sql } = deps.store;
  const [rows, keys, { isPremium }] = await Promise.all([
    playlistsOf(sql, userId),
    deps.personal.keysOf(sql, [userId]),
    askingFor(deps, userId),
  ]);
  const first = rows.find((row) => row.name === undefined);
  const lists = [first ?? emptyDefault(userId), ...rows.filter((row) => row !== first)];
  const tracks = await findTracks(sql, [...new Set(lists.flatMap((row) => row.trackIds))]);
  const playlists = lists.map((row): PlaylistCard => {
    const shown = row.trackIds.flatMap((trackId) => tracks.get(trackId) ?? []);
    const name = row.name === undefined ? undefined : keys.get(userId)?.open("playlist", row.name);
    return card(row, { name, trackCount: shown.length, covers: shown.map((track) => track.coverImageUrl) });
  });
  return { playlists, canEdit: isPremium };
}

/** A list with its tracks: one's own, or one that is public. Throws Refusal `not_found` for all others. */
export async function onePlaylist(
  c: Context,
  deps: Deps,
  { playlistId, session, quality = "normal" }: { playlistId: string; session: Session | undefined; quality?: Quality },
): Promise<Playlist> {
  const { sql } = deps.store;
  const userId = session?.userId;
  const found = (await findPlaylists(sql, [playlistId])).get(playlistId);
  const isEmptyDefault = userId !== undefined && playlistId === defaultPlaylistId(userId);
  const row = found ?? (isEmptyDefault ? emptyDefault(userId) : undefined);
  const key = row && (await deps.personal.keysOf(sql, [row.ownerId])).get(row.ownerId);
  // Lists of erased people are gone with their key, public or not.
  if (!row || !key || (row.ownerId !== userId && row.publicName === undefined)) {
    throw new Refusal("not_found", "Playlist not found");
  }
  const tracks = await trackList(c, deps, { session, quality }).find(row.trackIds);
  const name = row.name === undefined ? undefined : key.open("playlist", row.name);
  const covers = tracks.map((track) => track.coverImageUrl);
  return { ...card(row, { name, trackCount: tracks.length, covers }), isOwn: row.ownerId === userId, tracks };
}

function card(
  row: PlaylistRow,
  { name, trackCount, covers }: { name: string | undefined; trackCount: number; covers: readonly string[] },
): PlaylistCard {
  return {
    _id: row.playlistId,
    name: name ?? DEFAULT_PLAYLIST_NAME,
    isDefault: row.name === undefined,
    isPublic: row.publicName !== undefined,
    trackCount,
    covers: covers.filter((url) => url !== "").slice(0, COVERS),
    ...(row.updatedAt > 0 && { updatedAt: new Date(row.updatedAt).toISOString() }),
  };
}

function emptyDefault(userId: string): PlaylistRow {
  return {
    playlistId: defaultPlaylistId(userId),
    ownerId: userId,
    name: undefined,
    publicName: undefined,
    updatedAt: 0,
    trackIds: [],
  };
}
