import * as z from "zod/mini";
import { Id } from "./ids.ts";
import { hasSomethingToSee, isPlainLines } from "./text.ts";

export const COMMENTS_PAGE = 10;
const MOST_COMMENT_CHARACTERS = 2_000;

/** What comments may be written under. */
export const COMMENTED = ["artist", "track"] as const;
export type Commented = typeof COMMENTED[number];

/** Text that people write to each other: something to see in it, and nothing that spoils the page around it. */
const CommentText = z.string("Comment cannot be empty").check(
  z.trim(),
  z.refine(hasSomethingToSee, "Comment cannot be empty"),
  z.maxLength(MOST_COMMENT_CHARACTERS, `Comment is too long: at most ${MOST_COMMENT_CHARACTERS} characters`),
  z.refine(isPlainLines, "Comment has characters that cannot be shown"),
);

/**
 * `POST /api/v1/comments`: under an artist or under a track. The client may choose the id, so that a comment written
 * offline can be edited before it is sent.
 */
export const NewComment = z.object({
  commentId: z.optional(Id.check(z.regex(/^.{14}7/))),
  artistId: z.optional(Id),
  trackId: z.optional(Id),
  content: CommentText,
}).check(z.refine((said) => (said.artistId === undefined) !== (said.trackId === undefined), {
  error: "Choose one artist or one song to comment on.",
  path: ["artistId"],
}));
export type NewComment = z.infer<typeof NewComment>;

/** `PUT /api/v1/comments/{id}`. */
export const CommentEdit = z.object({ content: CommentText });

/** `POST /api/v1/comments/like/{id}`: without `liked` it is the documented toggle; with it, saying it twice is harmless. */
export const CommentLike = z.object({ liked: z.optional(z.boolean()) });

/** A comment is edited when `updatedAt` differs from `createdAt`. `likes` holds the newest 100; `likeCount` is exact. An
 * id in `likes` is the caller's own, or of somebody who lets others see their name; the others are empty text. */
export const Comment = z.object({
  _id: z.string(),
  content: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  likes: z.array(z.string()),
  likeCount: z.number(),
  /** Whether the caller likes it. */
  liked: z.boolean(),
  userId: z.object({
    _id: z.string(),
    firstName: z.string(),
    username: z.string(),
    profileImage: z.object({ url: z.string() }),
  }),
});
export type Comment = z.infer<typeof Comment>;

/** `GET /api/v1/comments/{entityType}/{entityId}?page&limit`, newest first. */
export const CommentList = z.object({
  comments: z.array(Comment),
  page: z.number(),
  totalPages: z.number(),
  total: z.number(),
});
export type CommentList = z.infer<typeof CommentList>;

export const CommentAnswer = z.object({ comment: Comment });
export type CommentAnswer = z.infer<typeof CommentAnswer>;

export const CommentLikeAnswer = z.object({ liked: z.boolean(), likeCount: z.number() });
export type CommentLikeAnswer = z.infer<typeof CommentLikeAnswer>;
