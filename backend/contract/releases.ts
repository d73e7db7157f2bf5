import type { LyricsLanguage } from "./lyrics.ts";
import type { ReleaseKind } from "./release_kinds.ts";
import type { QualityReport } from "./uploads.ts";

/** A release holds at most so many songs. */
export const MOST_SONGS: Readonly<Record<ReleaseKind, number>> = { single: 3, ep: 8, album: 60 };
/** Unpublished releases of one artist at the same time. */
export const MOST_DRAFTS = 50;
/** A date is at least so far away, and at most. */
export const SOONEST_MS = 60_000;
export const LATEST_MS = 366 * 24 * 3_600_000;
/** Early access for Premium lasts at most so long. */
export const LONGEST_EARLY_MS = 30 * 24 * 3_600_000;

/** Societies that collect for authors and owners; `none` for who has joined none. */
export const SOCIETIES = ["none", "COSON", "MCSN", "AVRS", "other"] as const;
export type Society = typeof SOCIETIES[number];

/** `own`: the artist made it and owns it; `licensed`: the owner gave the artist the right to release it here. */
export const OWNERSHIPS = ["own", "licensed"] as const;
export type Ownership = typeof OWNERSHIPS[number];

export const MOST_CREDITED = 20;
export const MOST_FEATURED = 10;

export type ReleaseStatus = "draft" | "scheduled" | "published" | "withdrawn";
/** Why a release that is due is not out yet. */
export type Stalled = "incomplete" | "processing" | "failed" | "held";
/** The state of a song of a draft. `held`: Orin reviews it before listeners can hear it. */
export type SongReadiness = "ready" | "processing" | "failed" | "held";
export type FeatureStatus = "asked" | "accepted" | "declined";

/** A person with an account who sings along; shown as a link once they have accepted. */
export interface FeaturedArtist {
  id: string;
  name: string;
  status: FeatureStatus;
}

/** Who made a song, and what it is. */
export interface SongCredits {
  writers: string[];
  producers: string[];
  /** CCXXXYYNNNNN; empty where there is none. */
  isrc: string;
  explicit: boolean;
  /** BCP 47; left out where the language is unknown. */
  language?: LyricsLanguage | undefined;
}

/** A song of a draft as its artist sees it. */
export interface ReleaseSong {
  trackId: string;
  title: string;
  artist: string;
  genre: string;
  durationSeconds: number;
  readiness: SongReadiness;
  /** Why it failed. */
  reason?: string | undefined;
  /** The sound check of its recording; songs from before it was kept have none. */
  report?: QualityReport | undefined;
  credits: SongCredits;
  featured: FeaturedArtist[];
}

/** A release as its artist sees it. Times are ISO. */
export interface Release {
  id: string;
  status: ReleaseStatus;
  kind: ReleaseKind;
  title: string;
  artist: string;
  genre: string;
  upc: string;
  coverImageUrl: string;
  placeholder: string;
  songs: ReleaseSong[];
  declaration?: {
    ownership: Ownership;
    society: Society;
    societyNumber: string;
    /** Of royalties, by the rule in force when it was declared. */
    withheldPercent: number;
    at: string;
  } | undefined;
  releaseAt?: string | undefined;
  earlyAccessUntil?: string | undefined;
  stalled?: Stalled | undefined;
  /** What is missing before it can be published, in words. */
  missing: string[];
  presaves: number;
  createdAt: string;
  publishedAt?: string | undefined;
  /** Where listeners find it once it is out, within the app. */
  path: string;
  /** The tax that Orin withholds of royalties at the moment, percent. */
  withheldPercent: number;
  /** Whether Orin gives songs an ISRC, and releases a UPC, where they have none. An older copy does not say it. */
  givesIsrc?: boolean;
  givesUpc?: boolean;
}

/** A row of the list. */
export type ReleaseCard =
  & Omit<Release, "songs" | "missing" | "declaration" | "withheldPercent" | "genre" | "upc" | "givesIsrc" | "givesUpc">
  & { songCount: number };

/** `GET /api/v1/releases`, the newest first; and what other artists ask this one. */
export interface ReleaseList {
  releases: ReleaseCard[];
  asked: FeatureAsk[];
}

/** Another artist wants to name this one on a song. */
export interface FeatureAsk {
  trackId: string;
  title: string;
  artist: string;
  artistId: string;
  coverImageUrl: string;
  status: FeatureStatus;
  at: string;
}

export interface ReleaseAnswer {
  release: Release;
}

/** `GET /api/v1/upcoming/{releaseId}`: what everybody sees of a release with a date, and once it is out. */
export interface Upcoming {
  id: string;
  kind: ReleaseKind;
  title: string;
  artist: string;
  artistId: string;
  coverImageUrl: string;
  placeholder: string;
  songCount: number;
  releaseAt: string;
  earlyAccessUntil?: string | undefined;
  isOut: boolean;
  /** Within the app, once it is out. */
  path?: string | undefined;
  isPresaved: boolean;
}

export interface PresaveAnswer {
  isPresaved: boolean;
}

/** `GET /api/v1/tracks/{trackId}/credits`, for everyone: only who has accepted is named as featured. */
export interface CreditsAnswer {
  credits: SongCredits;
  featured: { id: string; name: string }[];
}

/** The same for the artist of the song, with what was asked and not answered. */
export interface OwnCreditsAnswer {
  credits: SongCredits;
  featured: FeaturedArtist[];
}

/** What an album's page says of its songs and of itself. */
export interface AlbumCredits {
  kind: ReleaseKind | "";
  upc: string;
  songs: (CreditsAnswer & { trackId: string; title: string })[];
}

const ISRC = /^([A-Z]{2})-?([A-Z0-9]{3})-?(\d{2})-?(\d{5})$/;

/** An ISRC without its hyphens: country, registrant, year and number; undefined for what is none. It has no check digit. */
export function isrcOf(text: string): string | undefined {
  const parts = ISRC.exec(text.trim().toUpperCase());
  return parts ? parts.slice(1).join("") : undefined;
}

/** "NGA012600001" as people read it: NG-A01-26-00001. */
export function spacedIsrc(isrc: string): string {
  return isrc.replace(ISRC, "$1-$2-$3-$4");
}

/**
 * A UPC of 12 digits or an EAN of 13 without spaces, whose last digit is its check digit; undefined for what is none. An EAN
 * that begins with 0 is the UPC of its other digits: one code is one text.
 */
export function upcOf(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, "");
  if (!/^(\d{12}|\d{13})$/.test(digits) || /^0+$/.test(digits)) return undefined;
  // From the right, each second digit counts three times; the sum with the check digit is a multiple of ten.
  const sum = [...digits].reverse().reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0 ? digits.replace(/^0(?=\d{12}$)/, "") : undefined;
}

/** A UPC or EAN from its digits without the check digit: 12 of them, of which a first 0 makes it a UPC. */
export function upcFrom(digits: string): string {
  return Array.from({ length: 10 }, (_, check) => upcOf(`${digits}${check}`)).find((upc) => upc !== undefined) ?? "";
}
