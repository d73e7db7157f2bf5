import type { RenditionQuality } from "../backend/catalogue/events.ts";
import type { TrackSort } from "../backend/contract/admin_tracks.ts";
import { pictureUrl } from "./media_urls.ts";

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
  /** The end of early access for Premium, which may be past; undefined where there was none. */
  readonly earlyUntil: number | undefined;
}

/** A track as its owner sees it, whatever its state; `releasedAt` is 0 until it is out. */
export interface OwnTrackRow extends TrackRow {
  readonly status: "processing" | "published" | "failed";
  /** Why it failed, written for the creator. */
  readonly failure: string | undefined;
  /** Epoch ms. */
  readonly uploadedAt: number;
}

export interface TrackFacts {
  readonly durationMs: number;
  readonly ownerId: string;
  readonly title: string;
  readonly artist: string;
  readonly coverImageUrl: string;
  /** The end of early access for Premium; undefined where there was none. */
  readonly earlyUntil: number | undefined;
  readonly published: boolean;
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

export interface AdminTrackPage {
  /** Words of titles and artists; all of them must be there. */
  readonly q: string;
  readonly genre?: string | undefined;
  readonly sort: TrackSort;
  readonly descending: boolean;
  readonly limit: number;
  /** The id of the last track of the page before. */
  readonly after?: string | undefined;
}

/** A row as it is stored. */
export interface DbRow {
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
  closed: boolean;
  early_until: Date | null;
}

/** A stored row as others read it. */
export function trackRow(row: DbRow): TrackRow {
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
    earlyUntil: row.early_until?.getTime(),
  };
}

/** For reads that leave the deleted ones out. */
export function ownTrackRow(row: DbRow): OwnTrackRow {
  return {
    ...trackRow(row),
    status: row.status === "published" || row.status === "failed" ? row.status : "processing",
    failure: row.failure ?? undefined,
    uploadedAt: row.uploaded_at.getTime(),
  };
}
