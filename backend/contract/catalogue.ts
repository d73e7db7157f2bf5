import * as z from "zod/mini";

/** A published track as lists show it. `audioUrl` is signed for the caller; covers exist as AVIF and WebP at 64–512 px. */
export const Track = z.object({
  _id: z.string(),
  title: z.string(),
  artist: z.string(),
  artistId: z.string(),
  album: z.optional(z.string()),
  genre: z.string(),
  /** m:ss, as documented. */
  duration: z.string(),
  durationSeconds: z.number(),
  coverImageUrl: z.string(),
  image: z.string(),
  /** Small string to draw while the cover loads: two CSS colours "#112233 #445566". */
  placeholder: z.string(),
  audioUrl: z.string(),
  downloadUrl: z.optional(z.string()),
  createdAt: z.string(),
  /** While it is only for Premium: until when. `audioUrl` is empty for who may not hear it yet. */
  earlyAccessUntil: z.optional(z.string()),
});
export type Track = z.infer<typeof Track>;

/** `GET /api/v1/tracks` and `GET /api/v1/tracks/admin-uploads`, newest first; `nextCursor` is absent on the last page. */
export const TrackList = z.object({
  success: z.boolean(),
  tracks: z.array(Track),
  nextCursor: z.optional(z.string()),
});
export type TrackList = z.infer<typeof TrackList>;

/** `GET /api/v1/tracks/{id}`, for a song's page; `albumId` leads to its album, where it has one. */
export const TrackAnswer = z.object({ success: z.boolean(), track: Track, albumId: z.optional(z.string()) });
export type TrackAnswer = z.infer<typeof TrackAnswer>;

/** One entry of `GET /api/auth/creators` (the answer is a plain array). */
export const CreatorCard = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  profilePicture: z.object({ url: z.string() }),
  followerCount: z.number(),
  /** Number of albums and of tracks. */
  albums: z.number(),
  tracks: z.number(),
});
export type CreatorCard = z.infer<typeof CreatorCard>;

/** `GET /api/auth/creators/{id}`: the artist's public profile with the newest tracks. Contacts are empty until opted in. */
export const CreatorProfile = z.object({
  _id: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profilePicture: z.object({ url: z.string() }),
  placeholder: z.string(),
  bio: z.string(),
  city: z.string(),
  stateProvince: z.string(),
  country: z.string(),
  /** Of the person behind the artist's name; empty until the artist shows it. */
  fullName: z.optional(z.string()),
  email: z.string(),
  phone: z.string(),
  /** The artist's names elsewhere, or the paths of their pages there; empty where there is none. */
  twitterHandle: z.string(),
  instagramHandle: z.string(),
  linkedinProfile: z.string(),
  facebookProfile: z.string(),
  /** The addresses of these; those that are empty are left out. */
  social: z.optional(z.object({
    twitter: z.optional(z.string()),
    instagram: z.optional(z.string()),
    linkedin: z.optional(z.string()),
    facebook: z.optional(z.string()),
  })),
  followerCount: z.number(),
  trackCount: z.number(),
  albums: z.number(),
  tracks: z.array(Track),
});
export type CreatorProfile = z.infer<typeof CreatorProfile>;

/** The answer of follow, unfollow and is-following. */
export const FollowAnswer = z.object({ isFollowing: z.boolean(), followerCount: z.number() });
export type FollowAnswer = z.infer<typeof FollowAnswer>;

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
export const Genre = z.enum(GENRES);
export type Genre = z.infer<typeof Genre>;
