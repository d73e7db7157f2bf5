import type { AccountClosed, AccountErased, AccountReopened } from "../../backend/accounts/account/events.ts";
import type { PlaylistEvent } from "../../backend/catalogue/playlist/events.ts";
import type { ContentHidden, ContentShown } from "../../backend/moderation/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { boolean, int, moment, type RowOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const PLAYLISTS = table("playlists", {
  playlistId: uuid,
  ownerId: uuid,
  name: text.optional,
  publicName: text.optional.check("public_name is null or name is not null"),
  folder: text.optional,
  description: text.optional,
  invitationId: uuid.optional,
  hidden: boolean.default("false"),
  closed: boolean.default("false"),
  createdAt: moment,
  updatedAt: moment,
}, {
  key: ["playlistId"],
  indexes: {
    playlists_of_owner: "(owner_id, created_at)",
    playlists_public: "(playlist_id) where public_name is not null",
  },
});

const PLAYLIST_TRACKS = table("playlist_tracks", {
  playlistId: uuid,
  trackId: uuid,
  place: int,
  addedBy: uuid.optional,
}, {
  key: ["playlistId", "trackId"],
  indexes: {
    playlist_tracks_added_by: "(added_by) where added_by is not null",
    playlist_tracks_in_order: "(playlist_id, place)",
    playlist_tracks_of_track: "(track_id)",
  },
});

const PLAYLIST_MEMBERS = table("playlist_members", {
  playlistId: uuid,
  userId: uuid,
  joinedAt: moment,
}, { key: ["playlistId", "userId"], indexes: { playlist_members_of: "(user_id, joined_at)" } });

/** People's lists of tracks. Inline: every decision about a list reads it. The default list has no name. */
export const playlists = projection<
  PlaylistEvent | ContentHidden | ContentShown | AccountClosed | AccountReopened | AccountErased
>({
  name: "playlists",
  version: 6,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [PLAYLISTS, PLAYLIST_TRACKS, PLAYLIST_MEMBERS],
  // A handful a second at most; one after another keeps the order that people made.
  handlers: {
    async PlaylistCreated(tx, { data, recordedAt: at }) {
      await PLAYLISTS.insert(tx, { ...data, createdAt: at, updatedAt: at });
      await addTracks(tx, { playlistId: data.playlistId, trackIds: data.trackIds });
    },
    PlaylistRenamed: (tx, { data: { playlistId, name, publicName }, recordedAt: updatedAt }) =>
      PLAYLISTS.set(tx, { playlistId }, { name, publicName, updatedAt }),
    async PlaylistDeleted(tx, { data: { playlistId } }) {
      for (const table of [PLAYLIST_TRACKS, PLAYLIST_MEMBERS, PLAYLISTS]) await table.delete(tx, { playlistId });
    },
    async PlaylistTrackAdded(tx, event) {
      await touch(tx, event);
      await addTracks(tx, { playlistId: event.data.playlistId, trackIds: [event.data.trackId] });
    },
    async PlaylistTracksAdded(tx, event) {
      await touch(tx, event);
      await addTracks(tx, event.data);
    },
    PlaylistInvitationMade: (tx, { data: { playlistId, invitationId } }) =>
      PLAYLISTS.set(tx, { playlistId }, { invitationId }),
    PlaylistInvitationRevoked: (tx, { data: { playlistId } }) =>
      PLAYLISTS.set(tx, { playlistId }, { invitationId: undefined }),
    PlaylistJoined: (tx, { data: { playlistId, userId }, recordedAt: joinedAt }) =>
      PLAYLIST_MEMBERS.add(tx, { playlistId, userId, joinedAt }),
    PlaylistLeft: (tx, { data: { playlistId, userId } }) => PLAYLIST_MEMBERS.delete(tx, { playlistId, userId }),
    PlaylistFiled: (tx, { data: { playlistId, folder } }) => PLAYLISTS.set(tx, { playlistId }, { folder }),
    PlaylistDescribed: (tx, { data: { playlistId, description }, recordedAt: updatedAt }) =>
      PLAYLISTS.set(tx, { playlistId }, { description, updatedAt }),
    async PlaylistTrackRemoved(tx, event) {
      await touch(tx, event);
      const { playlistId, trackId } = event.data;
      await PLAYLIST_TRACKS.delete(tx, { playlistId, trackId });
    },
    async PlaylistReordered(tx, event) {
      await touch(tx, event);
      const { playlistId, trackIds } = event.data;
      await tx`
        update playlist_tracks set place = ordered.place
        from unnest(${[...trackIds]}::uuid[]) with ordinality as ordered(track_id, place)
        where playlist_tracks.playlist_id = ${playlistId} and playlist_tracks.track_id = ordered.track_id`;
    },
    ContentHidden: (tx, { data }) => setHidden(tx, data, true),
    ContentShown: (tx, { data }) => setHidden(tx, data, false),
    // Lists of someone who closed the account take no new people.
    AccountClosed: (tx, { data: { userId: ownerId } }) => PLAYLISTS.set(tx, { ownerId }, { closed: true }),
    AccountReopened: (tx, { data: { userId: ownerId } }) => PLAYLISTS.set(tx, { ownerId }, { closed: false }),
    async AccountErased(tx, { data: { userId } }) {
      await tx`
        delete from playlist_tracks using playlists
        where playlist_tracks.playlist_id = playlists.playlist_id and playlists.owner_id = ${userId}`;
      await tx`
        delete from playlist_members using playlists
        where playlist_members.playlist_id = playlists.playlist_id and playlists.owner_id = ${userId}`;
      await PLAYLISTS.delete(tx, { ownerId: userId });
      // In the lists of others their songs stay, as the owner's.
      await PLAYLIST_MEMBERS.delete(tx, { userId });
      await PLAYLIST_TRACKS.set(tx, { addedBy: userId }, { addedBy: undefined });
    },
  },
});

