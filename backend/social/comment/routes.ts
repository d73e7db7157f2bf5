import * as calls from "../../contract/calls/social.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { MessageAnswer } from "../../contract/accounts.ts";
import { Id } from "../../contract/requests/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  type CommentAnswer,
  COMMENTED,
  type CommentLikeAnswer,
  type CommentList,
  type ReplyList,
} from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import { cursorAfter, cursorIn } from "../../http/cursor.ts";
import { takePress, takeTurn } from "../../http/rate_limit.ts";
import { commandIdOf, givenCommandOf, metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { likesOf } from "../../../projections/social/comment_likes.ts";
import { findComments, listComments, listReplies } from "../../../projections/social/comments.ts";
import { commentAnswers } from "./reads.ts";
import { deleteComment, likeComment, rewriteComment, writeComment } from "./comment.ts";

const COMMENTS_AN_HOUR = 120;
const NO_COMMENT = "Comment not found";

/** Comments under artists and tracks: everyone reads, people with an account write. */
export function commentRoutes(deps: Deps) {
  const { store } = deps;

  return new Routes(deps)
    .include(commentReads(deps))
    .serve(calls.postComment, async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, { kind: "comment", perHour: COMMENTS_AN_HOUR, of: userId });
      const origin = { metadata: metadataOf(c, userId), commandId: commandIdOf(c) };
      const { commentId } = await writeComment(deps, { ...c.req.valid("json"), authorId: userId }, origin);
      return c.json(await oneComment(deps, commentId, userId), 201);
    })
    .serve(calls.likeComment, async (c) => {
      const { userId } = c.var.session;
      await takePress(deps, userId);
      const like = { commentId: commentIdOf(c), userId, liked: c.req.valid("json").liked };
      const { result } = await store.execute(likeComment, like, optionsOf(c, like));
      const likes = (await likesOf(store.sql, [like.commentId], userId)).get(like.commentId);
      return c.json({ liked: result.liked, likeCount: likes?.count ?? 0 } satisfies CommentLikeAnswer, 200);
    })
    .serve(calls.editComment, async (c) => {
      const { userId } = c.var.session;
      const edit = { commentId: commentIdOf(c), authorId: userId, ...c.req.valid("json") };
      await rewriteComment(deps, edit, { metadata: metadataOf(c, userId), ...givenCommandOf(c, edit) });
      return c.json(await oneComment(deps, edit.commentId, userId), 200);
    })
    .serve(calls.deleteComment, async (c) => {
      const { userId } = c.var.session;
      const deletion = { commentId: commentIdOf(c), authorId: userId };
      await store.execute(deleteComment, deletion, optionsOf(c, { ...deletion, userId }));
      return c.json({ message: "Comment deleted" } satisfies MessageAnswer, 200);
    });
}

function commentReads(deps: Deps) {
  const { sql } = deps.store;
  return new Routes(deps)
    .serve(calls.listReplies, async (c) => {
      const { after, limit } = c.req.valid("query");
      const readerId = c.var.session?.userId;
      const page = {
        threadId: commentIdOf(c),
        after: cursorIn(after),
        limit,
        readerId,
      };
      const { replies, hasMore } = await listReplies(sql, page);
      const last = hasMore ? replies.at(-1) : undefined;
      const answer: ReplyList = {
        replies: await commentAnswers(deps, replies, c.var.session?.userId),
        nextCursor: cursorAfter(last && { at: last.createdAt, id: last.commentId }),
      };
      return c.json(answer, 200);
    })
    .serve(calls.listComments, async (c) => {
      const { page, limit } = c.req.valid("query");
      const { comments, threads, total } = await listComments(sql, {
        ...{ ...entityOf(c), page, limit },
        readerId: c.var.session?.userId,
      });
      const answer: CommentList = {
        comments: await commentAnswers(deps, comments, c.var.session?.userId),
        page,
        totalPages: Math.max(1, Math.ceil(threads / limit)),
        total,
      };
      return c.json(answer, 200);
    });
}

async function oneComment(deps: Deps, commentId: string, userId: string): Promise<CommentAnswer> {
  const row = (await findComments(deps.store.sql, [commentId])).get(commentId);
  const [comment] = row ? await commentAnswers(deps, [row], userId) : [];
  if (!comment) throw notFound();
  return { comment };
}

/** The same Idempotency-Key answers the first result again. */
function optionsOf(
  c: Context,
  content: { readonly userId: string; readonly [field: string]: string | boolean | undefined },
) {
  return { logs: ["social"] as const, metadata: metadataOf(c, content.userId), commandId: commandIdOf(c), content };
}

function entityOf(c: Context) {
  const entityType = COMMENTED.find((kind) => kind === c.req.param("entityType"));
  const id = Id.safeParse(c.req.param("entityId"));
  if (entityType === undefined || !id.success) {
    throw new Refusal("not_found", "There is no artist or song to comment on here");
  }
  return { entityType, entityId: id.data };
}

function commentIdOf(c: Context): string {
  return idInPath(c, "id", NO_COMMENT);
}

function notFound(): Refusal {
  return new Refusal("not_found", NO_COMMENT);
}
