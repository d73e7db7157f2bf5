import type { CreatorProfileSet } from "../backend/catalogue/artist/events.ts";
import type { TrackChanged, TrackEvent, TrackUploaded } from "../backend/catalogue/track/events.ts";
import { folded } from "../backend/contract/fold.ts";
import type { SearchKind } from "../backend/contract/search.ts";
import type { PlaylistEvent } from "../backend/catalogue/playlist/events.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { albumIdOf } from "./albums.ts";
import { CLOSING_EVENTS, type ClosingEvent, type Closings, closingsOf, isClosing } from "./account_closings.ts";

/** The words that search looks through, folded: people may type or leave out tone marks, dots and hooks. */
export const search: Projection<Told | ClosingEvent> = {
  name: "search",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: [
    "TrackUploaded",
    "TrackPublished",
    "TrackChanged",
    "TrackRemoved",
    "CreatorProfileSet",
    "PlaylistCreated",
    "PlaylistRenamed",
    "PlaylistDeleted",
    ...CLOSING_EVENTS,
  ],
  tables: `
    create table search_documents (
      kind text not null check (kind in ('track', 'artist', 'album', 'playlist')),
      document_id uuid not null,
      title text not null,
      extra text not null,
      album_id uuid,
      owner_id uuid not null,
      is_out boolean not null,
      closed boolean not null default false,
      shown boolean not null generated always as (is_out and not closed) stored,
      words tsvector not null generated always as (
        setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', extra), 'C')
      ) stored,
      whole text not null generated always as (title || ' ' || extra) stored,
      primary key (kind, document_id)
    );
    create index search_words on search_documents using gin (words) where shown;
    create index search_pieces on search_documents using gin (whole gin_trgm_ops) where shown;
    create index search_of_owner on search_documents (owner_id);
    create index search_of_album on search_documents (album_id) where album_id is not null`,

  async apply(tx, events) {
    // A handful a minute; one after another, so that the last event on each counts.
    for (const event of events) await applyOne(tx, event);
  },
};

async function applyOne(tx: Tx, told: Told | ClosingEvent): Promise<void> {
  if (isClosing(told)) return await setClosed(tx, closingsOf([told]));
  switch (told.type) {
    case "TrackUploaded":
      return await addTrack(tx, told.data);
    case "TrackPublished":
      return await showTrack(tx, told.data.trackId, true);
    case "TrackRemoved":
      return await showTrack(tx, told.data.trackId, false);
    case "TrackChanged":
      return await changeTrack(tx, told.data);
    case "CreatorProfileSet": {
      const { creatorId, name, city } = told.data;
      const artist = { kind: "artist" as const, id: creatorId, ownerId: creatorId };
      return await put(tx, { ...artist, title: name, extra: city, isOut: true });
    }
    case "PlaylistCreated":
    case "PlaylistRenamed": {
      const { playlistId, ownerId, publicName } = told.data;
      const list = { kind: "playlist" as const, id: playlistId, ownerId, title: publicName ?? "", extra: "" };
      return await put(tx, { ...list, isOut: publicName !== undefined });
    }
    case "PlaylistDeleted":
      await tx`delete from search_documents where kind = 'playlist' and document_id = ${told.data.playlistId}`;
      return;
    default:
      told satisfies never;
  }
}

/** Search does not find the works of closed accounts; an erasure deletes them. */
async function setClosed(tx: Tx, { closed, reopened, erased }: Closings): Promise<void> {
  await tx`update search_documents set closed = true where owner_id = any(${[...closed]}::uuid[])`;
  await tx`update search_documents set closed = false where owner_id = any(${[...reopened]}::uuid[])`;
  await tx`delete from search_documents where owner_id = any(${[...erased]}::uuid[])`;
}

type Told =
  | Extract<TrackEvent, { type: "TrackUploaded" | "TrackPublished" | "TrackChanged" | "TrackRemoved" }>
  | CreatorProfileSet
  | Extract<PlaylistEvent, { type: "PlaylistCreated" | "PlaylistRenamed" | "PlaylistDeleted" }>;

