import type { RenditionMade, RenditionQuality, TrackUploaded } from "../backend/catalogue/events.ts";
import type { RecordedEvent } from "../backend/store/event.ts";
import type { Projection } from "../backend/store/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { eventsOf } from "./events_of.ts";
import { pictureUrl } from "./media_urls.ts";
import { foldTrackChanges, type TrackChange } from "./track_changes.ts";

/** Every track with what lists show. */
export const tracks: Projection = {
  name: "tracks",
  version: 3,
  mode: "async",
  logs: ["social"],
  on: ["TrackUploaded", "RenditionMade", "TrackPublished", "TrackFailed", "TrackChanged", "TrackRemoved"],
  tables: `
    create table tracks (
      track_id uuid primary key,
      owner_id uuid not null,
      title text not null,
      artist text not null,
      album text,
      track_number smallint,
      genre text not null,
      duration_ms integer not null check (duration_ms > 0),
      cover_key text,
      placeholder text not null,
      downloadable boolean not null,
      status text not null,
      failure text,
      uploaded_at timestamptz not null,
      released_at timestamptz check (released_at is not null or status <> 'published'),
      qualities text[] not null
    );
    create index tracks_newest on tracks (released_at desc, track_id desc) where status = 'published';
    create index tracks_newest_of_genre on tracks (genre, released_at desc, track_id desc) where status = 'published';
    create index tracks_newest_of_owner on tracks (owner_id, released_at desc, track_id desc)
      where status = 'published';
    create index tracks_of_owner on tracks (owner_id, uploaded_at desc, track_id desc)`,

  async apply(tx, events) {
    await addUploads(tx, eventsOf<TrackUploaded>(events, "TrackUploaded"));
    await addQualities(tx, eventsOf<RenditionMade>(events, "RenditionMade").map((event) => event.data));
    await changeTracks(tx, events);
  },
};

async function addUploads(
  tx: Tx,
  uploads: readonly RecordedEvent<"TrackUploaded", TrackUploaded["data"]>[],
): Promise<void> {
  const of = <Value>(pick: (upload: TrackUploaded["data"]) => Value) => uploads.map((event) => pick(event.data));
  await tx`
    insert into tracks (uploaded_at, track_id, owner_id, title, artist, album, track_number, genre, duration_ms,
      cover_key, placeholder, downloadable, status, qualities)
    select to_timestamp(at / 1000), track_id, owner_id, title, artist, album, track_number, genre, duration_ms,
      cover_key, placeholder, downloadable, 'processing', '{}' from unnest(
      ${uploads.map((event) => event.recordedAt)}::float8[],
      ${of((row) => row.trackId)}::uuid[], ${of((row) => row.ownerId)}::uuid[], ${of((row) => row.title)}::text[],
      ${of((row) => row.artist)}::text[], ${of((row) => row.album ?? null)}::text[],
      ${of((row) => row.trackNumber ?? null)}::smallint[], ${of((row) => row.genre)}::text[],
      ${of((row) => row.durationMs)}::int[], ${of((row) => row.cover?.key ?? null)}::text[],
      ${of((row) => row.cover?.placeholder ?? "")}::text[], ${of((row) => String(row.downloadable))}::text[]::boolean[]
    ) as t(at, track_id, owner_id, title, artist, album, track_number, genre, duration_ms, cover_key, placeholder,
      downloadable)`;
}

/** A rendition is made once, so its quality is added once. */
async function addQualities(tx: Tx, renditions: readonly RenditionMade["data"][]): Promise<void> {
  const of = <Value>(pick: (rendition: RenditionMade["data"]) => Value) => renditions.map(pick);
  await tx`
    update tracks set qualities = tracks.qualities || made.qualities
    from (
      select track_id, array_agg(quality) as qualities
      from unnest(${of((row) => row.trackId)}::uuid[], ${of((row) => row.quality)}::text[]) as t(track_id, quality)
      group by track_id
    ) as made
    where tracks.track_id = made.track_id`;
}

async function changeTracks(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
  const changes = foldTrackChanges(events);
  const of = <Value>(pick: (change: TrackChange) => Value | undefined) =>
    [...changes.values()].map((change) => pick(change) ?? null);
  await tx`
    update tracks set status = coalesce(change.status, tracks.status), failure = coalesce(change.failure, tracks.failure),
      released_at = coalesce(to_timestamp(change.released / 1000), tracks.released_at),
      title = coalesce(change.title, tracks.title), genre = coalesce(change.genre, tracks.genre),
      cover_key = coalesce(change.cover_key, tracks.cover_key),
      placeholder = coalesce(change.placeholder, tracks.placeholder),
      downloadable = coalesce(change.downloadable, tracks.downloadable)
    from unnest(
      ${[...changes.keys()]}::uuid[], ${of((row) => row.status)}::text[], ${of((row) => row.failure)}::text[],
      ${of((row) => row.releasedAt)}::float8[], ${of((row) => row.details?.title)}::text[],
      ${of((row) => row.details?.genre)}::text[], ${of((row) => row.details?.cover?.key)}::text[],
      ${of((row) => row.details?.cover?.placeholder)}::text[],
      ${of((row) => row.details?.downloadable?.toString())}::text[]::boolean[]
    ) as change(track_id, status, failure, released, title, genre, cover_key, placeholder, downloadable)
    where tracks.track_id = change.track_id`;
}

