import * as z from "zod/mini";
import type * as catalogue from "../contract/catalogue.ts";
import type * as creator from "../contract/creator.ts";
import type * as discover from "../contract/discover.ts";
import type * as playlists from "../contract/playlists.ts";
import type { Problem as ProblemAnswer } from "../contract/problem.ts";
import type * as search from "../contract/search.ts";
import type * as social from "../contract/social.ts";
import type { Statement as StatementAnswer } from "../contract/statement.ts";
import type { MyTracks as MyTracksAnswer } from "../contract/uploads.ts";
import { SpotifyAnswer, spotifyPage, SpotifyTrack } from "../adapters/catalogue/spotify.ts";

/** Tests check whole answers with these schemas; the compiler holds them to the contract's types. */
type Schema<T> = z.ZodMiniType<T>;

const text = z.string();
const count = z.number();
const texts = <const Name extends string>(...names: Name[]) => fields(names, text);
const counts = <const Name extends string>(...names: Name[]) => fields(names, count);

function fields<Name extends string, Field>(names: readonly Name[], field: Field): Record<Name, Field> {
  return Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>;
}

const picture = z.object({ url: text });

export const Problem = z.object({
  ...texts("error", "message", "code", "requestId"),
  fields: z.optional(z.record(text, text)),
}) satisfies Schema<ProblemAnswer>;

const track = {
  ...texts("_id", "title", "artist", "artistId", "genre", "duration", "coverImageUrl", "image", "placeholder"),
  ...texts("audioUrl", "createdAt"),
  durationSeconds: count,
  album: z.optional(text),
  downloadUrl: z.optional(text),
  earlyAccessUntil: z.optional(text),
  gainDb: z.optional(z.number()),
  plays: z.optional(count),
  chart: z.optional(z.object({ ...counts("rank", "plays"), rankBefore: z.nullable(count) })),
};
const Track = z.object(track) satisfies Schema<catalogue.Track>;

export const TrackList = z.object({
  success: z.boolean(),
  tracks: z.array(Track),
  nextCursor: z.optional(text),
}) satisfies Schema<catalogue.TrackList>;

export const TrackAnswer = z.object({
  success: z.boolean(),
  track: Track,
  albumId: z.optional(text),
}) satisfies Schema<catalogue.TrackAnswer>;

export const MyTracks = z.object({
  success: z.boolean(),
  tracks: z.array(z.object({
    ...track,
    state: z.enum(["processing", "ready", "failed"]),
    reason: z.optional(text),
    trackNumber: z.optional(count),
    downloadable: z.boolean(),
  })),
}) satisfies Schema<MyTracksAnswer>;

export const CreatorCard = z.object({
  ...texts("_id", "firstName", "lastName", "name"),
  profilePicture: picture,
  ...counts("followerCount", "albums", "tracks"),
}) satisfies Schema<catalogue.CreatorCard>;

const handles = texts("twitterHandle", "instagramHandle", "linkedinProfile", "facebookProfile");

export const CreatorProfile = z.object({
  ...texts("_id", "name", "firstName", "lastName", "placeholder", "bio", "city", "stateProvince", "country"),
  ...texts("email", "phone"),
  ...handles,
  profilePicture: picture,
  fullName: z.optional(text),
  social: z.optional(z.partial(z.object(texts("twitter", "instagram", "linkedin", "facebook")))),
  ...counts("followerCount", "trackCount", "albums"),
  tracks: z.array(Track),
}) satisfies Schema<catalogue.CreatorProfile>;

export const OwnCreatorProfile = z.object({
  success: z.boolean(),
  ...texts("id", "firstName", "lastName", "artistName", "email", "phone", "address", "createdAt", "bio", "city"),
  ...texts("stateProvince", "zipPostalCode", "country"),
  ...handles,
  profilePicture: picture,
  role: z.enum(["listener", "creator"]),
  isAdmin: z.boolean(),
  isContactPublic: z.boolean(),
  isNamePublic: z.boolean(),
}) satisfies Schema<creator.OwnCreatorProfile>;

const person = texts("id", "username");

export const CreatorStats = z.object({
  creator: z.object({ ...person, ...texts("profileImage", "bio", "joinedAt") }),
  stats: z.object(counts("uploads", "followers", "totalPlays")),
  plays: z.object(counts("gross", "filtered")),
  earnings: z.object(counts("total", "thisMonth", "lastMonth", "thisYear")),
  recentUploads: z.array(z.object({
    ...texts("_id", "title", "genre", "duration", "coverImageUrl", "placeholder", "createdAt"),
    durationSeconds: count,
    state: z.enum(["processing", "ready", "failed"]),
  })),
  recentFollowers: z.array(z.object({ ...person, ...texts("profileImageUrl", "followedAt") })),
  recentActivity: z.array(z.object({
    type: z.enum(["new_follower", "comment", "play"]),
    user: z.object({ ...person, profileImageUrl: text }),
    data: z.object({ content: z.optional(text), track: z.optional(z.object(texts("id", "title"))) }),
    timestamp: text,
  })),
}) satisfies Schema<creator.CreatorStats>;

