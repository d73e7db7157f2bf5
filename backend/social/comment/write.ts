import { findLikes } from "../../../projections/comment_likes.ts";
import { findComments } from "../../../projections/comments.ts";
import { findShown } from "../../catalogue/track/reads.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { NewComment } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../store/log/canonical.ts";
import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Append, Metadata } from "../../store/log/event.ts";
import { streamVersions } from "../../store/log/read.ts";
import type { Tx } from "../../store/sql.ts";
import {
  type CommentDeleted,
  type CommentEdited,
  type CommentEvent,
  type CommentLikeEvent,
  commentLikeStream,
  type CommentPosted,
  commentStream,
} from "./events.ts";
import { type CommentState, decideDelete, decideEdit, decideLike, decidePost } from "./state.ts";

/** Posts a comment under an artist or a published track. Answers its id. */
const postComment: CommandHandler<CommentPosted["data"], PostState, { commentId: string }> = {
  name: "postComment",
  async load(tx, posts, scope) {
    const comments = scope.share(Comments);
    const asked = posts.map((post) => ({ kind: post.entityType, id: post.entityId }));
    const [shown] = await Promise.all([findShown(tx, asked), comments.load(tx, posts.map((post) => post.commentId))]);
    return { comments, shown };
  },
  decide({ comments, shown }, comment) {
    const isThere = shown.has(`${comment.entityType}/${comment.entityId}`);
    const isGone = comments.isGone(comment.commentId);
    const events = decidePost(comments.of(comment.commentId), { isThere, isGone, comment });
    return { appends: comments.add(comment.commentId, events), result: { commentId: comment.commentId } };
  },
};

interface EditComment {
  readonly edit: CommentEdited["data"];
  /** The words are those that stand already. Seen outside, because they are sealed here. */
  readonly isSame: boolean;
}

/** Changes the words of one's own comment. */
const editComment: CommandHandler<EditComment, Comments, { edited: boolean }> = {
  name: "editComment",
  load: (tx, edits, scope) => loadComments(tx, edits.map(({ edit }) => edit), scope),
  decide: (comments, { edit, isSame }) => {
    const events = decideEdit(comments.of(edit.commentId), { edit, isSame });
    return { appends: comments.add(edit.commentId, events), result: { edited: events.length > 0 } };
  },
};

/** Takes one's own comment away. */
export const deleteComment: CommandHandler<CommentDeleted["data"], Comments, { deleted: boolean }> = {
  name: "deleteComment",
  load: loadComments,
  decide: (comments, deletion) => ({
    appends: comments.add(deletion.commentId, decideDelete(comments.of(deletion.commentId), deletion)),
    result: { deleted: true },
  }),
};

interface LikeComment {
  readonly commentId: string;
  readonly userId: string;
  /** Without it: the opposite of the present state. */
  readonly liked?: boolean | undefined;
}

/** Likes a comment, or no longer. */
export const likeComment: CommandHandler<LikeComment, LikeState, { liked: boolean }> = {
  name: "likeComment",
  async load(tx, likes, scope) {
    const comments = scope.share(Comments);
    const [found, versions] = await Promise.all([
      findLikes(tx, likes),
      streamVersions(tx, "social", [...new Set(likes.map(commentLikeStream))]),
      comments.load(tx, likes.map((like) => like.commentId)),
    ]);
    return { comments, found, versions };
  },
  decide({ comments, found, versions }, { commentId, userId, liked: wanted }) {
    const like = { commentId, userId };
    const pair = `${commentId}/${userId}`;
    const { events, liked } = decideLike(comments.of(commentId), { isLiked: found.has(pair), wanted, like });
    if (liked) found.add(pair);
    else found.delete(pair);
    return { appends: appendLikes(versions, like, events), result: { liked } };
  },
};

interface PostState {
  readonly comments: Comments;
  readonly shown: Set<string>;
}

interface LikeState {
  readonly comments: Comments;
  readonly found: Set<string>;
  readonly versions: Map<string, number>;
}

function appendLikes(
  versions: Map<string, number>,
  like: CommentLikeEvent["data"],
  events: readonly CommentLikeEvent[],
): Append[] {
  if (events.length === 0) return [];
  const stream = commentLikeStream(like);
  const version = versions.get(stream) ?? 0;
  versions.set(stream, version + events.length);
  return [{ log: "social", stream, version, events }];
}

async function loadComments(
  tx: Tx,
  commands: readonly { readonly commentId: string }[],
  scope: GroupScope,
): Promise<Comments> {
  const comments = scope.share(Comments);
  await comments.load(tx, commands.map((command) => command.commentId));
  return comments;
}

/** The comments of a group, kept up to date while its commands are decided one after another. */
class Comments {
  readonly #known = new Map<string, { comment: CommentState; version: number }>();

  async load(tx: Tx, commentIds: readonly string[]): Promise<void> {
    const missing = [...new Set(commentIds)].filter((commentId) => !this.#known.has(commentId));
    if (missing.length === 0) return;
    const [found, versions] = await Promise.all([
      findComments(tx, missing),
      streamVersions(tx, "social", missing.map(commentStream)),
    ]);
    for (const commentId of missing) {
      const version = versions.get(commentStream(commentId)) ?? 0;
      this.#known.set(commentId, { comment: found.get(commentId), version });
    }
  }

  of(commentId: string): CommentState {
    return this.#known.get(commentId)?.comment;
  }

  /** There was one of this id, and it was deleted. */
  isGone(commentId: string): boolean {
    const known = this.#known.get(commentId);
    return known !== undefined && known.comment === undefined && known.version > 0;
  }

  add(commentId: string, events: readonly CommentEvent[]): Append[] {
    const last = events.at(-1);
    if (!last) return [];
    const { version = 0 } = this.#known.get(commentId) ?? {};
    const comment = last.type === "CommentDeleted" ? undefined : { authorId: last.data.authorId };
    this.#known.set(commentId, { comment, version: version + events.length });
    return [{ log: "social", stream: commentStream(commentId), version, events }];
  }
}

const LOGS = ["social"] as const;

/** Posts a comment, its words sealed. The same command id with the same words, or the same id, posts it once. */
export async function writeComment(
  deps: Deps,
  { authorId, artistId, trackId, content, commentId }: NewComment & { authorId: string },
  { metadata, commandId }: { metadata: Metadata; commandId: string },
): Promise<{ commentId: string }> {
  const entity = artistId === undefined
    ? { entityType: "track" as const, entityId: trackId ?? "" }
    : { entityType: "artist" as const, entityId: artistId };
  const sealed = await seal(deps, authorId, content);
  const comment = { commentId: commentId ?? newId(deps.now()), authorId, ...entity, content: sealed };
  const told = { ...entity, content, ...(commentId !== undefined && { commentId }) };
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
  await deps.store.execute(editComment, { edit, isSame }, { logs: LOGS, ...command });
}

async function seal(deps: Deps, userId: string, content: string): Promise<string> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  // Erased since the log-in: making a new key would bring the person back.
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return key.seal("comment", content);
}
