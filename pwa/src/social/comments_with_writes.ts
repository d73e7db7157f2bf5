import type { Comment, CommentList } from "@contract/social.ts";
import type { Subject } from "../data/social.ts";
import type { ShownWrite } from "../lib/writes.ts";

/** A comment as it is shown: `isUnsent` means that it is on this device only, `isWaiting` that a change of it is. */
export interface ShownComment extends Comment {
  isUnsent?: boolean;
  isWaiting?: boolean;
}

interface ShownComments extends Omit<CommentList, "comments"> {
  comments: ShownComment[];
}

export interface Writer {
  userId: string;
  firstName: string;
  pictureUrl: string;
}

/** What a reply answers, and the comment under which both stand. */
export interface Reply {
  to: string;
  threadId: string;
}

/** A page of comments with writes that its answer cannot know; new ones come first on the first page. */
export function withCommentWrites(
  list: ShownComments,
  { writes, subject, writer }: { writes: readonly ShownWrite[]; subject: Subject; writer: Writer | undefined },
): ShownComments {
  return writes.reduce((page, shown) => withWrite(page, { shown, subject, writer }), list);
}

/** Replies to a comment, oldest first, with writes that the answer cannot know. */
export function withReplyWrites(
  replies: readonly ShownComment[],
  { writes, threadId, writer }: { writes: readonly ShownWrite[]; threadId: string; writer: Writer | undefined },
): readonly ShownComment[] {
  return writes.reduce((known, shown) => {
    const { write } = shown;
    if (write.kind !== "comment.post") return changedBy(known, shown);
    const isNew = write.reply?.threadId === threadId && known.every((one) => one._id !== write.commentId);
    return isNew && writer && shown.state !== "sending" ? [...known, unanswered(writer, { ...shown, write })] : known;
  }, replies);
}

function withWrite(
  page: ShownComments,
  { shown, subject, writer }: { shown: ShownWrite; subject: Subject; writer: Writer | undefined },
): ShownComments {
  const { write, state } = shown;
  switch (write.kind) {
    case "comment.delete": {
      const comments = changedBy(page.comments, shown);
      const isHere = state !== "sending" && page.comments.some((one) => one._id === write.commentId && !one.isRemoved);
      return { ...page, comments, total: page.total - (isHere ? 1 : 0) };
    }
    case "comment.post": {
      const isHere = write.entityType === subject.entityType && write.entityId === subject.entityId;
      if (!isHere || !writer || state === "sending") return page;
      const { reply } = write;
      if (reply) {
        const comments = page.comments.map((one) =>
          one._id === reply.threadId ? { ...one, replyCount: (one.replyCount ?? 0) + 1 } : one
        );
        return { ...page, comments, total: page.total + 1 };
      }
      const isKnown = page.comments.some((one) => one._id === write.commentId);
      if (page.page !== 1 || isKnown) return page;
      return { ...page, comments: [unanswered(writer, { ...shown, write }), ...page.comments], total: page.total + 1 };
    }
    default:
      return { ...page, comments: changedBy(page.comments, shown) };
  }
}

/** The comments after a like, an edit or a deletion of one of them. */
function changedBy(
  comments: readonly ShownComment[],
  { write, state }: ShownWrite,
): ShownComment[] {
  const isWaiting = isUnsent(state);
  const map = (id: string, change: (comment: ShownComment) => ShownComment) =>
    comments.map((one) => one._id === id ? change(one) : one);
  switch (write.kind) {
    case "like":
      return map(write.commentId, (one) => ({ ...withLike(one, write.wanted), isWaiting: isWaiting || isOn(one) }));
    case "comment.edit":
      return map(write.commentId, (one) => ({ ...one, content: write.content, isWaiting: isWaiting || isOn(one) }));
    case "comment.delete": {
      // Meanwhile the service may answer either way.
      if (state === "sending") return [...comments];
      return comments.flatMap((one) => {
        if (one._id !== write.commentId) return one;
        return (one.replyCount ?? 0) > 0 ? { ...one, ...REMOVED } : [];
      });
    }
    default:
      return [...comments];
  }
}

/** What is left in the place of a comment while replies stand, as the service says it. */
const REMOVED = {
  ...{ content: "Comment removed", isRemoved: true, likes: [], likeCount: 0, liked: false },
  userId: { _id: "", firstName: "Anonymous", username: "Anonymous", profileImage: { url: "" } },
};

function unanswered(
  writer: Writer,
  { write, createdAt, state }: { write: NewWrite; createdAt: number; state: ShownWrite["state"] },
): ShownComment {
  const isWaiting = isUnsent(state);
  return { ...commentOf(writer, { ...write, createdAt }), isUnsent: isWaiting, isWaiting };
}

type NewWrite = Extract<ShownWrite["write"], { kind: "comment.post" }>;

function isUnsent(state: ShownWrite["state"]): boolean {
  return state === "waiting" || state === "blocked";
}

function isOn({ isWaiting }: ShownComment): boolean {
  return isWaiting === true;
}

function withLike(comment: ShownComment, liked: boolean): ShownComment {
  if (comment.liked === liked) return comment;
  return { ...comment, liked, likeCount: Math.max(0, comment.likeCount + (liked ? 1 : -1)) };
}

function commentOf(
  { userId, firstName, pictureUrl }: Writer,
  { commentId, content, createdAt, reply }: NewWrite & { createdAt: number },
): Comment {
  const at = new Date(createdAt).toISOString();
  return {
    ...{ _id: commentId, content, createdAt: at, updatedAt: at, likes: [], likeCount: 0, liked: false },
    userId: { _id: userId, firstName, username: firstName, profileImage: { url: pictureUrl } },
    ...(reply && { replyTo: reply.to, threadId: reply.threadId }),
  };
}
