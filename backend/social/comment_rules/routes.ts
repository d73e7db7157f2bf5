import { type Context, Hono } from "hono";
import { CommentRulesRequest } from "../../contract/requests/social.ts";
import type { CommentRules, HeldComments } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import { metadataOf } from "../../http/request_id.ts";
import { actingCreator, type WithSession } from "../../http/session.ts";
import { idInPath, jsonBody } from "../../http/validate.ts";
import { decideHeldComment } from "../comment/write.ts";
import { heldComments, readRules } from "./reads.ts";
import { setCommentRules } from "./set.ts";

/** Which comments an artist wants to see before others do, and what waits. */
export function commentRulesRoutes(deps: Deps) {
  const decide = async (c: Context<WithSession>, isWanted: boolean) => {
    const { userId: ownerId } = c.var.session;
    const command = { commentId: idInPath(c, "id", "Comment not found"), ownerId, isWanted };
    await deps.store.execute(decideHeldComment, command, { logs: ["social"], metadata: metadataOf(c, ownerId) });
    return c.json(await heldComments(deps, ownerId) satisfies HeldComments, 200);
  };
  return new Hono()
    .get("/api/v1/comment-rules", actingCreator(deps, "edit"), async (c) => {
      return c.json(await readRules(deps, c.var.session.userId) satisfies CommentRules, 200);
    })
    .put("/api/v1/comment-rules", actingCreator(deps, "manage"), jsonBody(CommentRulesRequest), async (c) => {
      const { userId: artistId } = c.var.session;
      await setCommentRules(deps, { artistId, ...c.req.valid("json"), metadata: metadataOf(c, artistId) });
      return c.json(await readRules(deps, artistId) satisfies CommentRules, 200);
    })
    .get("/api/v1/held-comments", actingCreator(deps, "edit"), async (c) => {
      return c.json(await heldComments(deps, c.var.session.userId) satisfies HeldComments, 200);
    })
    .post("/api/v1/held-comments/:id/release", actingCreator(deps, "edit"), (c) => decide(c, true))
    .post("/api/v1/held-comments/:id/refuse", actingCreator(deps, "edit"), (c) => decide(c, false));
}
