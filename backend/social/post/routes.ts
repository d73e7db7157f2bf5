import * as calls from "../../contract/calls/social.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { MessageAnswer } from "../../contract/accounts.ts";
import { type ArtistPosts, type OwnPosts, POSTS_PAGE, type PostsMuteAnswer } from "../../contract/posts.ts";
import type { Deps } from "../../deps.ts";
import { cursorIn } from "../../http/cursor.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { commandIdOf, givenCommandOf, metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { listOwnPosts, listPosts } from "./reads.ts";
import { deletePost, mutePosts, writePost } from "./post.ts";

const POSTS_AN_HOUR = 30;
const MUTES_AN_HOUR = 120;

/** What artists write to their followers, and how these stop it. */
export function postRoutes(deps: Deps) {
  return new Routes(deps)
    .include(muteRoutes(deps))
    .serve(calls.listArtistPosts, async (c) => {
      const artistId = idInPath(c, "id", "Artist not found");
      const page = pageOf(c.req.valid("query"));
      const answer: ArtistPosts = await listPosts(deps, { artistId, ...page, readerId: c.var.session?.userId });
      return c.json(answer, 200);
    })
    .serve(calls.listOwnPosts, async (c) => {
      const artistId = c.var.session.userId;
      const answer: OwnPosts = await listOwnPosts(deps, { artistId, ...pageOf(c.req.valid("query")) });
      return c.json(answer, 200);
    })
    .serve(calls.writePost, async (c) => {
      const artistId = c.var.session.userId;
      await takeTurn(deps, { kind: "post", perHour: POSTS_AN_HOUR, of: artistId });
      const origin = { metadata: metadataOf(c, artistId), commandId: commandIdOf(c) };
      await writePost(deps, { ...c.req.valid("json"), artistId }, origin);
      return c.json(await listOwnPosts(deps, { artistId, limit: POSTS_PAGE }) satisfies OwnPosts, 201);
    })
    .serve(calls.deletePost, async (c) => {
      const artistId = c.var.session.userId;
      const post = { postId: idInPath(c, "id", "Post not found"), artistId };
      const options = { logs: ["social"] as const, metadata: metadataOf(c, artistId), ...givenCommandOf(c, post) };
      await deps.store.execute(deletePost, post, options);
      return c.json({ message: "Post deleted" } satisfies MessageAnswer, 200);
    });
}

function muteRoutes(deps: Deps) {
  const mute = async (c: Context, userId: string, muted: boolean): Promise<PostsMuteAnswer> => {
    await takeTurn(deps, { kind: "posts_mute", perHour: MUTES_AN_HOUR, of: userId });
    const command = { userId, artistId: idInPath(c, "id", "Artist not found"), muted };
    const options = { logs: ["social"] as const, metadata: metadataOf(c, userId), ...givenCommandOf(c, command) };
    const { result: { isMuted } } = await deps.store.execute(mutePosts, command, options);
    return { isMuted };
  };
  return new Routes(deps)
    .serve(calls.mutePosts, async (c) => {
      return c.json(await mute(c, c.var.session.userId, true), 200);
    })
    .serve(calls.unmutePosts, async (c) => {
      return c.json(await mute(c, c.var.session.userId, false), 200);
    });
}

function pageOf({ cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }) {
  return { limit, before: cursorIn(cursor) };
}
