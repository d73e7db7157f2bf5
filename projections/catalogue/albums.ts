import type {
  TrackChanged,
  TrackPublished,
  TrackRemoved,
  TrackUploaded,
} from "../../backend/catalogue/track/events.ts";
import { eventsOf, type Recorded } from "../../backend/store/log/event.ts";
import { derivedId } from "../../backend/store/log/ids.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, ddlOf, int, moment, type RowOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { Listed } from "./sitemap_pages.ts";
import { foldHolds, HOLD_COLUMNS, HOLD_EVENTS, type HoldEvent } from "./track_holds.ts";
import { CLOSING_EVENTS, type ClosingEvent, type Closings, closingsOf, isClosing } from "../account_closings.ts";

type AlbumEvent = TrackUploaded | TrackPublished | TrackChanged | TrackRemoved | HoldEvent;

const ALBUM_TRACKS = table("album_tracks", {
  trackId: uuid,
  albumId: uuid.optional,
  number: int.optional,
  later: int,
  place: int.generated("coalesce(number, later)"),
  releasedAt: moment.optional,
  ...HOLD_COLUMNS,
}, {
  key: ["trackId"],
  indexes: { album_tracks_in_order: "(album_id, place, track_id) where released_at is not null and not held" },
});

const ALBUMS = table("albums", {
  albumId: uuid,
  ownerId: uuid,
  name: text,
  releasedAt: moment.optional,
  closed: boolean.default("false"),
}, {
  key: ["albumId"],
  indexes: {
    albums_newest: "(released_at desc, album_id desc) where released_at is not null and not closed",
    albums_of_owner: "(owner_id, released_at desc, album_id desc) where released_at is not null and not closed",
  },
});

/** Albums: the published tracks of one artist that name the same one. Their ids follow from artist and name. */
export const albums: Projection<AlbumEvent | ClosingEvent> = {
  name: "albums",
  version: 4,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["TrackUploaded", "TrackPublished", "TrackChanged", "TrackRemoved", ...HOLD_EVENTS, ...CLOSING_EVENTS],
  tables: ddlOf(ALBUM_TRACKS, ALBUMS),

  async apply(tx, events) {
    await addAlbums(tx, events);
    await addUploads(tx, events);
    const left = await moveTracks(tx, eventsOf(events, "TrackChanged").map((event) => event.data));
    const published = eventsOf(events, "TrackPublished").map((event) => event.data);
    await tx`
      update album_tracks set released_at = published.released_at
      from ${rowsOf(tx, published, { uuid: ["trackId"], ms: ["releasedAt"] })} as published
      where album_tracks.track_id = published.track_id`;
    // A removed track never comes back, so removals of a batch come last.
    const removed = eventsOf(events, "TrackRemoved").map((event) => event.data.trackId);
    await tx`update album_tracks set released_at = null where track_id = any(${removed}::uuid[])`;
    await foldHolds(tx, { table: "album_tracks" }, events);
    await countAgain(tx, { trackIds: events.flatMap((event) => isClosing(event) ? [] : [event.data.trackId]), left });
    await setClosed(tx, closingsOf(events));
  },
};

async function setClosed(tx: Tx, { closed, reopened, erased }: Closings): Promise<void> {
  if (closed.length + reopened.length + erased.length === 0) return;
  await tx`update albums set closed = true where owner_id = any(${[...closed]}::uuid[])`;
  await tx`update albums set closed = false where owner_id = any(${[...reopened]}::uuid[])`;
  await tx`
    delete from album_tracks using albums
    where album_tracks.album_id = albums.album_id and albums.owner_id = any(${[...erased]}::uuid[])`;
  await ALBUMS.remove(tx, "ownerId", erased);
}

type Upload = TrackUploaded["data"] & { readonly trackNumber?: number };

/** The albums that uploads and changes name, by the first spelling of each. */
async function addAlbums(tx: Tx, events: readonly Recorded<AlbumEvent | ClosingEvent>[]): Promise<void> {
  const named = new Map<string, { albumId: string; ownerId: string; name: string }>();
  for (const event of events) {
    if (event.type !== "TrackUploaded" && event.type !== "TrackChanged") continue;
    const { ownerId, album: name = "" } = event.data;
    if (name === "") continue;
    const albumId = albumIdOf(ownerId, name);
    if (!named.has(albumId)) named.set(albumId, { albumId, ownerId, name });
  }
  await ALBUMS.add(tx, [...named.values()]);
}

