import type { PlaylistCreated, PlaylistEvent, PlaylistRenamed } from "../backend/catalogue/playlist/events.ts";
import type { ContentHidden, ContentShown } from "../backend/moderation/events.ts";
import type { Recorded } from "../backend/store/log/event.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { boolean, ddlOf, int, moment, table, text, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, type Closings, closingsOf, isClosing } from "./account_closings.ts";

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
  },
});

const PLAYLIST_MEMBERS = table("playlist_members", {
  playlistId: uuid,
  userId: uuid,
  joinedAt: moment,
}, {
  key: ["playlistId", "userId"],
  indexes: {
    playlist_members_of: "(user_id, joined_at)",
  },
});

/** People's lists of tracks. Inline: every decision about a list reads it. The default list has no name. */
export const playlists: Projection<PlaylistEvent | ContentHidden | ContentShown | ClosingEvent> = {
  name: "playlists",
  version: 5,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: [
    "PlaylistCreated",
    "PlaylistRenamed",
    "PlaylistDeleted",
    "PlaylistTrackAdded",
    "PlaylistTracksAdded",
    "PlaylistInvitationMade",
    "PlaylistInvitationRevoked",
    "PlaylistJoined",
    "PlaylistLeft",
    "PlaylistFiled",
    "PlaylistDescribed",
    "PlaylistTrackRemoved",
    "PlaylistReordered",
    ...["ContentHidden", "ContentShown"] as const,
    ...CLOSING_EVENTS,
  ],
  tables: ddlOf(PLAYLISTS, PLAYLIST_TRACKS, PLAYLIST_MEMBERS),

  async apply(tx, events) {
    // A handful a second at most; one after another keeps the order that people made.
    for (const event of events) {
      if (event.type === "ContentHidden" || event.type === "ContentShown") await setHidden(tx, event);
      else if (!isClosing(event)) await applyOne(tx, event);
    }
    const { closed, reopened, erased } = closingsOf(events);
    await setClosed(tx, { closed, reopened });
    await forget(tx, erased);
  },
};

/** Lists of somebody who closed the account are open to nobody new. */
async function setClosed(tx: Tx, { closed, reopened }: Pick<Closings, "closed" | "reopened">): Promise<void> {
  if (closed.length + reopened.length === 0) return;
  await tx`
    update playlists set closed = owner_id = any(${[...closed]}::uuid[])
    where owner_id = any(${[...closed, ...reopened]}::uuid[])`;
}

/** A list that a moderator hides is its owner's and members' alone. */
async function setHidden(tx: Tx, { type, data: { kind, subjectId } }: ContentHidden | ContentShown): Promise<void> {
  if (kind !== "playlist") return;
  await tx`update playlists set hidden = ${type === "ContentHidden"} where playlist_id = ${subjectId}`;
}

async function forget(tx: Tx, ownerIds: readonly string[]): Promise<void> {
  if (ownerIds.length === 0) return;
  await tx`
    delete from playlist_tracks using playlists
    where playlist_tracks.playlist_id = playlists.playlist_id
      and playlists.owner_id = any(${[...ownerIds]}::uuid[])`;
  await tx`
    delete from playlist_members using playlists
    where playlist_members.playlist_id = playlists.playlist_id
      and playlists.owner_id = any(${[...ownerIds]}::uuid[])`;
  await tx`delete from playlists where owner_id = any(${[...ownerIds]}::uuid[])`;
  // In the lists of others their songs stay, as the owner's.
  await tx`delete from playlist_members where user_id = any(${[...ownerIds]}::uuid[])`;
  await tx`update playlist_tracks set added_by = null where added_by = any(${[...ownerIds]}::uuid[])`;
}