/** A published track. Times in epoch ms. */
export interface TrackRow {
  readonly trackId: string;
  readonly ownerId: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string | undefined;
  /** Its place on the album, from 1. */
  readonly trackNumber: number | undefined;
  readonly genre: string;
  readonly durationMs: number;
  readonly coverImageUrl: string;
  readonly placeholder: string;
  readonly downloadable: boolean;
  readonly qualities: readonly RenditionQuality[];
  readonly releasedAt: number;
}

export interface ListTracks {
  /** Most tracks of the page. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: TrackCursor | undefined;
  readonly genre?: string | undefined;
  readonly ownerId?: string | undefined;
}

/** The last track of a page: the next one begins after it. */
export interface TrackCursor {
  readonly releasedAt: number;
  readonly trackId: string;
}

/** Published tracks, newest first. The page after a cursor is found by the index, however far down it is. */
export async function listTracks(
  sql: Sql | Tx,
  { limit, cursor, genre, ownerId }: ListTracks,
): Promise<{ tracks: TrackRow[]; nextCursor: TrackCursor | undefined }> {
  const rows = await sql<DbRow[]>`
    select * from tracks where status = 'published'
      ${genre === undefined ? sql`` : sql`and genre = ${genre}`}
      ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}
      ${
    cursor === undefined
      ? sql``
      : sql`and (released_at, track_id) < (${new Date(cursor.releasedAt)}, ${cursor.trackId})`
  }
    order by released_at desc, track_id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit).map(trackRow);
  return { tracks: page, nextCursor: rows.length > limit ? page.at(-1) : undefined };
}

/** Published tracks by id; others are missing from the map. */
export async function findTracks(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, TrackRow>> {
  const rows = await sql<DbRow[]>`
    select * from tracks where track_id = any(${[...trackIds]}::uuid[]) and status = 'published'`;
  return new Map(rows.map((row) => [row.track_id, trackRow(row)]));
}

/** A track as its owner sees it, whatever its state; `releasedAt` is 0 until it is out. */
export interface OwnTrackRow extends TrackRow {
  readonly status: "processing" | "published" | "failed";
  /** Why it failed, written for the creator. */
  readonly failure: string | undefined;
  /** Epoch ms. */
  readonly uploadedAt: number;
}

/** Everything a creator has uploaded and not deleted, newest first. */
export async function listOwnTracks(sql: Sql | Tx, ownerId: string, limit: number): Promise<OwnTrackRow[]> {
  const rows = await sql<(DbRow & { status: OwnTrackRow["status"] })[]>`
    select * from tracks where owner_id = ${ownerId} and status <> 'removed'
    order by uploaded_at desc, track_id desc limit ${limit}`;
  return rows.map((row) => ({
    ...trackRow(row),
    status: row.status,
    failure: row.failure ?? undefined,
    uploadedAt: row.uploaded_at.getTime(),
  }));
}

/** Every track that somebody ever uploaded, the deleted ones too: their plays stay in the books. */
export async function uploadedTrackIds(sql: Sql | Tx, ownerId: string): Promise<string[]> {
  const rows = await sql<{ track_id: string }[]>`select track_id from tracks where owner_id = ${ownerId}`;
  return rows.map((row) => row.track_id);
}

export interface TrackFacts {
  readonly durationMs: number;
  readonly ownerId: string;
  readonly title: string;
  readonly artist: string;
  readonly coverImageUrl: string;
  readonly published: boolean;
}

/** What reports and receipts need of tracks in any state; unknown ones are missing from the map. */
export async function trackFacts(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, TrackFacts>> {
  const rows = await sql<DbRow[]>`select * from tracks where track_id = any(${[...trackIds]}::uuid[])`;
  return new Map(rows.map((row) => {
    const { durationMs, ownerId, title, artist, coverImageUrl } = trackRow(row);
    return [row.track_id, { durationMs, ownerId, title, artist, coverImageUrl, published: row.status === "published" }];
  }));
}

interface DbRow {
  track_id: string;
  owner_id: string;
  title: string;
  artist: string;
  album: string | null;
  track_number: number | null;
  genre: string;
  duration_ms: number;
  cover_key: string | null;
  placeholder: string;
  downloadable: boolean;
  status: string;
  failure: string | null;
  uploaded_at: Date;
  released_at: Date | null;
  qualities: RenditionQuality[];
}

function trackRow(row: DbRow): TrackRow {
  return {
    trackId: row.track_id,
    ownerId: row.owner_id,
    title: row.title,
    artist: row.artist,
    album: row.album ?? undefined,
    trackNumber: row.track_number ?? undefined,
    genre: row.genre,
    durationMs: row.duration_ms,
    coverImageUrl: pictureUrl(row.cover_key === null ? undefined : { key: row.cover_key }),
    placeholder: row.placeholder,
    downloadable: row.downloadable,
    qualities: row.qualities,
    releasedAt: row.released_at?.getTime() ?? 0,
  };
}