/** A list that a moderator hides is its owner's and members' alone. */
async function setHidden(tx: Tx, { kind, subjectId }: ContentShown["data"], hidden: boolean): Promise<void> {
  if (kind === "playlist") await PLAYLISTS.set(tx, { playlistId: subjectId }, { hidden });
}

/** A default list begins with its first track. */
async function touch(tx: Tx, { data: { playlistId, ownerId }, recordedAt }: Recorded<PlaylistEvent>): Promise<void> {
  const at = new Date(recordedAt);
  await tx`
    insert into playlists (playlist_id, owner_id, created_at, updated_at)
    values (${playlistId}, ${ownerId}, ${at}, ${at})
    on conflict (playlist_id) do update set updated_at = excluded.updated_at`;
}

async function addTracks(
  tx: Tx,
  { playlistId, trackIds, addedBy }: { playlistId: string; trackIds: readonly string[]; addedBy?: string },
): Promise<void> {
  if (trackIds.length === 0) return;
  await tx`
    insert into playlist_tracks (playlist_id, track_id, place, added_by)
    select ${playlistId}::uuid, track_id, place + coalesce(
      (select max(place) from playlist_tracks where playlist_id = ${playlistId}), 0
    ), ${addedBy ?? null}::uuid from unnest(${[...trackIds]}::uuid[]) with ordinality as t(track_id, place)`;
}

export interface PlaylistRow {
  readonly playlistId: string;
  readonly ownerId: string;
  /** Undefined for the default list. */
  readonly name: Sealed | undefined;
  /** Under which everybody finds it; undefined for a private one, and out of sight. */
  readonly publicName: string | undefined;
  /** What its owner publishes it as, hidden or not. */
  readonly wantedName: string | undefined;
  /** Epoch ms. */
  readonly updatedAt: number;
  /** In their order. */
  readonly trackIds: readonly string[];
  /** Who added a track, where it was not the owner. */
  readonly addedBy: ReadonlyMap<string, string>;
  /** Who may add songs, in the order in which they came. */
  readonly memberIds: readonly string[];
  readonly folder: Sealed | undefined;
  readonly description: Sealed | undefined;
  readonly invitationId: string | undefined;
  /** A moderator hides it, or its owner has closed the account: no new person comes to it, by whatever way. */
  readonly isOutOfSight: boolean;
}

