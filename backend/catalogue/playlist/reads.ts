import type { Context } from "hono";
import type { Quality } from "../../contract/listening.ts";
import {
  DEFAULT_PLAYLIST_NAME,
  MOST_WITH_SONG,
  type Playlist,
  type PlaylistCard,
  type PlaylistInvitation,
  type PlaylistList,
  type PlaylistsWithSong,
} from "../../contract/playlists.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Session } from "../../http/session.ts";
import { askingFor, defaultPlaylistId } from "./change.ts";
import { isBlocked } from "../../../projections/social/comment_rules.ts";
import { findCreators, findOwnCreators } from "../../../projections/catalogue/creators.ts";
import {
  findPlaylists,
  type PlaylistRow,
  playlistsJoinedBy,
  playlistsOf,
  publicPlaylistsWith,
} from "../../../projections/catalogue/playlists.ts";
import { findTracks, uploadedTrackIds } from "../../../projections/catalogue/tracks.ts";
import { findReporters } from "../../../projections/accounts/users.ts";
import { findShowable } from "../../accounts/account/reads.ts";
import { type Invitation, InvitationTokens } from "./invitation.ts";
import { invitationGone } from "./state.ts";
import { trackList } from "../track/reads.ts";

const COVERS = 4;

const A_LISTENER = "A listener";

/** Someone's own lists, the default one first, also when nothing is in it yet; then those of others they may add to. */
export async function listPlaylists(deps: Deps, userId: string): Promise<PlaylistList> {
  const { sql } = deps.store;
  const [rows, joined, { isPremium }] = await Promise.all([
    playlistsOf(sql, userId),
    playlistsJoinedBy(sql, userId),
    askingFor(deps, userId),
  ]);
  const keys = await deps.personal.keysOf(sql, [userId, ...joined.map(({ ownerId }) => ownerId)]);
  const first = rows.find((row) => row.name === undefined);
  const own = [first ?? emptyDefault(userId), ...rows.filter((row) => row !== first)];
  const lists = [...own, ...joined.filter(({ ownerId }) => keys.has(ownerId))];
  const tracks = await findTracks(sql, [...new Set(lists.flatMap((row) => row.trackIds))]);
  const playlists = lists.map((row): PlaylistCard => {
    const shown = row.trackIds.flatMap((trackId) => tracks.get(trackId) ?? []);
    const key = keys.get(row.ownerId);
    const isShared = row.ownerId !== userId;
    return {
      ...card(row, {
        name: row.name === undefined ? undefined : key?.open("playlist", row.name),
        ...{ trackCount: shown.length, covers: shown.map((track) => track.coverImageUrl) },
      }),
      ...(isShared && { isShared }),
      ...(!isShared && row.folder !== undefined && key && { folder: key.open("playlist folder", row.folder) }),
    };
  });
  return { playlists, canEdit: isPremium };
}

/** A list with its tracks: one's own, one that one may add to, or a public one. Throws Refusal `not_found` for others. */
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
  const isOwn = row !== undefined && row.ownerId === userId;
  const isMember = userId !== undefined && row?.memberIds.includes(userId) === true;
  // Lists of erased people are gone with their key, public or not.
  if (!row || !key || (!isOwn && !isMember && row.publicName === undefined)) {
    throw new Refusal("not_found", "Playlist not found");
  }
  const [tracks, artists] = await Promise.all([
    trackList(c, deps, { session, quality }).find(row.trackIds),
    findCreators(sql, [row.ownerId]),
  ]);
  const name = row.name === undefined ? undefined : key.open("playlist", row.name);
  const covers = tracks.map((track) => track.coverImageUrl);
  const isInside = isOwn || isMember;
  return {
    ...card(row, { name, trackCount: tracks.length, covers }),
    ...{ isOwn, tracks, ownerName: artists.get(row.ownerId)?.name ?? A_LISTENER },
    ...(isMember && { isShared: true }),
    ...(isInside && row.memberIds.length > 0 && await peopleOf(deps, row, userId)),
    ...(row.description !== undefined && { description: key.open("playlist description", row.description) }),
    ...(isOwn && row.folder !== undefined && { folder: key.open("playlist folder", row.folder) }),
    ...(isOwn && row.invitationId !== undefined && {
      invitation: new InvitationTokens(deps.keys).sign({ playlistId, invitationId: row.invitationId }),
    }),
  };
}

/**
 * The public lists that hold an own song, under the names that everyone sees. Those of hidden artists and of suspended
 * people are left out. Throws Refusal `not_found`.
 */