async function addUploads(tx: Tx, events: readonly Recorded<AlbumEvent | ClosingEvent>[]): Promise<void> {
  const uploads = eventsOf(events, "TrackUploaded").map(({ data, position }) => ({
    trackId: data.trackId,
    albumId: data.album === undefined ? undefined : albumIdOf(data.ownerId, data.album),
    number: data.trackNumber,
    // Tracks without a number follow the numbered ones, in the order of their upload.
    later: 1_000 + position % 1_000_000_000,
  }));
  await ALBUM_TRACKS.insert(tx, uploads);
}

/** Another album, or another place on it. Of several changes of one track the last counts; answers the albums they left. */
async function moveTracks(tx: Tx, changes: readonly TrackChanged["data"][]): Promise<string[]> {
  const moved = new Map<string, TrackChanged["data"]>();
  for (const change of changes) {
    if (change.album === undefined && change.trackNumber === undefined) continue;
    moved.set(change.trackId, { ...moved.get(change.trackId), ...change });
  }
  if (moved.size === 0) return [];
  const rows = [...moved.values()].map(({ trackId, ownerId, album, trackNumber }) => ({
    trackId,
    isMoved: album !== undefined,
    albumId: album ? albumIdOf(ownerId, album) : undefined,
    number: trackNumber,
  }));
  const left = await tx<{ albumId: string }[]>`
    select distinct album_id from album_tracks
    where track_id = any(${[...moved.keys()]}::uuid[]) and album_id is not null`;
  await tx`
    update album_tracks set
      album_id = case when moved.is_moved then moved.album_id else album_tracks.album_id end,
      number = nullif(coalesce(moved.number, album_tracks.number), 0)
    from ${rowsOf(tx, rows, { uuid: ["trackId", "albumId"], boolean: ["isMoved"], int: ["number"] })} as moved
    where album_tracks.track_id = moved.track_id`;
  return left.map((row) => row.albumId);
}

/** An album's date is that of its newest track; lists leave out albums without published tracks. */
async function countAgain(
  tx: Tx,
  { trackIds, left }: { readonly trackIds: readonly string[]; readonly left: readonly string[] },
): Promise<void> {
  await tx`
    update albums set released_at = (
      select max(released_at) from album_tracks where album_tracks.album_id = albums.album_id and not held
    )
    where album_id in (select album_id from album_tracks where track_id = any(${[...trackIds]}::uuid[]))
      or album_id = any(${[...left]}::uuid[])`;
}

/** The id of an artist's album. Case and spacing of the name make no difference. */
export function albumIdOf(ownerId: string, name: string): string {
  return derivedId(ownerId, `album ${name.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase()}`);
}

export interface AlbumRow {
  readonly albumId: string;
  readonly ownerId: string;
  readonly name: string;
  /** Epoch ms. */
  readonly releasedAt: number;
  /** Published ones in their order. */
  readonly trackIds: readonly string[];
}

interface ListAlbums {
  readonly limit: number;
  /** Of one of these artists. */
  readonly ownerIds?: readonly string[] | undefined;
  /** The last album of the page before. */
  readonly after?: Pick<AlbumRow, "releasedAt" | "albumId"> | undefined;
}

/** Albums, newest first. */
export async function listAlbums(sql: Sql | Tx, { limit, ownerIds, after }: ListAlbums): Promise<AlbumRow[]> {
  const rows = await sql<DbRow[]>`
    select albums.*, ${tracksOf(sql)} from albums where released_at is not null and not closed
      ${ownerIds === undefined ? sql`` : sql`and owner_id = any(${[...ownerIds]}::uuid[])`}
      ${
    after === undefined ? sql`` : sql`and (released_at, album_id) < (${new Date(after.releasedAt)}, ${after.albumId})`
  }
    order by released_at desc, album_id desc limit ${limit}`;
  return rows.map(albumRow);
}

/** Albums with published tracks, for the sitemap. */
export function albumsListed(sql: Sql | Tx): Listed {
  return sql`select album_id as id, released_at as at from albums where released_at is not null and not closed`;
}

/** Albums by id; those without published tracks are missing from the map. */
export async function findAlbums(sql: Sql | Tx, albumIds: readonly string[]): Promise<Map<string, AlbumRow>> {
  const rows = await sql<DbRow[]>`
    select albums.*, ${tracksOf(sql)} from albums
    where album_id = any(${[...albumIds]}::uuid[]) and released_at is not null and not closed`;
  return new Map(rows.map((row) => [row.albumId, albumRow(row)]));
}

function tracksOf(sql: Sql | Tx) {
  return sql`array(
    select track_id::text from album_tracks
    where album_tracks.album_id = albums.album_id and album_tracks.released_at is not null and not held
    order by place, track_id
  ) as track_ids`;
}

type DbRow = RowOf<typeof ALBUMS> & { readonly trackIds: string[] };

function albumRow({ closed: _closed, releasedAt = 0, ...row }: DbRow): AlbumRow {
  return { ...row, releasedAt };
}
