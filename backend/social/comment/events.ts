import type { Commented } from "../../contract/social.ts";
import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/**
 * Someone wrote under an artist or a track. Only the author's key opens `content`. A reply names the comment that it
 * answers, the comment under which both stand (the same, or what that one had answered), and whose the answered one is.
 */
export type CommentPosted = Event<"CommentPosted", {
  readonly commentId: string;
  readonly authorId: string;
  readonly entityType: Commented;
  readonly entityId: string;
  readonly content: Sealed;
  readonly replyTo?: { readonly commentId: string; readonly threadId: string; readonly authorId: string };
}>;

export type CommentEdited = Event<
  "CommentEdited",
  { readonly commentId: string; readonly authorId: string; readonly content: Sealed }
>;

export type CommentDeleted = Event<"CommentDeleted", { readonly commentId: string; readonly authorId: string }>;

type CommentLiked = Event<"CommentLiked", { readonly commentId: string; readonly userId: string }>;

type CommentUnliked = Event<"CommentUnliked", { readonly commentId: string; readonly userId: string }>;

/** Only its author sees it until the artist, `ownerId`, lets it through: it has one of their words, or is a first one. */
export type CommentHeld = Event<"CommentHeld", {
  readonly commentId: string;
  readonly authorId: string;
  readonly ownerId: string;
  readonly why: "word" | "first";
}>;

/** The artist lets it through. */
export type CommentReleased = Event<
  "CommentReleased",
  { readonly commentId: string; readonly authorId: string; readonly ownerId: string }
>;

/** The artist does not: it stays its author's alone. */
export type CommentRefused = Event<
  "CommentRefused",
  { readonly commentId: string; readonly authorId: string; readonly ownerId: string }
>;

export type CommentEvent =
  | CommentPosted
  | CommentEdited
  | CommentDeleted
  | CommentHeld
  | CommentReleased
  | CommentRefused;
export type CommentLikeEvent = CommentLiked | CommentUnliked;

/** The stream of a comment, in the log `social`. */
export function commentStream(commentId: string): string {
  return `comment/${commentId}`;
}

/** Likes have a stream for each person, so that a loved comment's own stream stays short. */
export function commentLikeStream({ commentId, userId }: CommentLikeEvent["data"]): string {
  return `comment_like/${commentId}/${userId}`;
}

interface Concerned {
  readonly userId: string;
  readonly what: "comment_reply" | "comment_on_artist" | "comment_on_song";
}

/**
 * Who may want to hear of a comment: whom it answers, and whose song or page (`ownerId`) it is under. Each once, and
 * never its author.
 */
export function concernedBy(
  { authorId, entityType, replyTo }: CommentPosted["data"],
  ownerId: string | undefined,
): Concerned[] {
  const what = entityType === "artist" ? "comment_on_artist" as const : "comment_on_song" as const;
  const answered = replyTo?.authorId;
  return [
    ...(answered === undefined ? [] : [{ userId: answered, what: "comment_reply" as const }]),
    ...(ownerId === undefined || ownerId === answered ? [] : [{ userId: ownerId, what }]),
  ].filter(({ userId }) => userId !== authorId);
}
