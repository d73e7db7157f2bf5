import { commentsBy } from "../../projections/comments.ts";
import { likesBy } from "../../projections/comment_likes.ts";
import { findCreators } from "../../projections/creators.ts";
import { followedBy } from "../../projections/follows.ts";
import { listHearts } from "../../projections/hearts.ts";
import { playlistsOf } from "../../projections/playlists.ts";
import { playHistory, type PlayRow } from "../../projections/plays.ts";
import { listOwnTracks, trackFacts } from "../../projections/tracks.ts";
import type { Deps } from "../deps.ts";
import { tokensOf } from "../contract/money.ts";
import type { Json } from "../store/canonical.ts";
import { type Exporting, isoTime, type Section } from "./commands_export.ts";

const PAGE = 500;
const ALL = 100_000;

/** What someone listened to, wrote, gathered and made. */
export function thingsOf(deps: Deps, { userId, shard, key }: Exporting): Section[] {
  const { sql } = deps.store;
  return [
    ["plays", () => playsOf(deps, { userId, shard })],
    ["comments", async () =>
      (await commentsBy(sql, userId)).map(({ commentId, content, ...comment }) => ({
        id: commentId,
        about: { type: comment.entityType, id: comment.entityId },
        content: key.open("comment", content),
        createdAt: isoTime(comment.createdAt),
        updatedAt: isoTime(comment.updatedAt),
      }))],
    [
      "likedComments",
      async () => (await likesBy(sql, userId)).map(({ commentId, at }) => ({ id: commentId, likedAt: isoTime(at) })),
    ],
    ["follows", () => followsOf(deps, userId)],
    ["likedSongs", () => listHearts(sql, { userId, kind: "track", limit: ALL })],
    ["favouriteArtists", () => listHearts(sql, { userId, kind: "artist", limit: ALL })],
    ["playlists", async () =>
      (await playlistsOf(sql, userId)).map((list) => ({
        id: list.playlistId,
        name: list.name === undefined ? null : key.open("playlist", list.name),
        isPublic: list.publicName !== undefined,
        updatedAt: isoTime(list.updatedAt),
        trackIds: [...list.trackIds],
      }))],
    ["tracks", async () =>
      (await listOwnTracks(sql, userId, ALL)).map((track) => ({
        ...{ id: track.trackId, title: track.title, artist: track.artist, album: track.album ?? null },
        ...{ genre: track.genre, durationMs: track.durationMs, status: track.status, downloadable: track.downloadable },
        uploadedAt: isoTime(track.uploadedAt),
        releasedAt: track.releasedAt === 0 ? null : isoTime(track.releasedAt),
      }))],
  ];
}

/** Every play with its receipt, the newest first. */
async function* playsOf(deps: Deps, { userId, shard }: { userId: string; shard: number }): AsyncGenerator<Json> {
  const { sql } = deps.store;
  let last: PlayRow | undefined;
  do {
    const before = last && { startedAt: last.started_at, playId: last.play_id };
    const rows = await playHistory(sql, shard, userId, { limit: PAGE, ...(before && { before }) });
    const tracks = await trackFacts(sql, [...new Set(rows.map((row) => row.track_id))]);
    for (const row of rows) {
      const { title = "", artist = "" } = tracks.get(row.track_id) ?? {};
      yield {
        ...{ id: row.play_id, trackId: row.track_id, title, artist, startedAt: isoTime(row.started_at) },
        ...{ listenedMs: row.listened_ms, creditedMs: row.credited_ms, tokens: tokensOf(row.units) },
        ...{ status: row.status, reason: row.reason, policyVersion: row.policy_version, offline: row.offline },
      };
    }
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (last);
}

async function followsOf({ store: { sql } }: Deps, userId: string): Promise<Json> {
  const follows = await followedBy(sql, userId);
  const artists = await findCreators(sql, follows.map((follow) => follow.creatorId));
  return follows.map(({ creatorId, followedAt }) => (
    { artistId: creatorId, artist: artists.get(creatorId)?.name ?? "", followedAt: isoTime(followedAt) }
  ));
}
