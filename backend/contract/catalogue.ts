/** How far a recording is on its way to be played. */
export type TrackState = "processing" | "ready" | "failed";

/** A published track as lists show it. `audioUrl` is signed for the caller; covers exist as AVIF and WebP at 64–512 px. */
export interface Track {
  _id: string;
  title: string;
  artist: string;
  artistId: string;
  album?: string | undefined;
  genre: string;
  /** m:ss, as documented. */
  duration: string;
  durationSeconds: number;
  coverImageUrl: string;
  image: string;
  /** Small string to draw while the cover loads: two CSS colours "#112233 #445566". */
  placeholder: string;
  audioUrl: string;
  downloadUrl?: string | undefined;
  createdAt: string;
  /** While it is only for Premium: until when. `audioUrl` is empty for who may not hear it yet. */
  earlyAccessUntil?: string | undefined;
  /** What its sound lacks to be as loud as other songs, dB; negative where it is louder. Left out for 0. */
  gainDb?: number | undefined;
  /** How many times its recording was replaced: the address of its waveform changes with it. Left out for 0. */
  replaced?: number | undefined;
  /** On an artist's page: how often real listeners have played it, in all. */
  plays?: number | undefined;
  /** In the chart of the week (`?list=top-100`): its place there. */
  chart?: ChartPlace | undefined;
}

/** A song's place in the chart: its rank, 1 first, by real listeners' plays of the last seven Lagos days, today included. */
export interface ChartPlace {
  rank: number;
  /** Its rank by the seven days before; null where it was not in the chart. */
  rankBefore: number | null;
  plays: number;
}

/** `GET /api/v1/tracks` and `GET /api/v1/tracks/admin-uploads`, newest first; `nextCursor` is absent on the last page. */
export interface TrackList {
  success: boolean;
  tracks: Track[];
  nextCursor?: string | undefined;
}

/** `GET /api/v1/tracks/{id}`, for a song's page; `albumId` leads to its album, where it has one. */
export interface TrackAnswer {
  success: boolean;
  track: Track;
  albumId?: string | undefined;
}

/** One entry of `GET /api/auth/creators` (the answer is a plain array). */
export interface CreatorCard {
  _id: string;
  firstName: string;
  lastName: string;
  name: string;
  profilePicture: { url: string };
  followerCount: number;
  /** Number of albums and of tracks. */
  albums: number;
  tracks: number;
}

/** `GET /api/auth/creators/{id}`: the artist's public profile with the newest tracks. Contacts are empty until opted in. */
export interface CreatorProfile {
  _id: string;
  name: string;
  firstName: string;
  lastName: string;
  profilePicture: { url: string };
  placeholder: string;
  bio: string;
  city: string;
  stateProvince: string;
  country: string;
  /** Of the person behind the artist's name; empty until the artist shows it. */
  fullName?: string | undefined;
  email: string;
  phone: string;
  /** The artist's names elsewhere, or the paths of their pages there; empty where there is none. */
  twitterHandle: string;
  instagramHandle: string;
  linkedinProfile: string;
  facebookProfile: string;
  /** The addresses of these; those that are empty are left out. */
  social?: {
    twitter?: string | undefined;
    instagram?: string | undefined;
    linkedin?: string | undefined;
    facebook?: string | undefined;
  } | undefined;
  followerCount: number;
  trackCount: number;
  albums: number;
  tracks: Track[];
}

/** The answer of follow, unfollow and is-following. */
export interface FollowAnswer {
  isFollowing: boolean;
  followerCount: number;
}

/** The ten of the creator list for both uploads, plus five of our own. */
export const GENRES = [
  "pop",
  "rock",
  "hip-hop",
  "electronic",
  "classical",
  "jazz",
  "country",
  "blues",
  "gospel",
  "afrobeat",
  "amapiano",
  "highlife",
  "fuji",
  "juju",
  "afro-soul",
] as const;
export type Genre = typeof GENRES[number];
