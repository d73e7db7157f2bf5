import * as z from "zod/mini";
import {
  COMMENTS_PAGE,
  MOST_COMMENT_CHARACTERS,
  MOST_FILTER_LETTERS,
  MOST_FILTER_WORDS,
  REPLIES_PAGE,
} from "../social.ts";
import { hasSomethingToSee, isPlainLines } from "../text.ts";
import { Id, UuidCursorText } from "./ids.ts";

/** Text that people write to each other: something to see in it, and nothing that spoils the page around it. */
const CommentText = z.string("Comment cannot be empty").check(
  z.trim(),
  z.refine(hasSomethingToSee, "Comment cannot be empty"),
  z.maxLength(MOST_COMMENT_CHARACTERS, `Comment is too long: at most ${MOST_COMMENT_CHARACTERS} characters`),
  z.refine(isPlainLines, "Comment has characters that cannot be shown"),
);

/**
 * `POST /api/v1/comments`: under an artist or under a track. The client may choose the id, so that a comment written
 * offline can be edited before it is sent. `replyTo` is the comment or reply under the same artist or track that it
 * answers.
 */
export const NewComment = z.object({
  commentId: z.optional(Id.check(z.regex(/^.{14}7/))),
  artistId: z.optional(Id),
  trackId: z.optional(Id),
  replyTo: z.optional(Id),
  content: CommentText,
}).check(z.refine((said) => (said.artistId === undefined) !== (said.trackId === undefined), {
  error: "Choose one artist or one song to comment on.",
  path: ["artistId"],
}));
export type NewComment = z.infer<typeof NewComment>;

/** `PUT /api/v1/comments/{id}`. */
export const CommentEdit = z.object({ content: CommentText });

/** `PUT /api/v1/comment-rules`. */
export const CommentRulesRequest = z.object({
  words: z.array(
    z.string("Please write words").check(
      z.trim(),
      z.refine(hasSomethingToSee, "A word is empty"),
      z.maxLength(MOST_FILTER_LETTERS, `A word has at most ${MOST_FILTER_LETTERS} letters`),
    ),
    "Please list the words",
  ).check(z.maxLength(MOST_FILTER_WORDS, `At most ${MOST_FILTER_WORDS} words`)),
  holdFirst: z.boolean("Please say whether first comments wait"),
});

/** `POST /api/v1/comments/like/{id}`: without `liked` it is the documented toggle; with it, saying it twice is harmless. */
export const CommentLike = z.object({ liked: z.optional(z.boolean()) });

export const CommentsQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), COMMENTS_PAGE),
});

/** `after`: the last reply of the page before. */
export const RepliesQuery = z.object({
  after: z.optional(UuidCursorText),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), REPLIES_PAGE),
});