const heard = {
  plays: z.object(counts("gross", "filtered", "verified")),
  ...counts("listeners", "listenersError", "countedListeners", "countedListenersError", "seconds", "grossSeconds"),
};

export const CreatorSeries = z.object({
  unit: z.enum(["day", "week", "month"]),
  ...texts("from", "to"),
  points: z.array(z.object({ start: text, ...heard })),
  tracks: z.array(z.object({ ...texts("_id", "title"), isDeleted: z.boolean(), ...heard })),
  reasons: z.array(z.object({ reason: text, ...counts("plays", "seconds") })),
  sources: z.array(z.object({ source: text, ...counts("plays", "seconds") })),
  removed: z.array(z.object({ ...texts("removedOn", "_id", "title"), ...counts("plays") })),
  topListeners: z.array(z.object(counts("listeners", "plays", "seconds"))),
}) satisfies Schema<creator.CreatorSeries>;

const trend = z.object({ before: count, change: z.nullable(count) });

export const TopArtists = z.object({
  success: z.boolean(),
  artists: z.array(z.object({
    ...counts("rank", "totalStreams", "totalDurationPlayed", "uniqueTracksCount", "averageStreamDuration"),
    rankBefore: z.nullable(count),
    ...texts("artistId", "artistName"),
    trend,
    profile: z.object({ ...texts("profileImage", "placeholder", "fullName", "email"), followerCount: count }),
  })),
  totals: z.object({
    ...counts("totalStreams", "totalDuration", "uniqueTracks", "averageDuration"),
    trends: z.object({ totalStreams: trend, totalDuration: trend, uniqueTracks: trend, averageDuration: trend }),
  }),
  ...texts("from", "to", "updatedAt"),
}) satisfies Schema<discover.TopArtists>;

const playlistCard = {
  ...texts("_id", "name"),
  isDefault: z.boolean(),
  isPublic: z.boolean(),
  trackCount: count,
  covers: z.array(text),
  updatedAt: z.optional(text),
  isShared: z.optional(z.boolean()),
  folder: z.optional(text),
};

export const Playlist = z.object({
  ...playlistCard,
  isOwn: z.boolean(),
  tracks: z.array(Track),
  ownerName: text,
  members: z.optional(z.array(z.object({ ...texts("_id", "name"), isYou: z.boolean() }))),
  addedBy: z.optional(z.record(text, text)),
  invitation: z.optional(text),
}) satisfies Schema<playlists.Playlist>;

export const PlaylistList = z.object({
  playlists: z.array(z.object(playlistCard)),
  canEdit: z.boolean(),
}) satisfies Schema<playlists.PlaylistList>;

export const Comment = z.object({
  ...texts("_id", "content", "createdAt", "updatedAt"),
  likes: z.array(text),
  likeCount: count,
  liked: z.boolean(),
  userId: z.object({ ...texts("_id", "firstName", "username"), profileImage: picture }),
  replyTo: z.optional(text),
  threadId: z.optional(text),
  replyCount: z.optional(count),
  isRemoved: z.optional(z.boolean()),
}) satisfies Schema<social.Comment>;

export const CommentList = z.object({
  comments: z.array(Comment),
  ...counts("page", "totalPages", "total"),
}) satisfies Schema<social.CommentList>;

export const ReplyList = z.object({
  replies: z.array(Comment),
  nextCursor: z.nullable(text),
}) satisfies Schema<social.ReplyList>;

const holdings = counts("available", "settling", "pending");

export const Statement = z.object({
  ...texts("month", "from", "to"),
  opening: z.object(holdings),
  closing: z.object(holdings),
  totals: z.array(z.object({ ...texts("kind", "label"), count, ...holdings })),
  lines: z.array(z.object({ ...texts("day", "kind", "label"), count, ...holdings })),
}) satisfies Schema<StatementAnswer>;

export const SearchAnswer = z.extend(SpotifyAnswer, {
  tracks: z.optional(spotifyPage(z.extend(SpotifyTrack, { track: z.optional(Track) }))),
  lyrics: z.optional(spotifyPage(z.object({
    ...texts("id", "line"),
    atMs: z.optional(z.number()),
    type: z.literal("lyrics"),
    track: Track,
  }))),
}) satisfies Schema<search.SearchAnswer>;
