import { findCreators } from "../../../projections/catalogue/creators.ts";
import { type PostRow, postsOf, readPostMutes } from "../../../projections/social/posts.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import type { ArtistPost, ArtistPosts, OwnPosts } from "../../contract/posts.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { type Cursor, cursorAfter } from "../../http/cursor.ts";
import { nextPostAt } from "./state.ts";
import { artistPosts } from "./post.ts";

type PostDeps = Pick<Deps, "store" | "personal" | "now">;

interface Page {
  readonly artistId: string;
  readonly before?: Cursor | undefined;
  readonly limit: number;
}

/** A page of an artist's posts as `readerId` sees them. Throws Refusal `not_found` for a hidden artist. */
export async function listPosts(
  deps: PostDeps,
  { readerId, ...page }: Page & { readonly readerId: string | undefined },
): Promise<ArtistPosts> {
  const { sql } = deps.store;
  const { artistId, limit } = page;
  const pairs = readerId === undefined ? [] : [{ userId: readerId, artistId }];
  const [artists, rows, muted] = await Promise.all([
    findCreators(sql, [artistId]),
    postsOf(sql, { ...page, limit: limit + 1, withHidden: false }),
    readPostMutes(sql, pairs),
  ]);
  if (!artists.has(artistId)) throw new Refusal("not_found", "Artist not found");
  const posts = await opened(deps, rows.slice(0, limit), artistId);
  return { posts: posts.map(({ post }) => post), isMuted: muted.size > 0, nextCursor: cursorOf(rows, limit) };
}

/** A page of one's own posts, with those that a moderator hides, and when the next one is possible. */
export async function listOwnPosts(deps: PostDeps, page: Page): Promise<OwnPosts> {
  const { sql } = deps.store;
  const { artistId, limit } = page;
  const [rows, stateOf] = await Promise.all([
    postsOf(sql, { ...page, limit: limit + 1, withHidden: true }),
    artistPosts.states(sql, [artistId]),
  ]);
  const posts = await opened(deps, rows.slice(0, limit), artistId);
  const next = nextPostAt(stateOf(artistId).lastAt);
  return {
    posts: posts.map(({ post, row }) => ({ ...post, told: row.told, isHidden: row.isHidden })),
    nextPostAt: next > deps.now() ? new Date(next).toISOString() : null,
    nextCursor: cursorOf(rows, limit),
  };
}

/** The words of someone erased are gone. */
async function opened(
  { store: { sql }, personal }: PostDeps,
  rows: readonly PostRow[],
  artistId: string,
): Promise<{ post: ArtistPost; row: PostRow }[]> {
  const trackIds = rows.flatMap(({ trackId }) => trackId ?? []);
  const [keys, tracks] = await Promise.all([personal.keysOf(sql, [artistId]), trackFacts(sql, trackIds)]);
  const key = keys.get(artistId);
  if (!key) return [];
  return rows.map((row) => {
    const { postId, content, at, trackId = "" } = row;
    const track = tracks.get(trackId);
    const song = track?.published && track.ownerId === artistId
      ? { song: { id: trackId, title: track.title, coverImageUrl: track.coverImageUrl } }
      : {};
    return { row, post: { postId, text: key.open("post", content), at: new Date(at).toISOString(), ...song } };
  });
}

function cursorOf(rows: readonly PostRow[], limit: number): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return cursorAfter(last && { at: last.at, id: last.postId });
}
