import type {
  Hold,
  RenditionMade,
  RenditionQuality,
  TrackEvent,
  TrackUploaded,
} from "../../backend/catalogue/track/events.ts";
import { missingGainTenths, renditionGainDb } from "../../backend/contract/loudness.ts";
import type { TrackSort } from "../../backend/contract/admin_tracks.ts";
import type { QualityReport } from "../../backend/contract/uploads.ts";
import { folded } from "../../backend/contract/normalize_text.ts";
import { eventsOf, type Recorded } from "../../backend/store/log/event.ts";
import type { ReportedTrack } from "../../backend/listening/report/state.ts";
import { plainArray, rowsOf } from "../../backend/store/projections/columns.ts";
import type { AsOf } from "../../backend/store/projections/kept_reads.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, int, moment, smallint, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { foldTrackChanges } from "./track_changes.ts";
import type { Listed } from "./sitemap_pages.ts";
import { pictureUrl } from "../accounts/media_urls.ts";
import { CLOSING_EVENTS, type ClosingEvent, type Closings, closingsOf, isClosing } from "../account_closings.ts";
import { HOLD_COLUMNS, HOLD_EVENTS, nameOfHold } from "./track_holds.ts";

/** A published track that nothing holds. Times in epoch ms. */
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
  /** The end of early access for Premium, also a past one; undefined without early access. */
  readonly earlyUntil: number | undefined;
  /** What its sound lacks to be as loud as others, dB; negative where it is louder. */
  readonly gainDb: number;
  /** How many times another recording took its recording's place. */
  readonly replaced: number;
}

/** A track as its owner sees it, whatever its state; `releasedAt` is 0 until it is out. */
export interface OwnTrackRow extends TrackRow {
  readonly status: "processing" | "published" | "failed";
  /** Why it failed, written for the creator. */
  readonly failure: string | undefined;
  /** Epoch ms. */
  readonly uploadedAt: number;
  /** Why only its artist hears it; empty for what is shown to everybody. */
  readonly holds: readonly { readonly hold: Hold; readonly holdId: string }[];
  /** Why another recording could not take its place; empty while it is being made, undefined where there is none. */
  readonly replacement: string | undefined;
  /** Of recordings that came before it was kept: undefined. */
  readonly soundCheck: QualityReport | undefined;
}

export interface TrackFacts {
  readonly durationMs: number;
  /** Of recordings before this one, the oldest first; mostly none. */
  readonly earlierLengths: readonly EarlierLength[];
  readonly ownerId: string;
  readonly title: string;
  readonly artist: string;
  readonly coverImageUrl: string;
  /** The end of early access for Premium; undefined where there was none. */
  readonly earlyUntil: number | undefined;
  /** It is out, and nothing holds it. */
  readonly published: boolean;
  /** Something keeps it from everybody but its artist and admins. */
  readonly held: boolean;
  /** From when to when it could be heard, epoch ms: never, where it is not out yet; without an end while it is. */
  readonly availableFrom: number;
  readonly availableUntil: number | undefined;
}

/** How long a track was until its recording was replaced (epoch ms). */
interface EarlierLength {
  readonly until: number;
  readonly durationMs: number;
}

