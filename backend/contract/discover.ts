import type { AlbumCredits } from "./releases.ts";
import type { Track } from "./catalogue.ts";

/** The lists behind the carousel's slides, in the documented order. */
export const SLIDE_LISTS = ["new-albums", "discover", "top-artist", "new-releases", "top-100"] as const;
export type SlideList = typeof SLIDE_LISTS[number];

/** How a week compares with the seven days before it. `change` is in percent, null where there was nothing before. */
export interface Trend {
  before: number;
  change: number | null;
}

/** Durations in seconds; streams are counted plays without capped, overlapping and own ones. */
export interface TopArtist {
  rank: number;
  /** Null for artists who were not heard in the week before. */
  rankBefore: number | null;
  artistId: string;
  artistName: string;
  totalStreams: number;
  totalDurationPlayed: number;
  uniqueTracksCount: number;
  averageStreamDuration: number;
  trend: Trend;
  profile: {
    profileImage: string;
    placeholder: string;
    /** Of the person where the artist shows it, else the artist's name. */
    fullName: string;
    /** Empty for artists who do not publish it. */
    email: string;
    followerCount: number;
  };
}

/** `GET /api/v1/top-artists`: the last seven days in Lagos, today included. The first artist is that of the week. */
export interface TopArtists {
  success: boolean;
  artists: TopArtist[];
  totals: {
    totalStreams: number;
    totalDuration: number;
    uniqueTracks: number;
    averageDuration: number;
    trends: { totalStreams: Trend; totalDuration: Trend; uniqueTracks: Trend; averageDuration: Trend };
  };
  /** First and last day, and when it was counted. */
  from: string;
  to: string;
  updatedAt: string;
}

export interface AlbumCard {
  _id: string;
  title: string;
  artist: string;
  artistId: string;
  coverImageUrl: string;
  placeholder: string;
  trackCount: number;
  durationSeconds: number;
  releasedAt: string;
}

/** `GET /api/v1/albums` and, of the artists that one follows, `GET /api/v1/followed-albums`; newest first. */
export interface AlbumList {
  albums: AlbumCard[];
  nextCursor?: string | undefined;
}

/** `GET /api/v1/albums/{id}`. */
export interface Album extends AlbumCard {
  tracks: Track[];
  artists: {
    _id: string;
    name: string;
    profilePicture: { url: string };
    followerCount: number;
    isFollowing: boolean;
  }[];
  /** Who made its songs, and what it is as a release. */
  credits?: AlbumCredits | undefined;
  /** Other albums, the artist's own first. */
  moreMusic: AlbumCard[];
}