export async function playlistsWith(deps: Deps, artistId: string, trackId: string): Promise<PlaylistsWithSong> {
  const { store: { sql }, personal } = deps;
  const own = await uploadedTrackIds(sql, artistId);
  if (!own.includes(trackId)) throw new Refusal("not_found", "Track not found");
  const rows = await publicPlaylistsWith(sql, trackId, MOST_WITH_SONG);
  const ownerIds = [...new Set(rows.map(({ ownerId }) => ownerId))];
  const [keys, owners, artists, everyArtist, tracks] = await Promise.all([
    personal.keysOf(sql, ownerIds),
    findReporters(sql, ownerIds),
    findCreators(sql, ownerIds),
    findOwnCreators(sql, ownerIds),
    findTracks(sql, [...new Set(rows.flatMap((row) => row.trackIds))]),
  ]);
  const isShown = (ownerId: string) =>
    keys.has(ownerId) && owners.get(ownerId)?.isSuspended === false &&
    (artists.has(ownerId) || !everyArtist.has(ownerId));
  const playlists = rows.filter(({ ownerId }) => isShown(ownerId)).map((row) => ({
    _id: row.playlistId,
    name: row.publicName ?? "",
    ownerName: artists.get(row.ownerId)?.name ?? A_LISTENER,
    trackCount: row.trackIds.filter((id) => tracks.has(id)).length,
  }));
  return { playlists };
}

/** Who adds to a list, by first name or artist's name, for each other alone. */
async function peopleOf(deps: Deps, { memberIds, addedBy, ownerId }: PlaylistRow, userId: string | undefined) {
  const people = await findShowable(deps, [...new Set([ownerId, ...memberIds, ...addedBy.values()])]);
  const personName = (id: string) => people.get(id)?.username ?? "Somebody";
  return {
    members: [ownerId, ...memberIds].map((_id) => ({ _id, name: personName(_id), isYou: _id === userId })),
    addedBy: Object.fromEntries([...addedBy].map(([trackId, id]) => [trackId, id])),
  };
}

/** What a link invites to; throws Refusal `link_invalid`. */
export async function readInvitation(
  deps: Deps,
  { playlistId, invitationId }: Invitation,
  userId: string | undefined,
): Promise<PlaylistInvitation> {
  const { sql } = deps.store;
  const row = (await findPlaylists(sql, [playlistId])).get(playlistId);
  const key = row && (await deps.personal.keysOf(sql, [row.ownerId])).get(row.ownerId);
  if (!key || row.name === undefined || row.invitationId !== invitationId || row.isOutOfSight) throw invitationGone();
  if (userId !== undefined && await isBlocked(sql, { by: [row.ownerId], personId: userId })) throw invitationGone();
  const [people, tracks] = await Promise.all([
    findShowable(deps, [row.ownerId]),
    findTracks(sql, row.trackIds),
  ]);
  const shown = row.trackIds.flatMap((trackId) => tracks.get(trackId) ?? []);
  return {
    playlistId,
    name: key.open("playlist", row.name),
    ownerName: people.get(row.ownerId)?.username ?? A_LISTENER,
    trackCount: shown.length,
    covers: coversOf(shown.map((track) => track.coverImageUrl)),
    isMember: userId !== undefined && (row.ownerId === userId || row.memberIds.includes(userId)),
  };
}

function coversOf(covers: readonly string[]): string[] {
  return covers.filter((url) => url !== "").slice(0, COVERS);
}

function card(
  row: PlaylistRow,
  { name, trackCount, covers }: { name: string | undefined; trackCount: number; covers: readonly string[] },
): PlaylistCard {
  return {
    _id: row.playlistId,
    name: name ?? DEFAULT_PLAYLIST_NAME,
    isDefault: row.name === undefined,
    isPublic: row.wantedName !== undefined,
    trackCount,
    covers: coversOf(covers),
    ...(row.updatedAt > 0 && { updatedAt: new Date(row.updatedAt).toISOString() }),
  };
}

function emptyDefault(userId: string): PlaylistRow {
  return {
    playlistId: defaultPlaylistId(userId),
    ownerId: userId,
    name: undefined,
    publicName: undefined,
    wantedName: undefined,
    updatedAt: 0,
    trackIds: [],
    addedBy: new Map(),
    memberIds: [],
    folder: undefined,
    description: undefined,
    invitationId: undefined,
    isOutOfSight: false,
  };
}
