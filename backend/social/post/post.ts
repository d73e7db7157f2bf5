import type { Sql, Tx } from "../../store/sql.ts";
import { followerCounts, readFollows } from "../../../projections/social/follows.ts";
import { postsStoppedFor, readPostMutes } from "../../../projections/social/posts.ts";
import { findShown } from "../../catalogue/track/reads.ts";
import { tracks } from "../../catalogue/track/tracks.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { NewPost } from "../../contract/requests/posts.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import {
  type ArtistPostDeleted,
  type ArtistPosted,
  type PostsMuted,
  postsMuteStream,
  postsStream,
  type PostsUnmuted,
} from "./events.ts";
import { decideDeletePost, decideMute, decidePost, evolveMute, evolvePosts, NO_POSTS, type Posts } from "./state.ts";

/** An artist's posts by the log: two concurrent ones are decided one after the other. */
export const artistPosts = streamsOf<string, Posts, ArtistPosted | ArtistPostDeleted>({
  log: "social",
  stream: postsStream,
  initial: NO_POSTS,
  evolve: evolvePosts,
});

const postToFollowers = artistPosts.handler("postToFollowers", {
  id: ({ artistId }: ArtistPosted["data"]) => artistId,
  async beside(tx, posts) {
    const [shown, trackOf] = await Promise.all([
      findShown(tx, posts.flatMap(shownFor)),
      tracks.states(tx, posts.flatMap(({ trackId }) => trackId ?? [])),
    ]);
    return { shown, trackOf };
  },
  decide(known, post, { now, beside: { shown, trackOf } }) {
    const track = post.trackId === undefined ? undefined : trackOf(post.trackId);
    const isSongThere = track === undefined ||
      shown.has(`track/${post.trackId}`) && "ownerId" in track && track.ownerId === post.artistId;
    return decidePost(known, { post, isSongThere, isShown: shown.has(`artist/${post.artistId}`), now });
  },
  result: ({ command }) => ({ postId: command.postId }),
});

function shownFor({ artistId, trackId }: ArtistPosted["data"]) {
  return [
    { kind: "artist" as const, id: artistId },
    ...(trackId === undefined ? [] : [{ kind: "track" as const, id: trackId }]),
  ];
}

/** Takes one's own post away. Throws Refusal `not_found`. */
export const deletePost = artistPosts.handler("deletePost", {
  id: ({ artistId }: ArtistPostDeleted["data"]) => artistId,
  decide: decideDeletePost,
  result: () => ({ deleted: true }),
});

const mutes = streamsOf<PostsMuted["data"], boolean, PostsMuted | PostsUnmuted>({
  log: "social",
  stream: postsMuteStream,
  initial: false,
  evolve: evolveMute,
  async read(tx, asked) {
    const found = await readPostMutes(tx, asked);
    return ({ userId, artistId }) => found.has(`${userId}/${artistId}`);
  },
});

type MutePosts = PostsMuted["data"] & {
  readonly muted: boolean;
  /** The artist need not be in sight: a mail names them. */
  readonly isKnown?: boolean;
};

/** Stops an artist's posts for one listener, or lets them come again. Throws Refusal `not_found`. */
export const mutePosts = mutes.handler("mutePosts", {
  id: ({ userId, artistId }: MutePosts) => ({ userId, artistId }),
  beside: (tx, asked) => findShown(tx, asked.map(({ artistId }) => ({ kind: "artist", id: artistId }))),
  decide: (isMuted, { isKnown = false, ...command }, { beside: shown }) =>
    decideMute(isMuted, { ...command, isThere: isKnown || isMuted || shown.has(`artist/${command.artistId}`) }),
  result: ({ after, events }) => ({ isMuted: after, isNew: events.length > 0 }),
});

/** Posts to an artist's followers, the words sealed. The same command id with the same words posts once. */
export async function writePost(
  deps: Deps,
  { artistId, text, trackId }: NewPost & { readonly artistId: string },
  { metadata, commandId }: { readonly metadata: Metadata; readonly commandId: string },
): Promise<{ postId: string }> {
  const { sql } = deps.store;
  const [keys, told] = await Promise.all([deps.personal.keysOf(sql, [artistId]), countPostReaders(sql, artistId)]);
  const key = keys.get(artistId);
  // Erased since the log-in: making a new key would bring the person back.
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const song = trackId === undefined ? {} : { trackId };
  const post = { postId: newId(deps.now()), artistId, content: key.seal("post", text), ...song, told };
  const options = { logs: ["social"] as const, metadata, commandId, content: { text, ...song } };
  return (await deps.store.execute(postToFollowers, post, options)).result;
}

/** How many followers hear of an artist's posts. */
async function countPostReaders(sql: Sql | Tx, artistId: string): Promise<number> {
  const stopped = await postsStoppedFor(sql, artistId);
  const pairs = [...stopped].map((followerId) => ({ followerId, creatorId: artistId }));
  const [counts, without] = await Promise.all([followerCounts(sql, [artistId]), readFollows(sql, pairs)]);
  return (counts.get(artistId) ?? 0) - without.size;
}