async function applyOne(tx: Tx, told: Recorded<PlaylistEvent>): Promise<void> {
  const { playlistId, ownerId } = told.data;
  const at = new Date(told.recordedAt);
  switch (told.type) {
    case "PlaylistCreated":
      await insertList(tx, told.data, at);
      return await addTracks(tx, { playlistId, trackIds: told.data.trackIds });
    case "PlaylistRenamed":
      return await rename(tx, told.data, at);
    case "PlaylistDeleted":
      await tx`delete from playlist_tracks where playlist_id = ${playlistId}`;
      await tx`delete from playlist_members where playlist_id = ${playlistId}`;
      await tx`delete from playlists where playlist_id = ${playlistId}`;
      return;
    case "PlaylistTrackAdded":
      await touch(tx, { playlistId, ownerId, at });
      return await addTracks(tx, { playlistId, trackIds: [told.data.trackId] });
    case "PlaylistTracksAdded":
      await touch(tx, { playlistId, ownerId, at });
      return await addTracks(tx, told.data);
    case "PlaylistInvitationMade":
      await tx`update playlists set invitation_id = ${told.data.invitationId} where playlist_id = ${playlistId}`;
      return;
    case "PlaylistInvitationRevoked":
      await tx`update playlists set invitation_id = null where playlist_id = ${playlistId}`;
      return;
    case "PlaylistJoined":
      await tx`
        insert into playlist_members (playlist_id, user_id, joined_at)
        values (${playlistId}, ${told.data.userId}, ${at}) on conflict do nothing`;
      return;
    case "PlaylistLeft":
      await tx`delete from playlist_members where playlist_id = ${playlistId} and user_id = ${told.data.userId}`;
      return;
    case "PlaylistFiled":
      await tx`update playlists set folder = ${told.data.folder ?? null} where playlist_id = ${playlistId}`;
      return;
    case "PlaylistDescribed":
      await tx`
        update playlists set description = ${told.data.description ?? null}, updated_at = ${at}
        where playlist_id = ${playlistId}`;
      return;
    case "PlaylistTrackRemoved":
      await touch(tx, { playlistId, ownerId, at });
      await tx`delete from playlist_tracks where playlist_id = ${playlistId} and track_id = ${told.data.trackId}`;
      return;
    case "PlaylistReordered":
      await touch(tx, { playlistId, ownerId, at });
      await tx`
        update playlist_tracks set place = ordered.place
        from unnest(${[...told.data.trackIds]}::uuid[]) with ordinality as ordered(track_id, place)
        where playlist_tracks.playlist_id = ${playlistId} and playlist_tracks.track_id = ordered.track_id`;
      return;
    default:
      told satisfies never;
  }
}

async function insertList(tx: Tx, list: PlaylistCreated["data"], at: Date): Promise<void> {
  await tx`
    insert into playlists (playlist_id, owner_id, name, public_name, created_at, updated_at)
    values (${list.playlistId}, ${list.ownerId}, ${list.name}, ${list.publicName ?? null}, ${at}, ${at})`;
}

async function rename(tx: Tx, list: PlaylistRenamed["data"], at: Date): Promise<void> {
  await tx`
    update playlists set name = ${list.name}, public_name = ${list.publicName ?? null}, updated_at = ${at}
    where playlist_id = ${list.playlistId}`;
}

/** A default list begins with its first track. */
async function touch(tx: Tx, list: { playlistId: string; ownerId: string; at: Date }): Promise<void> {
  await tx`
    insert into playlists (playlist_id, owner_id, created_at, updated_at)
    values (${list.playlistId}, ${list.ownerId}, ${list.at}, ${list.at})
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
  /** A moderator hides it, or its owner has closed the account: nobody new comes to it, by whatever way. */
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

interface DbRow {
  playlistId: string;
  ownerId: string;
  name: string | undefined;
  publicName: string | undefined;
  hidden: boolean;
  closed: boolean;
  updatedAt: number;
  trackIds: string[];
  /** "track person". */
  added: string[];
  memberIds: string[];
  folder: string | undefined;
  description: string | undefined;
  invitationId: string | undefined;
}

function playlistRow(row: DbRow): PlaylistRow {
  const isOutOfSight = row.hidden || row.closed;
  return {
    playlistId: row.playlistId,
    ownerId: row.ownerId,
    name: row.name,
    publicName: isOutOfSight ? undefined : row.publicName,
    wantedName: row.publicName,
    updatedAt: row.updatedAt,
    trackIds: row.trackIds,
    addedBy: new Map(row.added.map((pair) => [pair.slice(0, 36), pair.slice(37)])),
    memberIds: row.memberIds,
    folder: row.folder,
    description: row.description,
    invitationId: row.invitationId,
    isOutOfSight,
  };
}
