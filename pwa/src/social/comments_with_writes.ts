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

/** A page of comments with writes that its answer cannot know; new ones come first on the first page. */
export function withCommentWrites(
  list: ShownComments,
  { writes, subject, writer }: { writes: readonly ShownWrite[]; subject: Subject; writer: Writer | undefined },
): ShownComments {
  return writes.reduce((page, shown) => withWrite(page, { shown, subject, writer }), list);
}

function withWrite(
  page: ShownComments,
  { shown, subject, writer }: { shown: ShownWrite; subject: Subject; writer: Writer | undefined },
): ShownComments {
  const { write, state } = shown;
  const isWaiting = state === "waiting" || state === "blocked";
  const map = (id: string, change: (comment: ShownComment) => ShownComment) => ({
    ...page,
    comments: page.comments.map((one) => one._id === id ? change(one) : one),
  });
  switch (write.kind) {
    case "like":
      return map(write.commentId, (one) => ({ ...withLike(one, write.wanted), isWaiting: isWaiting || isOn(one) }));
    case "comment.edit":
      return map(write.commentId, (one) => ({ ...one, content: write.content, isWaiting: isWaiting || isOn(one) }));
    case "comment.delete": {
      // Meanwhile the service may answer either way.
      if (state === "sending") return page;
      const comments = page.comments.filter((one) => one._id !== write.commentId);
      return { ...page, comments, total: page.total - (page.comments.length - comments.length) };
    }
    case "comment.post": {
      const isHere = write.entityType === subject.entityType && write.entityId === subject.entityId;
      const isKnown = page.comments.some((one) => one._id === write.commentId);
      if (!isHere || !writer || page.page !== 1 || isKnown || state === "sending") return page;
      const comment = {
        ...commentOf(writer, { ...write, createdAt: shown.createdAt }),
        isUnsent: isWaiting,
        isWaiting,
      };
      return { ...page, comments: [comment, ...page.comments], total: page.total + 1 };
    }
    default:
      return page;
  }
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
  { commentId, content, createdAt }: { commentId: string; content: string; createdAt: number },
): Comment {
  const at = new Date(createdAt).toISOString();
  return {
    ...{ _id: commentId, content, createdAt: at, updatedAt: at, likes: [], likeCount: 0, liked: false },
    userId: { _id: userId, firstName, username: firstName, profileImage: { url: pictureUrl } },
  };
}