async function addTrack(
  tx: Tx,
  { trackId, ownerId, title, artist, album, genre }: TrackUploaded["data"],
): Promise<void> {
  const albumId = album === undefined ? undefined : albumIdOf(ownerId, album);
  const extra = `${artist} ${album ?? ""} ${genre}`;
  await put(tx, { kind: "track", id: trackId, ownerId, title, extra, albumId, isOut: false });
  if (album === undefined || albumId === undefined) return;
  await tx`
    insert into search_documents (kind, document_id, owner_id, title, extra, is_out)
    values ('album', ${albumId}, ${ownerId}, ${folded(album)}, ${folded(artist)}, false) on conflict do nothing`;
}

async function changeTrack(tx: Tx, { trackId, title }: TrackChanged["data"]): Promise<void> {
  if (title === undefined) return;
  await tx`
    update search_documents set title = ${folded(title)} where kind = 'track' and document_id = ${trackId}`;
}

/** An album is shown while one of its tracks is. */
async function showTrack(tx: Tx, trackId: string, isOut: boolean): Promise<void> {
  await tx`update search_documents set is_out = ${isOut} where kind = 'track' and document_id = ${trackId}`;
  await tx`
    update search_documents as albums set is_out = exists (
      select from search_documents as tracks
      where tracks.album_id = albums.document_id and tracks.kind = 'track' and tracks.is_out
    )
    where kind = 'album' and document_id = (
      select album_id from search_documents where kind = 'track' and document_id = ${trackId}
    )`;
}

interface Document {
  readonly kind: SearchKind;
  readonly id: string;
  readonly ownerId: string;
  readonly title: string;
  readonly extra: string;
  readonly albumId?: string | undefined;
  readonly isOut: boolean;
}

async function put(tx: Tx, { kind, id, ownerId, title, extra, albumId, isOut }: Document): Promise<void> {
  await tx`
    insert into search_documents (kind, document_id, owner_id, title, extra, album_id, is_out, closed)
    values (${kind}, ${id}, ${ownerId}, ${folded(title)}, ${folded(extra)}, ${albumId ?? null}, ${isOut}, exists (
      select from search_documents where owner_id = ${ownerId} and closed
    ))
    on conflict (kind, document_id) do update set title = excluded.title, extra = excluded.extra,
      is_out = excluded.is_out`;
}

interface SearchFor {
  readonly q: string;
  readonly limit: number;
  readonly offset: number;
}

/** How alike two words must be: two letters swapped in one of eight still find it. */
const ALIKE = 0.4;
const MOST_WORDS = 8;

/**
 * Things of one kind that hold the words, or nearly, best first. An exact name comes before one that begins with the
 * words, that before one that holds them, and all before names that are only similar.
 */
export async function findDocuments(
  sql: Sql,
  kind: SearchKind,
  { q, limit, offset }: SearchFor,
): Promise<{ ids: string[]; total: number }> {
  const typed = folded(q);
  if (typed === "") return { ids: [], total: 0 };
  const query = typed.split(" ").slice(0, MOST_WORDS).map((word) => `${word}:*`).join(" & ");
  const rows = await sql.begin(async (tx) => {
    await tx`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`;
    return await tx<{ document_id: string; total: number }[]>`
      select document_id, count(*) over ()::int as total
      from search_documents, to_tsquery('simple', ${query}) as wanted
      where kind = ${kind} and shown and (words @@ wanted or ${typed} <% whole)
      order by (title = ${typed}) desc, (starts_with(title, ${typed})) desc, (words @@ wanted) desc,
        ts_rank(words, wanted) + word_similarity(${typed}, title) + word_similarity(${typed}, whole) desc, document_id
      limit ${limit} offset ${offset}`;
  });
  return { ids: rows.map((row) => row.document_id), total: rows[0]?.total ?? 0 };
}
