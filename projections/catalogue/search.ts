import type { ArtistHeld, ArtistHoldLifted, CreatorProfileSet } from "../../backend/catalogue/artist/events.ts";
import type { ContentHidden, ContentShown } from "../../backend/moderation/events.ts";
import type { TrackChanged, TrackEvent, TrackUploaded } from "../../backend/catalogue/track/events.ts";
import { folded } from "../../backend/contract/normalize_text.ts";
import type { SearchKind } from "../../backend/contract/search.ts";
import { isSlipOf } from "../../backend/contract/slip.ts";
import type { PlaylistEvent } from "../../backend/catalogue/playlist/events.ts";
import { rowsOf, valuesOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, ddlOf, int, oneOf, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { albumIdOf } from "./albums.ts";
import { foldHolds, HOLD_COLUMNS, HOLD_EVENTS, type HoldEvent, isHold } from "./track_holds.ts";
import { CLOSING_EVENTS, type ClosingEvent, type Closings, closingsOf, isClosing } from "../account_closings.ts";

const SEARCH_DOCUMENTS = table("search_documents", {
  kind: oneOf("track", "artist", "album", "playlist"),
  documentId: uuid,
  title: typed<string>('text collate "C"'),
  extra: text,
  artist: text.optional,
  album: text.optional,
  genre: text.optional,
  albumId: uuid.optional,
  ownerId: uuid,
  isOut: boolean,
  closed: boolean.default("false"),
  ...HOLD_COLUMNS,
  shown: boolean.generated("is_out and not closed and cardinality(holds) = 0"),
  words: typed<string>("tsvector").generated(
    "setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', extra), 'C')",
  ),
}, {
  key: ["kind", "documentId"],
  indexes: {
    search_track_words: "using gin (words) where shown and kind = 'track'",
    search_artist_words: "using gin (words) where shown and kind = 'artist'",
    search_album_words: "using gin (words) where shown and kind = 'album'",
    search_playlist_words: "using gin (words) where shown and kind = 'playlist'",
    search_track_titles: "(title) where shown and kind = 'track'",
    search_artist_titles: "(title) where shown and kind = 'artist'",
    search_album_titles: "(title) where shown and kind = 'album'",
    search_playlist_titles: "(title) where shown and kind = 'playlist'",
    search_of_owner: "(owner_id)",
    search_of_album: "(album_id) where album_id is not null",
  },
});

const SEARCH_VOCABULARY = table("search_vocabulary", {
  word: typed<string>('text collate "C"'),
  documents: int.check("documents >= 0"),
}, { key: ["word"], indexes: { search_vocabulary_pieces: "using gin (word gin_trgm_ops)" } });

/**
 * The words that search looks through, folded: people may type or leave out tone marks, dots and hooks. Each kind has its
 * own small indexes, so that every letter typed gets its answer quickly; `search_vocabulary` knows every word in use and is
 * asked when nothing holds what was typed.
 */
export const search: Projection<SearchedEvent | ClosingEvent> = {
  name: "search",
  version: 5,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: [
    "TrackUploaded",
    "TrackPublished",
    "TrackChanged",
    "TrackRemoved",
    ...HOLD_EVENTS,
    ...["ArtistHeld", "ArtistHoldLifted", "ContentHidden", "ContentShown"] as const,
    "CreatorProfileSet",
    "PlaylistCreated",
    "PlaylistRenamed",
    "PlaylistDeleted",
    ...CLOSING_EVENTS,
  ],
  tables: ddlOf(SEARCH_DOCUMENTS, SEARCH_VOCABULARY),

  async apply(tx, events) {
    // One after another, so that the last event on each counts; new songs, of which there are most, together.
    for (const run of runsOf(events)) {
      if (run.uploads.length > 0) await addTracks(tx, run.uploads);
      if (run.published.length > 0) await showTracks(tx, run.published, true);
      if (run.holds.length > 0) await holdTracks(tx, run.holds);
      if (run.other) await applyToDocument(tx, run.other);
    }
  },
};

interface Run {
  readonly uploads: TrackUploaded["data"][];
  readonly published: string[];
  readonly holds: HoldEvent[];
  readonly other: Other | undefined;
}

/** The events in their order: uploads, publications, or holds that follow each other are one run. */
function runsOf(events: readonly (SearchedEvent | ClosingEvent)[]): Run[] {
  const runs: Run[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (event.type === "TrackUploaded") {
      if (last && last.uploads.length > 0) last.uploads.push(event.data);
      else runs.push({ ...NO_RUN, uploads: [event.data] });
    } else if (event.type === "TrackPublished") {
      if (last && last.published.length > 0) last.published.push(event.data.trackId);
      else runs.push({ ...NO_RUN, published: [event.data.trackId] });
    } else if (isHold(event)) {
      if (last && last.holds.length > 0) last.holds.push(event);
      else runs.push({ ...NO_RUN, holds: [event] });
    } else runs.push({ ...NO_RUN, other: event });
  }
  return runs;
}

const NO_RUN: Run = { uploads: [], published: [], holds: [], other: undefined };

async function applyToDocument(tx: Tx, event: Other): Promise<void> {
  if (isClosing(event)) return await setClosed(tx, closingsOf([event]));
  switch (event.type) {
    case "TrackRemoved":
      return await showTracks(tx, [event.data.trackId], false);
    case "TrackChanged":
      return await changeTrack(tx, event.data);
    case "CreatorProfileSet": {
      const { creatorId, name, city } = event.data;
      const artist = { kind: "artist" as const, id: creatorId, ownerId: creatorId };
      return await put(tx, { ...artist, title: name, extra: city, isOut: true });
    }
    case "PlaylistCreated":
    case "PlaylistRenamed": {
      const { playlistId, ownerId, publicName } = event.data;
      const list = { kind: "playlist" as const, id: playlistId, ownerId, title: publicName ?? "", extra: "" };
      return await put(tx, { ...list, isOut: publicName !== undefined });
    }
    case "ArtistHeld":
    case "ArtistHoldLifted": {
      const { artistId, hold, holdId } = event.data;
      const reason = { name: `${hold}/${holdId}`, isHeld: event.type === "ArtistHeld" };
      return await holdDocument(tx, { kind: "artist", id: artistId, ...reason });
    }
    case "ContentHidden":
    case "ContentShown": {
      const { kind, subjectId: id, caseId } = event.data;
      const reason = { name: `moderation/${caseId}`, isHeld: event.type === "ContentHidden" };
      return kind === "playlist" ? await holdDocument(tx, { kind, id, ...reason }) : undefined;
    }
    case "PlaylistDeleted":
      return await reword(tx, isThe(tx, "playlist", event.data.playlistId), async () => {
        await tx`delete from search_documents where kind = 'playlist' and document_id = ${event.data.playlistId}`;
      });
    default:
      event satisfies never;
  }
}

/** Search does not find the works of closed accounts; an erasure deletes them. */
async function setClosed(tx: Tx, { closed, reopened, erased }: Closings): Promise<void> {
  await tx`update search_documents set closed = true where owner_id = any(${[...closed]}::uuid[])`;
  await tx`update search_documents set closed = false where owner_id = any(${[...reopened]}::uuid[])`;
  if (erased.length === 0) return;
  await reword(tx, tx`owner_id = any(${[...erased]}::uuid[])`, async () => {
    await tx`delete from search_documents where owner_id = any(${[...erased]}::uuid[])`;
  });
}

type SearchedEvent =
  | Extract<TrackEvent, { type: "TrackUploaded" | "TrackPublished" | "TrackChanged" | "TrackRemoved" }>
  | HoldEvent
  | ArtistHeld
  | ArtistHoldLifted
  | ContentHidden
  | ContentShown
  | CreatorProfileSet
  | Extract<PlaylistEvent, { type: "PlaylistCreated" | "PlaylistRenamed" | "PlaylistDeleted" }>;

type Other = Exclude<SearchedEvent | ClosingEvent, { type: "TrackUploaded" | "TrackPublished" } | HoldEvent>;

const TRACK = { text: ["title", "extra", "artist", "album", "genre"], uuid: ["id", "ownerId", "albumId"] } as const;

async function addTracks(tx: Tx, uploads: readonly TrackUploaded["data"][]): Promise<void> {
  const tracks = uploads.map(({ trackId, ownerId, title, artist, album = "", genre }) => ({
    ...{ id: trackId, ownerId, title: folded(title), extra: folded(`${artist} ${album} ${genre}`) },
    ...{ artist: folded(artist), album: folded(album), genre: folded(genre) },
    albumId: album === "" ? undefined : albumIdOf(ownerId, album),
  }));
  const albums = uploads.flatMap(({ ownerId, artist, album }) => {
    if (album === undefined) return [];
    return [{ id: albumIdOf(ownerId, album), ownerId, title: folded(album), extra: folded(artist) }];
  });
  await tx`
    with added as (
      insert into search_documents (
        kind, document_id, title, extra, artist, album, genre, owner_id, album_id, is_out, closed)
      select 'track', id, title, extra, artist, album, genre, owner_id, album_id, false, exists (
        select from search_documents as known where known.owner_id = new.owner_id and known.closed
      ) from ${rowsOf(tx, tracks, TRACK)} as new
      returning words
    )
    ${countWords(tx)}`;
  if (albums.length === 0) return;
  const first = [...new Map(albums.toReversed().map((album) => [album.id, album])).values()];
  await tx`
    with added as (
      insert into search_documents (kind, document_id, title, extra, owner_id, is_out)
      select 'album', id, title, extra, owner_id, false
      from ${rowsOf(tx, first, { text: ["title", "extra"], uuid: ["id", "ownerId"] })} as new
      on conflict do nothing returning words
    )
    ${countWords(tx)}`;
}

/** Adds the words of the documents that the statement calls `added` to the vocabulary. */
function countWords(tx: Tx) {
  return tx`
    insert into search_vocabulary as known (word, documents)
    select word, count(*)::int from added, unnest(tsvector_to_array(words)) as word group by word
    on conflict (word) do update set documents = known.documents + excluded.documents`;
}

async function changeTrack(tx: Tx, changed: TrackChanged["data"]): Promise<void> {
  const { trackId, ownerId, title, artist, album, genre } = changed;
  const [before] = await tx<{ albumId: string | undefined; artist: string; isOut: boolean }[]>`
    select album_id, artist, is_out from search_documents where kind = 'track' and document_id = ${trackId}`;
  if (!before || [title, artist, album, genre].every((text) => text === undefined)) return;
  const text = (said: string | undefined) => said === undefined ? null : folded(said);
  const albumId = album === undefined ? before.albumId : album === "" ? undefined : albumIdOf(ownerId, album);
  await reword(tx, isThe(tx, "track", trackId), async () => {
    await tx`
      update search_documents set title = coalesce(${text(title)}, title), artist = coalesce(${text(artist)}, artist),
        album = coalesce(${text(album)}, album), genre = coalesce(${text(genre)}, genre), album_id = ${albumId ?? null}
      where kind = 'track' and document_id = ${trackId}`;
    await tx`
      update search_documents set extra = concat_ws(' ', nullif(artist, ''), nullif(album, ''), nullif(genre, ''))
      where kind = 'track' and document_id = ${trackId}`;
  });
  if (album === undefined || albumId === before.albumId) return;
  if (album !== "" && albumId !== undefined) {
    const [known] = await tx`select from search_documents where kind = 'album' and document_id = ${albumId}`;
    const extra = text(artist) ?? before.artist;
    if (!known) await put(tx, { kind: "album", id: albumId, ownerId, title: album, extra, isOut: false });
  }
  await countAlbums(tx, [before.albumId, albumId].flatMap((id) => id ?? []));
}

async function showTracks(tx: Tx, trackIds: readonly string[], isOut: boolean): Promise<void> {
  await tx`
    update search_documents set is_out = ${isOut}
    where kind = 'track' and document_id = any(${[...trackIds]}::uuid[])`;
  await showAlbums(tx, trackIds);
}

/** What is held is not found; ids of tracks are those of no other document. */
async function holdTracks(tx: Tx, events: readonly HoldEvent[]): Promise<void> {
  const changed = await foldHolds(tx, { table: "search_documents", id: "document_id" }, events);
  await showAlbums(tx, changed.map(({ trackId }) => trackId));
}

interface DocumentHold {
  readonly kind: "artist" | "playlist";
  readonly id: string;
  readonly name: string;
  readonly isHeld: boolean;
}

/** What a moderator hides is not found; a document that comes later, such as that of a private list, is no concern. */
async function holdDocument(tx: Tx, { kind, id, name, isHeld }: DocumentHold): Promise<void> {
  const left = tx`array_remove(holds, ${name})`;
  await tx`
    update search_documents set holds = ${isHeld ? tx`array_append(${left}, ${name})` : left}
    where ${isThe(tx, kind, id)}`;
}

async function showAlbums(tx: Tx, trackIds: readonly string[]): Promise<void> {
  const rows = await tx<{ albumId: string }[]>`
    select distinct album_id from search_documents
    where kind = 'track' and document_id = any(${[...trackIds]}::uuid[]) and album_id is not null`;
  await countAlbums(tx, rows.map((row) => row.albumId));
}

/** An album is shown while one of its tracks is. */
async function countAlbums(tx: Tx, albumIds: readonly string[]): Promise<void> {
  await tx`
    update search_documents as albums set is_out = exists (
      select from search_documents as tracks
      where tracks.album_id = albums.document_id and tracks.kind = 'track' and tracks.is_out and not tracks.held
    )
    where kind = 'album' and document_id = any(${[...albumIds]}::uuid[])`;
}

interface Document {
  readonly kind: SearchKind;
  readonly id: string;
  readonly ownerId: string;
  readonly title: string;
  readonly extra: string;
  readonly isOut: boolean;
}

async function put(tx: Tx, { kind, id, ownerId, title, extra, isOut }: Document): Promise<void> {
  await reword(tx, isThe(tx, kind, id), async () => {
    await tx`
      insert into search_documents (kind, document_id, owner_id, title, extra, is_out, closed)
      values (${kind}, ${id}, ${ownerId}, ${folded(title)}, ${folded(extra)}, ${isOut}, exists (
        select from search_documents where owner_id = ${ownerId} and closed
      ))
      on conflict (kind, document_id) do update set title = excluded.title, extra = excluded.extra,
        is_out = excluded.is_out`;
  });
}

type Fragment = ReturnType<typeof isThe>;

function isThe(tx: Tx, kind: SearchKind, id: string) {
  return tx`kind = ${kind} and document_id = ${id}`;
}

/** Makes a change of documents, and the vocabulary follows: a word that no document holds any more is forgotten. */
async function reword(tx: Tx, which: Fragment, change: () => Promise<void>): Promise<void> {
  const uses = new Map<string, number>();
  const count = async (by: 1 | -1) => {
    const rows = await tx<{ word: string }[]>`
      select unnest(tsvector_to_array(words)) as word from search_documents where ${which}`;
    for (const { word } of rows) uses.set(word, (uses.get(word) ?? 0) + by);
  };
  await count(-1);
  await change();
  await count(1);
  const changed = [...uses].filter(([, by]) => by !== 0).map(([word, documents]) => ({ word, documents }));
  if (changed.length === 0) return;
  const more = changed.filter(({ documents }) => documents > 0);
  if (more.length > 0) {
    await tx`
      insert into search_vocabulary as known ${valuesOf(tx, more, VOCABULARY)}
      on conflict (word) do update set documents = known.documents + excluded.documents`;
  }
  const fewer = changed.filter(({ documents }) => documents < 0);
  if (fewer.length === 0) return;
  await tx`
    update search_vocabulary as known set documents = known.documents + less.documents
    from ${rowsOf(tx, fewer, VOCABULARY)} as less where known.word = less.word`;
  await tx`delete from search_vocabulary where documents = 0 and word = any(${fewer.map(({ word }) => word)}::text[])`;
}

const VOCABULARY = { text: ["word"], int: ["documents"] } as const;

interface SearchFor {
  readonly q: string;
  readonly limit: number;
  readonly offset: number;
}

interface FoundDocuments {
  /** Best first. */
  ids: string[];
  /** How many there are, as far as the candidates reach: at least this page's worth and more while there is more. */
  total: number;
}

const MOST_WORDS = 8;
/** Of so many documents that hold the words, and as many that begin with them, the best are shown. */
const CANDIDATES = 200;
/** For those who page on. */
const MOST_CANDIDATES = 1_000;
const SIMILAR_CANDIDATES = 100;
/** What is only similar is asked for when fewer than this hold the words. */
const FEW = 5;
/** How alike two words must be to be compared letter by letter: two letters swapped in one of six still find it. */
const ALIKE = 0.4;
const MOST_ALIKE = 40;
/** Of those alike, so many are taken as meant. */
const MOST_MEANT = 8;
/** A shorter word is like too many others. */
const SHORTEST_ALIKE = 3;
/** From so many letters on what is similar was probably meant. */
const SURE_SLIP = 5;
/** Behind every letter that a title can go on with. */
const LAST = "\u{10ffff}";

/**
 * Things of each kind that hold the words, or nearly, best first. An exact name comes before one that begins with the
 * words, that before one that holds them, and all before names that are only similar.
 */
export async function findDocuments(
  sql: Sql,
  kinds: readonly SearchKind[],
  { q, limit, offset }: SearchFor,
): Promise<Map<SearchKind, FoundDocuments>> {
  const found = new Map<SearchKind, FoundDocuments>(kinds.map((kind) => [kind, { ids: [], total: 0 }]));
  const typed = folded(q);
  if (typed === "" || kinds.length === 0) return found;
  const words = typed.split(" ").slice(0, MOST_WORDS);
  const asked = { kinds, typed, strict: strictQuery(words), limit, offset };
  const add = (rows: readonly FoundRow[]) => {
    for (const { kind, documentId, total } of rows) {
      const of = found.get(kind);
      if (!of) continue;
      of.total = Math.max(of.total, total);
      if (documentId !== undefined) of.ids.push(documentId);
    }
  };
  add(await findStrict(sql, asked));
  const known = [...found.values()].reduce((sum, { total }) => sum + total, 0);
  // Short words are like many others: only where nothing holds them another one may have been meant.
  const isShort = words.every((word) => Array.from(word).length < SURE_SLIP);
  if (known >= FEW || (known > 0 && isShort)) return found;
  const similar = await similarQuery(sql, words);
  if (similar === undefined) return found;
  for (const [kind, rows] of Map.groupBy(await findSimilar(sql, { ...asked, similar }), ({ kind }) => kind)) {
    const of = found.get(kind);
    if (!of) continue;
    const from = Math.max(0, offset - of.total);
    of.ids.push(...rows.flatMap(({ documentId }) => documentId ?? []).slice(from, from + limit - of.ids.length));
    of.total += rows.length;
  }
  return found;
}

interface FoundRow {
  kind: SearchKind;
  /** Null in a row that only counts. */
  documentId: string | undefined;
  total: number;
}

interface Asked {
  readonly kinds: readonly SearchKind[];
  readonly typed: string;
  readonly strict: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Each word by its beginning. A single letter begins so many words that it is looked for as a word, and where more is
 * still to be typed behind other words, not at all.
 */
function strictQuery(words: readonly string[]): string | undefined {
  const asked = words.flatMap((word, index) => {
    if (Array.from(word).length > 1) return [`${word}:*`];
    return index < words.length - 1 ? [word] : [];
  });
  return asked.length === 0 ? undefined : asked.join(" & ");
}

/** Literal kinds, so that the planner takes the small index of each. */
function isKind(sql: Sql, kind: SearchKind) {
  switch (kind) {
    case "track":
      return sql`shown and kind = 'track'`;
    case "artist":
      return sql`shown and kind = 'artist'`;
    case "album":
      return sql`shown and kind = 'album'`;
    case "playlist":
      return sql`shown and kind = 'playlist'`;
  }
}

async function findStrict(sql: Sql, { kinds, typed, strict, limit, offset }: Asked): Promise<FoundRow[]> {
  const most = offset + limit <= CANDIDATES / 2 ? CANDIDATES : MOST_CANDIDATES;
  const begins = sql`title >= ${typed} and title < ${typed + LAST}`;
  const ofKind = (kind: SearchKind) => {
    const holds = strict === undefined ? sql`` : sql`
      union all (
        select document_id, title, words from search_documents
        where ${isKind(sql, kind)} and words @@ to_tsquery('simple', ${strict}) and not (${begins}) limit ${most}
      )`;
    return sql`
      (select ${kind}::text as kind, case when place > ${offset} then document_id end as document_id, total from (
        select document_id, count(*) over ()::int as total, row_number() over (
          order by (title = ${typed}) desc, (${begins}) desc,
            ts_rank(words, to_tsquery('simple', ${strict ?? typed})) desc, length(title), title, document_id
        ) as place from (
          (select document_id, title, words from search_documents where ${isKind(sql, kind)} and ${begins}
          order by title limit ${most})
          ${holds}
        ) as candidates
      ) as ranked where place > ${offset} and place <= ${offset + limit} or place = 1 order by place)`;
  };
  const [first, ...more] = kinds.map(ofKind);
  if (!first) return [];
  const rows = await sql<FoundRow[]>`${more.reduce((all, next) => sql`${all} union all ${next}`, first)}`;
  return rows;
}

/** The words of the vocabulary that were meant, as a query; undefined where none is like what was typed. */
async function similarQuery(sql: Sql, words: readonly string[]): Promise<string | undefined> {
  const long = [...new Set(words.filter((word) => Array.from(word).length >= SHORTEST_ALIKE))];
  if (long.length === 0) return undefined;
  const alike = await sql.begin(async (tx) => {
    await tx`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`;
    return await Promise.all(long.map(async (typed) => {
      const rows = await tx<{ word: string }[]>`
        select word from search_vocabulary where ${typed} <% word
        order by word_similarity(${typed}, word) desc, abs(length(word) - ${typed.length}), word limit ${MOST_ALIKE}`;
      return [
        typed,
        rows.map(({ word }) => word).filter((word) => isSlipOf(typed, word)).slice(0, MOST_MEANT),
      ] as const;
    }));
  });
  const meant = new Map(alike);
  if ([...meant.values()].every((found) => found.length === 0)) return undefined;
  return words.map((word) => `(${[`${word}:*`, ...meant.get(word) ?? []].join(" | ")})`).join(" & ");
}

async function findSimilar(
  sql: Sql,
  { kinds, typed, strict, similar, limit, offset }: Asked & { similar: string },
): Promise<FoundRow[]> {
  const isKnown = strict === undefined ? sql`` : sql`or words @@ to_tsquery('simple', ${strict})`;
  const ofKind = (kind: SearchKind) =>
    sql`
      (select ${kind}::text as kind, document_id, 0 as total from (
        select document_id, title, extra, words from search_documents
        where ${isKind(sql, kind)} and words @@ to_tsquery('simple', ${similar})
          and not (title >= ${typed} and title < ${typed + LAST} ${isKnown})
        limit ${SIMILAR_CANDIDATES}
      ) as candidates
      order by ts_rank(words, to_tsquery('simple', ${similar})) + word_similarity(${typed}, title)
        + word_similarity(${typed}, title || ' ' || extra) desc, document_id
      limit ${offset + limit})`;
  const [first, ...more] = kinds.map(ofKind);
  if (!first) return [];
  const rows = await sql<FoundRow[]>`${more.reduce((all, next) => sql`${all} union all ${next}`, first)}`;
  return rows;
}
