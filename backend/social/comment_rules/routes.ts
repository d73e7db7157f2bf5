import * as calls from "../../contract/calls/social.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { CommentRules, HeldComments } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import { metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { decideHeldComment } from "../comment/comment.ts";
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
  return new Routes(deps)
    .serve(calls.getCommentRules, async (c) => {
      return c.json(await readRules(deps, c.var.session.userId) satisfies CommentRules, 200);
    })
    .serve(calls.changeCommentRules, async (c) => {
      const { userId: artistId } = c.var.session;
      await setCommentRules(deps, { artistId, ...c.req.valid("json"), metadata: metadataOf(c, artistId) });
      return c.json(await readRules(deps, artistId) satisfies CommentRules, 200);
    })
    .serve(calls.listHeldComments, async (c) => {
      return c.json(await heldComments(deps, c.var.session.userId) satisfies HeldComments, 200);
    })
    .serve(calls.releaseHeldComment, (c) => decide(c, true))
    .serve(calls.refuseHeldComment, (c) => decide(c, false));
}
