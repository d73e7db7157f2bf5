import * as z from "zod/mini";
import { Track } from "./catalogue.ts";

/** The lists behind the carousel's slides, with their titles in the documented order. */
const SLIDES = [
  { list: "new-albums", title: "New Albums" },
  { list: "discover", title: "Discover Your Favourite Sound" },
  { list: "top-artist", title: "Weekly Top Artist" },
  { list: "new-releases", title: "New Releases" },
  { list: "top-100", title: "Weekly Top 100: Nigerian Songs" },
] as const;
export type SlideList = typeof SLIDES[number]["list"];
export const SLIDE_LISTS = SLIDES.map((slide) => slide.list);

/** How a week compares with the seven days before it. `change` is in percent, null where there was nothing before. */
export const Trend = z.object({ before: z.number(), change: z.nullable(z.number()) });
export type Trend = z.infer<typeof Trend>;

/** Durations in seconds; streams are counted plays without capped, overlapping and own ones. */
export const TopArtist = z.object({
  rank: z.number(),
  /** Null for artists who were not heard in the week before. */
  rankBefore: z.nullable(z.number()),
  artistId: z.string(),
  artistName: z.string(),
  totalStreams: z.number(),
  totalDurationPlayed: z.number(),
  uniqueTracksCount: z.number(),
  averageStreamDuration: z.number(),
  trend: Trend,
  profile: z.object({
    profileImage: z.string(),
    placeholder: z.string(),
    /** Of the person where the artist shows it, else the artist's name. */
    fullName: z.string(),
    /** Empty for artists who do not publish it. */
    email: z.string(),
    followerCount: z.number(),
  }),
});
export type TopArtist = z.infer<typeof TopArtist>;

/** `GET /api/v1/top-artists`: the last seven days in Lagos, today included. The first artist is that of the week. */
export const TopArtists = z.object({
  success: z.boolean(),
  artists: z.array(TopArtist),
  totals: z.object({
    totalStreams: z.number(),
    totalDuration: z.number(),
    uniqueTracks: z.number(),
    averageDuration: z.number(),
    trends: z.object({ totalStreams: Trend, totalDuration: Trend, uniqueTracks: Trend, averageDuration: Trend }),
  }),
  /** First and last day, and when it was counted. */
  from: z.string(),
  to: z.string(),
  updatedAt: z.string(),
});
export type TopArtists = z.infer<typeof TopArtists>;

export const AlbumCard = z.object({
  _id: z.string(),
  title: z.string(),
  artist: z.string(),
  artistId: z.string(),
  coverImageUrl: z.string(),
  placeholder: z.string(),
  trackCount: z.number(),
  durationSeconds: z.number(),
  releasedAt: z.string(),
});
export type AlbumCard = z.infer<typeof AlbumCard>;

/** `GET /api/v1/albums`, newest first. */
export const AlbumList = z.object({ albums: z.array(AlbumCard), nextCursor: z.optional(z.string()) });
export type AlbumList = z.infer<typeof AlbumList>;

/** `GET /api/v1/albums/{id}`. */
export const Album = z.object({
  ...AlbumCard.shape,
  tracks: z.array(Track),
  artists: z.array(z.object({
    _id: z.string(),
    name: z.string(),
    profilePicture: z.object({ url: z.string() }),
    followerCount: z.number(),
    isFollowing: z.boolean(),
  })),
  /** Other albums, the artist's own first. */
  moreMusic: z.array(AlbumCard),
});
export type Album = z.infer<typeof Album>;
