import type { CreatorCard, CreatorProfile, Track } from "../contract/catalogue.ts";
import { minutesAndSeconds } from "../contract/duration.ts";
import type { Quality } from "../contract/listening.ts";
import type { OwnTrack } from "../contract/uploads.ts";
import { socialUrls } from "../contract/social_links.ts";
import type { CreatorRow } from "../../projections/creators.ts";
import type { OwnTrackRow, TrackRow } from "../../projections/tracks.ts";
import { isEarly, type MayHear } from "./routes_early_access.ts";
import type { Listener } from "./listener.ts";
import type { MediaLinks } from "./media_links.ts";
import { givenQuality } from "./routes_quality.ts";

export interface TrackAnswerOptions {
  readonly links: MediaLinks;
  readonly listener: Listener;
  readonly quality: Quality;
  readonly now: number;
  readonly mayHear: MayHear;
}

/** A track as every list shows it, with addresses signed for the caller. */
export function trackAnswer(row: TrackRow, { links, listener, quality, now, mayHear }: TrackAnswerOptions): Track {
  const link = { subject: listener.subject, trackId: row.trackId, now };
  // Lists are made without a look at the listener's plan: a fresh address gives Premium more.
  const isHeard = mayHear(row);
  const existing = isHeard && givenQuality(row.qualities, { wanted: quality, isPremium: false });
  return {
    _id: row.trackId,
    title: row.title,
    artist: row.artist,
    artistId: row.ownerId,
    ...(row.album === undefined ? {} : { album: row.album }),
    genre: row.genre,
    duration: minutesAndSeconds(row.durationMs),
    durationSeconds: row.durationMs / 1000,
    coverImageUrl: row.coverImageUrl,
    image: row.coverImageUrl,
    placeholder: row.placeholder,
    audioUrl: existing ? links.listed(link, existing) : "",
    ...(isHeard && row.downloadable && row.qualities.includes("download")
      ? { downloadUrl: downloadUrl(links, listener, link) }
      : {}),
    createdAt: new Date(row.releasedAt).toISOString(),
    ...(row.earlyUntil !== undefined && isEarly(row, now)
      ? { earlyAccessUntil: new Date(row.earlyUntil).toISOString() }
      : {}),
  };
}

/** A track as its owner sees it, whatever its state. */
export function ownTrackAnswer(row: OwnTrackRow, options: TrackAnswerOptions): OwnTrack {
  return {
    ...trackAnswer(row, options),
    createdAt: new Date(row.status === "published" ? row.releasedAt : row.uploadedAt).toISOString(),
    state: row.status === "published" ? "ready" : row.status,
    ...(row.status === "failed" && row.failure !== undefined ? { reason: row.failure } : {}),
    ...(row.trackNumber === undefined ? {} : { trackNumber: row.trackNumber }),
    downloadable: row.downloadable,
  };
}

/** Visitors get the plain address, which tells them that downloads need an account. */
function downloadUrl(links: MediaLinks, listener: Listener, link: Parameters<MediaLinks["download"]>[0]): string {
  return listener.userId === undefined ? `/api/v1/download/${link.trackId}` : links.download(link);
}

/** An artist as lists show them. */
export function creatorCard(row: CreatorRow, followerCount: number): CreatorCard {
  return {
    _id: row.creatorId,
    ...namesOf(row),
    profilePicture: { url: row.pictureUrl },
    followerCount,
    albums: row.albums,
    tracks: row.tracks,
  };
}

/** The person behind an artist's name. */
export interface Contact {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

/** What an artist makes public of the person behind the name; empty until then. The name and the contacts each count. */
export function publicOf(
  { isNamePublic, isContactPublic }: Pick<CreatorRow, "isNamePublic" | "isContactPublic">,
  person: Contact | undefined,
): { fullName: string; email: string; phone: string } {
  const fullName = person && isNamePublic ? `${person.firstName} ${person.lastName}`.trim() : "";
  const { email, phone } = person && isContactPublic ? person : { email: "", phone: "" };
  return { fullName, email, phone };
}

/** An artist as their page shows them. */
export function creatorProfile(
  row: CreatorRow,
  { followerCount, tracks, person }: {
    followerCount: number;
    tracks: Track[];
    /** Needed where the artist shows something of it. */
    person: Contact | undefined;
  },
): CreatorProfile {
  return {
    _id: row.creatorId,
    ...namesOf(row),
    profilePicture: { url: row.pictureUrl },
    placeholder: row.placeholder,
    bio: row.bio,
    city: row.city,
    stateProvince: row.stateProvince,
    country: row.country,
    ...row.social,
    social: socialUrls(row.social),
    ...publicOf(row, person),
    followerCount,
    trackCount: row.tracks,
    albums: row.albums,
    tracks,
  };
}

/** The documented first and last name are those of the artist's name: the person's own are not public. */
function namesOf({ name }: CreatorRow): { name: string; firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.split(" ");
  return { name, firstName, lastName: rest.join(" ") };
}
