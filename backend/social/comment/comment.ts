import { findLikes } from "../../../projections/social/comment_likes.ts";
import { findComments } from "../../../projections/social/comments.ts";
import { findShown } from "../../catalogue/track/reads.ts";
import { holdFor } from "../comment_rules/reads.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { NewComment } from "../../contract/requests/social.ts";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../store/log/canonical.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import {
  type CommentDeleted,
  type CommentEdited,
  type CommentEvent,
  type CommentLikeEvent,
  commentLikeStream,
  commentStream,
} from "./events.ts";
import {
  type CommentHold,
  type CommentState,
  decideDelete,
  decideEdit,
  decideHeld,
  decideLike,
  decidePost,
  evolveComment,
  evolveLike,
  type PostComment,
} from "./state.ts";

const comments = streamsOf<string, CommentState, CommentEvent>({
  log: "social",
  stream: commentStream,
  initial: undefined,
  evolve: evolveComment,
  async read(tx, commentIds) {
    const found = await findComments(tx, commentIds);
    return (commentId) => found.get(commentId);
  },
});

/** Posts a comment, or a reply to one, under an artist or a published track. Answers its id. */
const postComment = comments.handler("postComment", {
  id: ({ commentId }: PostComment) => commentId,
  async beside(tx, posts, scope) {
    const [shown] = await Promise.all([
      findShown(tx, posts.map((post) => ({ kind: post.entityType, id: post.entityId }))),
      comments.load(tx, scope, posts.flatMap(({ replyTo }) => replyTo ?? [])),
    ]);
    return shown;
  },
  decide(known, comment, { beside: shown, streams }) {
    const isThere = shown.has(`${comment.entityType}/${comment.entityId}`);
    const isGone = !known && streams.version(comment.commentId) > 0;
    const answered = comment.replyTo === undefined ? undefined : streams.of(comment.replyTo);
    return decidePost(known, { isThere, isGone, comment, answered });
  },
  result: ({ command }) => ({ commentId: command.commentId }),
});

interface EditComment {
  readonly hold?: CommentHold | undefined;
  readonly edit: CommentEdited["data"];
  /** The words are those that stand already. Seen outside, because they are sealed here. */
  readonly isSame: boolean;
}

/** Changes the words of one's own comment. */
const editComment = comments.handler("editComment", {
  id: ({ edit }: EditComment) => edit.commentId,
  decide: decideEdit,
  result: ({ events }) => ({ edited: events.length > 0 }),
});

interface DecideHeld {
  readonly commentId: string;
  /** The artist. */
  readonly ownerId: string;
  readonly isWanted: boolean;
}

/** The artist lets a comment through, or not. Throws Refusal `not_found`. */
export const decideHeldComment = comments.handler("decideHeldComment", {
  id: ({ commentId }: DecideHeld) => commentId,
  decide: decideHeld,
  result: ({ events }) => ({ decided: events.length > 0 }),
});

/** Takes one's own comment away. */
export const deleteComment = comments.handler("deleteComment", {
  id: ({ commentId }: CommentDeleted["data"]) => commentId,
  decide: decideDelete,
  result: () => ({ deleted: true }),
});

/** Whether someone likes a comment. */
const likes = streamsOf<CommentLikeEvent["data"], boolean, CommentLikeEvent>({
  log: "social",
  stream: commentLikeStream,
  initial: false,
  evolve: evolveLike,
  async read(tx, asked) {
    const found = await findLikes(tx, asked);
    return ({ commentId, userId }) => found.has(`${commentId}/${userId}`);
  },
});

interface LikeComment {
  readonly commentId: string;
  readonly userId: string;
  /** Left out: the opposite of what is. */
  readonly liked?: boolean | undefined;
}

/** Likes a comment, or no longer. */
export const likeComment = likes.handler("likeComment", {
  id: ({ commentId, userId }: LikeComment) => ({ commentId, userId }),
  beside: (tx, asked, scope) => comments.load(tx, scope, asked.map((like) => like.commentId)),
  decide: (isLiked, { commentId, userId, liked }, { beside: comments }) =>
    decideLike(comments.of(commentId), { isLiked, wanted: liked, like: { commentId, userId } }),
  result: ({ after }) => ({ liked: after }),
});

const LOGS = ["social"] as const;

/** Posts a comment, its words sealed. The same command id with the same words, or the same id, posts it once. */
export async function writeComment(
  deps: Deps,
  { authorId, artistId, trackId, content, commentId, replyTo }: NewComment & { authorId: string },
  { metadata, commandId }: { metadata: Metadata; commandId: string },
): Promise<{ commentId: string }> {
  const entity = artistId === undefined
    ? { entityType: "track" as const, entityId: trackId ?? "" }
    : { entityType: "artist" as const, entityId: artistId };
  const [sealed, hold] = await Promise.all([
    seal(deps, authorId, content),
    holdFor(deps, { ...entity, authorId, content, replyTo }),
  ]);
  const comment = { commentId: commentId ?? newId(deps.now()), authorId, ...entity, content: sealed, replyTo, hold };
  const told = {
    ...{ ...entity, content },
    ...(commentId !== undefined && { commentId }),
    ...(replyTo !== undefined && { replyTo }),
  };
  const options = { logs: LOGS, metadata, commandId, content: told };
  return (await deps.store.execute(postComment, comment, options)).result;
}

/** Changes the words of one's own comment; the same words again change nothing, and the same command id does so once. */
export async function rewriteComment(
  deps: Deps,
  { commentId, authorId, content }: { commentId: string; authorId: string; content: string },
  command: { metadata: Metadata; commandId?: string; content?: Json },
): Promise<void> {
  const { sql } = deps.store;
  const before = (await findComments(sql, [commentId])).get(commentId);
  const key = (await deps.personal.keysOf(sql, [authorId])).get(authorId);
  const isSame = before?.authorId === authorId && key?.open("comment", before.content) === content;
  if (isSame && command.commandId === undefined) return;
  const edit = { commentId, authorId, content: await seal(deps, authorId, content) };
  const hold = before && await holdFor(deps, { ...before, authorId, content, isEdit: true });
  await deps.store.execute(editComment, { edit, isSame, hold }, { logs: LOGS, ...command });
}

async function seal(deps: Deps, userId: string, content: string): Promise<string> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  // Erased since the log-in: making a new key would bring the person back.
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return key.seal("comment", content);
}
