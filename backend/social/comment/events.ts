import type { Commented } from "../../contract/social.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** Someone wrote under an artist or a track. Only the author's key opens `content`. */
export type CommentPosted = {
  readonly type: "CommentPosted";
  readonly data: {
    readonly commentId: string;
    readonly authorId: string;
    readonly entityType: Commented;
    readonly entityId: string;
    readonly content: Sealed;
  };
};

export type CommentEdited = {
  readonly type: "CommentEdited";
  readonly data: { readonly commentId: string; readonly authorId: string; readonly content: Sealed };
};

export type CommentDeleted = {
  readonly type: "CommentDeleted";
  readonly data: { readonly commentId: string; readonly authorId: string };
};

type CommentLiked = {
  readonly type: "CommentLiked";
  readonly data: { readonly commentId: string; readonly userId: string };
};

type CommentUnliked = {
  readonly type: "CommentUnliked";
  readonly data: { readonly commentId: string; readonly userId: string };
};

export type CommentEvent = CommentPosted | CommentEdited | CommentDeleted;
export type CommentLikeEvent = CommentLiked | CommentUnliked;

/** The stream of a comment, in the log `social`. */
export function commentStream(commentId: string): string {
  return `comment/${commentId}`;
}

/** Likes have a stream for each person, so that a loved comment's own stream stays short. */
export function commentLikeStream({ commentId, userId }: CommentLikeEvent["data"]): string {
  return `comment_like/${commentId}/${userId}`;
}
