import type { Commented } from "../../contract/social.ts";
import { Refusal } from "../../contract/refusal.ts";
import type {
  CommentDeleted,
  CommentEdited,
  CommentEvent,
  CommentHeld,
  CommentLikeEvent,
  CommentPosted,
  CommentRefused,
  CommentReleased,
} from "./events.ts";

/** A comment as decisions see it; undefined when there is none, or none any more. A reply has a thread. */
export type CommentState =
  | {
    readonly authorId: string;
    readonly entityType: Commented;
    readonly entityId: string;
    readonly threadId?: string | undefined;
    /** Others do not see it: it waits for the artist, or a moderator hides it. */
    readonly isHeld?: boolean | undefined;
    /** The artist who decides whether others see it. */
    readonly waitsFor?: string | undefined;
  }
  | undefined;

/** Why a comment is hidden from others at first, and who decides. */
export type CommentHold = Pick<CommentHeld["data"], "ownerId" | "why">;

/** A comment to post; `replyTo` is the id of the one that it answers. */
export type PostComment = Omit<CommentPosted["data"], "replyTo"> & {
  readonly replyTo?: string | undefined;
  readonly hold?: CommentHold | undefined;
};

/**
 * One comment for each id, which cannot be used again; it needs something to be under. A reply needs what it answers
 * (`answered`), and is in the same thread: a reply to a reply is no deeper.
 */
export function decidePost(
  known: CommentState,
  { isThere, isGone, comment, answered }: {
    isThere: boolean;
    isGone: boolean;
    comment: PostComment;
    answered?: CommentState;
  },
): CommentEvent[] {
  if (isGone || (known && known.authorId !== comment.authorId)) throw commentNotFound();
  const what = comment.entityType === "artist" ? "Artist not found" : "Track not found";
  if (!isThere) throw new Refusal("not_found", what);
  if (known) return [];
  const { replyTo: commentId, hold, ...data } = comment;
  const held = holding({ commentId: data.commentId, authorId: data.authorId, hold });
  if (commentId === undefined) return [{ type: "CommentPosted", data }, ...held];
  if (answered?.isHeld || answered?.entityType !== data.entityType || answered.entityId !== data.entityId) {
    throw new Refusal("not_found", "The comment you reply to is no longer there");
  }
  const { authorId, threadId = commentId } = answered;
  return [{ type: "CommentPosted", data: { ...data, replyTo: { commentId, threadId, authorId } } }, ...held];
}

function holding(
  { commentId, authorId, hold }: { commentId: string; authorId: string; hold: CommentHold | undefined },
): CommentHeld[] {
  return hold ? [{ type: "CommentHeld", data: { commentId, authorId, ...hold } }] : [];
}

/** The artist lets a comment through that waits for them, or not. Refuses with `not_found` what does not wait for them. */
export function decideHeld(
  known: CommentState,
  { commentId, ownerId, isWanted }: { commentId: string; ownerId: string; isWanted: boolean },
): (CommentReleased | CommentRefused)[] {
  if (known?.waitsFor !== ownerId) throw commentNotFound();
  const data = { commentId, authorId: known.authorId, ownerId };
  return [{ type: isWanted ? "CommentReleased" : "CommentRefused", data }];
}

/** Its author writes a comment anew; nothing happens when the words are the same. */
export function decideEdit(
  known: CommentState,
  { edit, isSame, hold }: { edit: CommentEdited["data"]; isSame: boolean; hold?: CommentHold | undefined },
): CommentEvent[] {
  assertAuthor(known, edit.authorId, "Only the author can edit this comment");
  // What is held already stays so: new words are no way past the artist.
  const held = known?.isHeld ? [] : holding({ ...edit, hold });
  return isSame ? [] : [{ type: "CommentEdited", data: edit }, ...held];
}

/** Its author takes a comment away. */
export function decideDelete(known: CommentState, deletion: CommentDeleted["data"]): CommentEvent[] {
  assertAuthor(known, deletion.authorId, "Only the author can delete this comment");
  return [{ type: "CommentDeleted", data: deletion }];
}

/** Without `wanted` each tap is the opposite of the one before. */
export function decideLike(
  known: CommentState,
  { isLiked, wanted = !isLiked, like }: {
    isLiked: boolean;
    wanted?: boolean | undefined;
    like: CommentLikeEvent["data"];
  },
): CommentLikeEvent[] {
  if (!known || known.isHeld) throw commentNotFound();
  return wanted === isLiked ? [] : [{ type: wanted ? "CommentLiked" : "CommentUnliked", data: like }];
}

/** The comment after the event. */
export function evolveComment(known: CommentState, { type, data }: CommentEvent): CommentState {
  switch (type) {
    case "CommentPosted": {
      const { authorId, entityType, entityId, replyTo } = data;
      return { authorId, entityType, entityId, threadId: replyTo?.threadId };
    }
    case "CommentEdited":
      return known;
    case "CommentDeleted":
      return undefined;
    case "CommentHeld":
      return known && { ...known, isHeld: true, waitsFor: data.ownerId };
    case "CommentReleased":
      return known && { ...known, isHeld: false, waitsFor: undefined };
    case "CommentRefused":
      return known && { ...known, waitsFor: undefined };
  }
}

/** Whether the comment is liked after the event. */
export function evolveLike(_isLiked: boolean, { type }: CommentLikeEvent): boolean {
  switch (type) {
    case "CommentLiked":
      return true;
    case "CommentUnliked":
      return false;
  }
}

function assertAuthor(known: CommentState, userId: string, text: string): void {
  if (!known) throw commentNotFound();
  if (known.authorId !== userId) throw new Refusal("not_comment_author", text);
}

/** The refusal for a comment that is not there. */
function commentNotFound(): Refusal {
  return new Refusal("not_found", "Comment not found");
}