export interface ListTracks {
  /** Most tracks of the page. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: TrackCursor | undefined;
  readonly genre?: string | undefined;
  readonly ownerId?: string | undefined;
}

export interface TrackPage {
  readonly tracks: readonly TrackRow[];
  readonly nextCursor: TrackCursor | undefined;
}

/** The last track of a page: the next one begins after it. */
export interface TrackCursor {
  readonly releasedAt: number;
  readonly trackId: string;
}

interface AdminTrackPage {
  /** Words of titles and artists, all of which must match. */
  readonly q: string;
  readonly genre?: string | undefined;
  readonly status?: OwnTrackRow["status"] | undefined;
  /** When they were uploaded, epoch ms, without `to` itself. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly sort: TrackSort;
  readonly descending: boolean;
  readonly limit: number;
  /** The id of the last track of the page before. */
  readonly after?: string | undefined;
}

/** A row as it is stored. */
interface DbRow {
  trackId: string;
  ownerId: string;
  title: string;
  artist: string;
  album: string | undefined;
  trackNumber: number | undefined;
  genre: string;
  durationMs: number;
  coverKey: string | undefined;
  placeholder: string;
  downloadable: boolean;
  status: string;
  failure: string | undefined;
  uploadedAt: number;
  releasedAt: number | undefined;
  qualities: RenditionQuality[];
  closed: boolean;
  earlyUntil: number | undefined;
  withdrawnAt: number | undefined;
  gainTenths: number;
  earlierLengths: EarlierLength[];
  replacement: string | undefined;
  soundCheck: string | undefined;
  holds: string[];
  held: boolean;
}

/** A stored row as others read it. */
function trackRow(row: DbRow): TrackRow {
  return {
    trackId: row.trackId,
    ownerId: row.ownerId,
    title: row.title,
    artist: row.artist,
    album: row.album,
    trackNumber: row.trackNumber,
    genre: row.genre,
    durationMs: row.durationMs,
    coverImageUrl: pictureUrl(row.coverKey === undefined ? undefined : { key: row.coverKey }),
    placeholder: row.placeholder,
    downloadable: row.downloadable,
    qualities: row.qualities,
    releasedAt: row.releasedAt ?? 0,
    earlyUntil: row.earlyUntil,
    gainDb: row.gainTenths / 10,
    replaced: row.earlierLengths.length,
  };
}

/** For reads without deleted tracks. */
function ownTrackRow(row: DbRow): OwnTrackRow {
  return {
    ...trackRow(row),
    status: row.status === "published" || row.status === "failed" ? row.status : "processing",
    failure: row.failure,
    uploadedAt: row.uploadedAt,
    replacement: row.replacement,
    soundCheck: row.soundCheck === undefined ? undefined : JSON.parse(row.soundCheck),
    holds: row.holds.map((name) => {
      const [hold = "", holdId = ""] = name.split("/");
      return { hold: hold as Hold, holdId };
    }),
  };
}

const TRACKS = table("tracks", {
  trackId: uuid,
  ownerId: uuid,
  title: text,
  artist: text,
  album: text.optional,
  trackNumber: smallint.optional,
  genre: text,
  durationMs: int.check("duration_ms > 0"),
  coverKey: text.optional,
  placeholder: text,
  downloadable: boolean,
  status: text,
  failure: text.optional,
  uploadedAt: moment,
  releasedAt: moment.optional.check("released_at is not null or status <> 'published'"),
  qualities: typed<string[]>("text[]"),
  foldedTitle: text,
  foldedArtist: text,
  closed: boolean,
  earlyUntil: moment.optional,
  removedAt: moment.optional,
  closedAt: moment.optional,
  heldAt: moment.optional,
  withdrawnAt: moment.optional.generated("least(removed_at, closed_at, held_at)"),
  gainTenths: smallint,
  earlierLengths: typed<unknown>("jsonb").default("'[]'"),
  replacement: text.optional,
  soundCheck: text.optional,
  ...HOLD_COLUMNS,
}, {
  key: ["trackId"],
  indexes: {
    tracks_words: "using gin ((folded_title || ' ' || folded_artist) gin_trgm_ops)",
    tracks_uploaded: "(uploaded_at, track_id) where status <> 'removed'",
    tracks_by_title: "(folded_title, track_id) where status <> 'removed'",
    tracks_newest: "(released_at desc, track_id desc) where status = 'published' and not closed and not held",
    tracks_newest_of_genre:
      "(genre, released_at desc, track_id desc) where status = 'published' and not closed and not held",
    tracks_newest_of_owner:
      "(owner_id, released_at desc, track_id desc) where status = 'published' and not closed and not held",
    tracks_held: "(owner_id) where held",
    tracks_of_owner: "(owner_id, uploaded_at desc, track_id desc)",
  },
});

/** Every track with what lists show. */
export const tracks: Projection<TrackEvent | ClosingEvent> = {
  name: "tracks",
  version: 10,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: [
    "TrackUploaded",
    "RenditionMade",
    "TrackPublished",
    "TrackFailed",
    "TrackChanged",
    "TrackEarlyAccessSet",
    "TrackRemoved",
    "RecordingOffered",
    "RecordingReplaced",
    "ReplacementFailed",
    ...HOLD_EVENTS,
    ...CLOSING_EVENTS,
  ],
  tables: TRACKS.ddl,

  async apply(tx, events) {
    await addUploads(tx, eventsOf(events, "TrackUploaded"));
    const renditions = eventsOf(events, "RenditionMade").map((event) => event.data);
    await addQualities(tx, renditions);
    await setGains(tx, renditions);
    await changeTracks(tx, events.filter((event) => !isClosing(event)));
    await replaceRecordings(tx, events);
    await setClosed(tx, closingsOf(events));
    await setWithdrawn(tx, events);
  },
};

/**
 * What holds a track, and when it left for everyone: it was removed or held, or its artist closed the account. What comes
 * back is as if it had never been away. One after another: what counts is when it left.
 */
async function setWithdrawn(tx: Tx, events: readonly Recorded<TrackEvent | ClosingEvent>[]): Promise<void> {
  for (const { type, data, recordedAt } of events) {
    const at = new Date(recordedAt);
    switch (type) {
      case "TrackRemoved":
        await tx`update tracks set removed_at = coalesce(withdrawn_at, ${at}) where track_id = ${data.trackId}`;
        break;
      case "AccountClosed":
      case "AccountErased":
        await tx`update tracks set closed_at = coalesce(closed_at, ${at}) where owner_id = ${data.userId}`;
        break;
      case "AccountReopened":
        await tx`update tracks set closed_at = null where owner_id = ${data.userId}`;
        break;
      case "TrackHeld":
        await tx`
          update tracks set held_at = coalesce(held_at, ${at}),
            holds = array(select unnest(holds) union select ${nameOfHold(data)} order by 1)
          where track_id = ${data.trackId}`;
        break;
      case "TrackHoldLifted": {
        const left = tx`array_remove(holds, ${nameOfHold(data)})`;
        await tx`
          update tracks set holds = ${left}, held_at = case when cardinality(${left}) > 0 then held_at end
          where track_id = ${data.trackId}`;
      }
    }
  }
}

/**
 * Hides the music of artists who closed their account. After an erasure other people's history keeps the title
 * without the artist.
 */
async function setClosed(tx: Tx, { closed, reopened, erased }: Closings): Promise<void> {
  if (closed.length + reopened.length + erased.length === 0) return;
  await tx`update tracks set closed = true where owner_id = any(${[...closed]}::uuid[])`;
  await tx`update tracks set closed = false where owner_id = any(${[...reopened]}::uuid[])`;
  await tx`
    update tracks set closed = true, artist = '', folded_artist = '', album = null, cover_key = null
    where owner_id = any(${[...erased]}::uuid[])`;
}

async function addUploads(tx: Tx, uploads: readonly Recorded<TrackUploaded>[]): Promise<void> {
  const rows = uploads.map(({ data, recordedAt }) => ({
    ...data,
    uploadedAt: recordedAt,
    coverKey: data.cover?.key,
    placeholder: data.cover?.placeholder ?? "",
    foldedTitle: folded(data.title),
    foldedArtist: folded(data.artist),
    soundCheck: data.soundCheck && JSON.stringify(data.soundCheck),
    // Until the rendition says it: what follows from how it is made.
    gainTenths: missingGainTenths(data.loudness.integratedLufs + renditionGainDb(data.loudness)),
  }));
  const uploaded = rowsOf(tx, rows, {
    uuid: ["trackId", "ownerId"],
    text: ["title", "artist", "album", "genre", "coverKey", "placeholder", "foldedTitle", "foldedArtist", "soundCheck"],
    smallint: ["trackNumber", "gainTenths"],
    int: ["durationMs"],
    boolean: ["downloadable"],
    ms: ["uploadedAt"],
  });
  await tx`
    insert into tracks (track_id, owner_id, title, artist, album, genre, cover_key, placeholder, folded_title,
      folded_artist, sound_check, track_number, gain_tenths, duration_ms, downloadable, uploaded_at, status, qualities, closed)
    select uploaded.*, 'processing', '{}', exists (
      select from tracks as others where others.owner_id = uploaded.owner_id and others.closed
    ) from ${uploaded} as uploaded`;
}

/** Each rendition has one event, so its quality comes once. */
async function addQualities(tx: Tx, renditions: readonly RenditionMade["data"][]): Promise<void> {
  await tx`
    update tracks set qualities = tracks.qualities || made.qualities
    from (
      select track_id, array_agg(quality) as qualities
      from ${rowsOf(tx, renditions, { uuid: ["trackId"], text: ["quality"] })} as rendition
      group by track_id
    ) as made
    where tracks.track_id = made.track_id`;
}

/** As loud as what most people hear came out. */
async function setGains(tx: Tx, renditions: readonly RenditionMade["data"][]): Promise<void> {
  const rows = renditions.flatMap(({ trackId, quality, integratedLufs }) =>
    quality === "normal" && integratedLufs !== undefined
      ? [{ trackId, gainTenths: missingGainTenths(integratedLufs) }]
      : []
  );
  if (rows.length === 0) return;
  await tx`
    update tracks set gain_tenths = made.gain_tenths
    from ${rowsOf(tx, rows, { uuid: ["trackId"], smallint: ["gainTenths"] })} as made
    where tracks.track_id = made.track_id`;
}

/** Length, loudness and qualities of the other recording; the lengths before it stay known. One after another: they are rare. */
async function replaceRecordings(tx: Tx, events: readonly Recorded<TrackEvent | ClosingEvent>[]): Promise<void> {
  for (const event of events) {
    if (event.type === "RecordingOffered") {
      await tx`update tracks set replacement = '' where track_id = ${event.data.trackId}`;
    } else if (event.type === "ReplacementFailed") {
      await tx`update tracks set replacement = ${event.data.reason} where track_id = ${event.data.trackId}`;
    }
    if (event.type !== "RecordingReplaced") continue;
    const { data: { trackId, durationMs, loudness, renditions, soundCheck }, recordedAt } = event;
    const measured = renditions.find(({ quality }) => quality === "normal")?.integratedLufs;
    const gain = missingGainTenths(measured ?? loudness.integratedLufs + renditionGainDb(loudness));
    await tx`
      update tracks set duration_ms = ${durationMs}, gain_tenths = ${gain},
        sound_check = ${soundCheck === undefined ? null : JSON.stringify(soundCheck)},
        qualities = ${renditions.map(({ quality }) => quality)},
        earlier_lengths = earlier_lengths || jsonb_build_array(
          jsonb_build_object('until', ${recordedAt}::bigint, 'durationMs', duration_ms)
        ),
        replacement = null, failure = null, status = case when status = 'failed' then 'processing' else status end
      where track_id = ${trackId}`;
  }
}

async function changeTracks(tx: Tx, events: readonly TrackEvent[]): Promise<void> {
  const rows = [...foldTrackChanges(events)].map(([trackId, { details = {}, ...change }]) => ({
    ...change,
    trackId,
    title: details.title,
    foldedTitle: details.title === undefined ? undefined : folded(details.title),
    artist: details.artist,
    foldedArtist: details.artist === undefined ? undefined : folded(details.artist),
    album: details.album,
    trackNumber: details.trackNumber,
    genre: details.genre,
    coverKey: details.cover?.key,
    placeholder: details.cover?.placeholder,
    downloadable: details.downloadable,
  }));
  const changes = rowsOf(tx, rows, {
    uuid: ["trackId"],
    text: [
      ...["status", "failure", "title", "foldedTitle", "artist", "foldedArtist", "album", "genre"] as const,
      ...["coverKey", "placeholder"] as const,
    ],
    smallint: ["trackNumber"],
    boolean: ["downloadable"],
    ms: ["releasedAt", "earlyUntil"],
  });
  await tx`
    update tracks set status = coalesce(change.status, tracks.status), failure = coalesce(change.failure, tracks.failure),
      released_at = coalesce(change.released_at, tracks.released_at),
      title = coalesce(change.title, tracks.title),
      folded_title = coalesce(change.folded_title, tracks.folded_title),
      artist = coalesce(change.artist, tracks.artist),
      folded_artist = coalesce(change.folded_artist, tracks.folded_artist),
      album = nullif(coalesce(change.album, tracks.album), ''),
      track_number = nullif(coalesce(change.track_number, tracks.track_number), 0), genre = coalesce(change.genre, tracks.genre),
      cover_key = coalesce(change.cover_key, tracks.cover_key),
      placeholder = coalesce(change.placeholder, tracks.placeholder),
      downloadable = coalesce(change.downloadable, tracks.downloadable),
      early_until = coalesce(change.early_until, tracks.early_until)
    from ${changes} as change
    where tracks.track_id = change.track_id`;
}

/** Everybody may hear it: what every list asks for. */
function visible(sql: Sql | Tx) {
  return sql`status = 'published' and not closed and not held`;
}

/** Published tracks, newest first. An index finds the page after a cursor, however far down. */
export async function listTracks(
  sql: Sql | Tx,
  { limit, cursor, genre, ownerId }: ListTracks,
): Promise<TrackPage> {
  const rows = await sql<DbRow[]>`
    select * from tracks where ${visible(sql)}
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

/** Published tracks, for the sitemap. */
export function tracksListed(sql: Sql | Tx): Listed {
  return sql`select track_id as id, released_at as at from tracks where ${visible(sql)}`;
}

/** The newest published tracks of each of these artists and genres, `limit` of each. */
export async function newestOfEach(
  sql: Sql | Tx,
  { ownerIds, genres, limit }: { ownerIds: readonly string[]; genres: readonly string[]; limit: number },
): Promise<TrackRow[]> {
  const rows = await sql<DbRow[]>`
    select found.* from unnest(${[...ownerIds]}::uuid[]) as asked(owner_id)
    cross join lateral (
      select * from tracks where owner_id = asked.owner_id and ${visible(sql)}
      order by released_at desc, track_id desc limit ${limit}
    ) as found
    union
    select found.* from unnest(${[...genres]}::text[]) as asked(genre)
    cross join lateral (
      select * from tracks where genre = asked.genre and ${visible(sql)}
      order by released_at desc, track_id desc limit ${limit}
    ) as found`;
  return rows.map(trackRow);
}

/** Published tracks by id; others are missing from the map. */
export async function findTracks(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, TrackRow>> {
  const rows = await sql<DbRow[]>`
    select * from tracks where track_id = any(${[...trackIds]}::uuid[]) and ${visible(sql)}`;
  return new Map(rows.map((row) => [row.trackId, trackRow(row)]));
}

/** Of these tracks those that something keeps from everybody. */
export async function heldAmong(sql: Sql | Tx, trackIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ trackId: string }[]>`
    select track_id from tracks where track_id = any(${[...trackIds]}::uuid[]) and held order by track_id`;
  return rows.map((row) => row.trackId);
}

/** A creator's uploads without deleted ones, newest first. */
export async function listOwnTracks(sql: Sql | Tx, ownerId: string, limit: number): Promise<OwnTrackRow[]> {
  const rows = await sql<DbRow[]>`
    select * from tracks where owner_id = ${ownerId} and status <> 'removed'
    order by uploaded_at desc, track_id desc limit ${limit}`;
  return rows.map(ownTrackRow);
}

/** Tracks by id as their owner sees them; deleted ones are missing from the map. */
export async function listTracksOf(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, OwnTrackRow>> {
  const rows = await sql<DbRow[]>`
    select * from tracks where track_id = any(${[...trackIds]}::uuid[]) and status <> 'removed'`;
  return new Map(rows.map((row) => [row.trackId, ownTrackRow(row)]));
}

/** A page of all uploads that are still there, in the order of their ids, after one of them. */
export async function uploadsAfter(
  sql: Sql | Tx,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await sql<{ trackId: string }[]>`
    select track_id from tracks where status <> 'removed' ${after === undefined ? sql`` : sql`and track_id > ${after}`}
    order by track_id limit ${limit}`;
  return rows.map((row) => row.trackId);
}

/** The uploads of a person that are still there: what a hold on all their music holds. */
export async function tracksToHold(sql: Sql | Tx, ownerId: string): Promise<string[]> {
  const rows = await sql<{ trackId: string }[]>`
    select track_id from tracks where owner_id = ${ownerId} and status <> 'removed' order by track_id`;
  return rows.map((row) => row.trackId);
}

/** All uploads of a person, deleted ones too: their plays stay in the books. */
export async function uploadedTrackIds(sql: Sql | Tx, ownerId: string): Promise<string[]> {
  const rows = await sql<{ trackId: string }[]>`select track_id from tracks where owner_id = ${ownerId}`;
  return rows.map((row) => row.trackId);
}

/** Facts of tracks in any state, for reports and receipts; unknown ones are missing from the map. */
export async function trackFacts(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, TrackFacts>> {
  const rows = await sql<DbRow[]>`select * from tracks where track_id = any(${[...trackIds]}::uuid[])`;
  return new Map(rows.map((row) => {
    const { durationMs, ownerId, title, artist, coverImageUrl, earlyUntil } = trackRow(row);
    const facts = {
      durationMs,
      ownerId,
      title,
      artist,
      coverImageUrl,
      earlyUntil,
      earlierLengths: row.earlierLengths,
    };
    const published = row.status === "published" && !row.closed && !row.held;
    const availableFrom = row.releasedAt ?? Infinity;
    const held = row.held && row.status !== "removed";
    return [row.trackId, { ...facts, published, held, availableFrom, availableUntil: row.withdrawnAt }];
  }));
}

/** The same as of one moment, from memory where no track has changed since. */
export async function trackFactsAsOf(
  asOf: AsOf,
  sql: Sql,
  trackIds: readonly string[],
): Promise<Map<string, TrackFacts>> {
  const ask = (ids: readonly string[]) => trackFacts(sql, ids);
  return await asOf.readEach([tracks.name], [...new Set(trackIds)], { kind: "facts", ask });
}

/** What play reports are decided on of tracks, in any state; unknown ones are missing from the map. */
export async function trackMeasures(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, ReportedTrack>> {
  type Row = Pick<DbRow, "trackId" | "durationMs" | "earlierLengths" | "ownerId" | "releasedAt" | "withdrawnAt">;
  const rows = await sql<Row[]>`
    select track_id, duration_ms, earlier_lengths, owner_id, released_at, withdrawn_at
    from tracks where track_id = any(${plainArray(trackIds)}::text::uuid[])`;
  return new Map(rows.map((row) => [row.trackId, {
    durationMs: row.durationMs,
    earlierLengths: row.earlierLengths,
    ownerId: row.ownerId,
    availableFrom: row.releasedAt ?? Infinity,
    availableUntil: row.withdrawnAt,
  }]));
}

/** For queries over rows `heard (track_id)`: who owns the track, as `owned.owner_id`. */
export function withOwners(sql: Sql | Tx) {
  return sql`join (select track_id, owner_id from tracks) as owned on owned.track_id = heard.track_id`;
}

/** A page of all uploads without deleted ones. */
export async function listAllTracks(sql: Sql | Tx, page: AdminTrackPage): Promise<OwnTrackRow[]> {
  const column = sql(COLUMNS[page.sort]);
  const patterns = folded(page.q).split(" ").filter(Boolean).slice(0, MOST_WORDS).map((word) => `%${word}%`);
  // The query has no letter and no digit: no title holds it.
  if (page.q.trim() !== "" && patterns.length === 0) return [];
  const last = sql`(select ${column}, track_id from tracks where track_id = ${page.after ?? null})`;
  const rows = await sql<DbRow[]>`
    select * from tracks where status <> 'removed'
      ${patterns.reduce((all, pattern) => sql`${all} and folded_title || ' ' || folded_artist like ${pattern}`, sql``)}
      ${page.genre === undefined ? sql`` : sql`and genre = ${page.genre}`}
      ${page.status === undefined ? sql`` : sql`and status = ${page.status}`}
      ${page.from === undefined ? sql`` : sql`and uploaded_at >= ${new Date(page.from)}`}
      ${page.to === undefined ? sql`` : sql`and uploaded_at < ${new Date(page.to)}`}
      ${
    page.after === undefined
      ? sql``
      : page.descending
      ? sql`and (${column}, track_id) < ${last}`
      : sql`and (${column}, track_id) > ${last}`
  }
    order by ${page.descending ? sql`${column} desc, track_id desc` : sql`${column}, track_id`}
    limit ${page.limit}`;
  return rows.map(ownTrackRow);
}

/** Tracks that are there, and those uploaded in a time (epoch ms) and still there. */
export async function countAllTracks(
  sql: Sql | Tx,
  { from, to }: { from: number; to: number },
): Promise<{ total: number; uploaded: number }> {
  const [row] = await sql<{ total: number; uploaded: number }[]>`
    select count(*)::int as total,
      (count(*) filter (where uploaded_at >= ${new Date(from)} and uploaded_at < ${new Date(to)}))::int as uploaded
    from tracks where status <> 'removed'`;
  return row ?? { total: 0, uploaded: 0 };
}

const COLUMNS: Readonly<Record<TrackSort, string>> = {
  uploaded: "uploaded_at",
  title: "folded_title",
  artist: "folded_artist",
  genre: "genre",
  duration: "duration_ms",
};

const MOST_WORDS = 8;