/** Lists by id; unknown ones are missing from the map. */
export async function findPlaylists(sql: Sql | Tx, playlistIds: readonly string[]): Promise<Map<string, PlaylistRow>> {
  const rows = await sql<DbRow[]>`
    select playlists.*, ${tracksOf(sql)} from playlists where playlist_id = any(${[...playlistIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.playlistId, playlistRow(row)]));
}

/** A person's lists, oldest first. */
export async function playlistsOf(sql: Sql | Tx, ownerId: string): Promise<PlaylistRow[]> {
  const rows = await sql<DbRow[]>`
    select playlists.*, ${tracksOf(sql)} from playlists where owner_id = ${ownerId} order by created_at, playlist_id`;
  return rows.map(playlistRow);
}

/** The lists of others that a person may add to, in the order in which they came there. */
export async function playlistsJoinedBy(sql: Sql | Tx, userId: string): Promise<PlaylistRow[]> {
  const rows = await sql<DbRow[]>`
    select playlists.*, ${tracksOf(sql)} from playlist_members as joined
    join playlists on playlists.playlist_id = joined.playlist_id
    where joined.user_id = ${userId} order by joined.joined_at, playlists.playlist_id`;
  return rows.map(playlistRow);
}

/**
 * The public lists that hold a track, the last changed first. It asks each public list by its key: there are few of them
 * beside the lists of all people.
 */
export async function publicPlaylistsWith(sql: Sql | Tx, trackId: string, limit: number): Promise<PlaylistRow[]> {
  const rows = await sql<DbRow[]>`
    select playlists.*, ${tracksOf(sql)} from playlists
    where public_name is not null and not hidden and not closed and exists (
      select from playlist_tracks as held where held.playlist_id = playlists.playlist_id and held.track_id = ${trackId}
    ) order by updated_at desc, playlist_id limit ${limit}`;
  return rows.map(playlistRow);
}

/** How many named lists each of these people has; those without are missing from the map. */
export async function countPlaylists(tx: Sql | Tx, ownerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx<{ ownerId: string; count: number }[]>`
    select owner_id, count(*)::int as count from playlists
    where owner_id = any(${[...ownerIds]}::uuid[]) and name is not null group by owner_id`;
  return new Map(rows.map((row) => [row.ownerId, row.count]));
}

function tracksOf(sql: Sql | Tx) {
  return sql`array(
    select track_id::text from playlist_tracks where playlist_tracks.playlist_id = playlists.playlist_id
    order by place, track_id
  ) as track_ids, array(
    select track_id::text || ' ' || added_by::text from playlist_tracks
    where playlist_tracks.playlist_id = playlists.playlist_id and added_by is not null
  ) as added, array(
    select user_id::text from playlist_members where playlist_members.playlist_id = playlists.playlist_id
    order by joined_at, user_id
  ) as member_ids`;
}

/** `added`: "track person". */
type DbRow = RowOf<typeof PLAYLISTS> & Record<"trackIds" | "added" | "memberIds", string[]>;

function playlistRow(
  { hidden, closed, publicName: wantedName, added, createdAt: _createdAt, ...row }: DbRow,
): PlaylistRow {
  const isOutOfSight = hidden || closed;
  return {
    ...row,
    publicName: isOutOfSight ? undefined : wantedName,
    wantedName,
    addedBy: new Map(added.map((pair) => [pair.slice(0, 36), pair.slice(37)])),
    isOutOfSight,
  };
}
