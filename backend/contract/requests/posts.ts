import * as z from "zod/mini";
import { MOST_POST_CHARACTERS, POSTS_PAGE } from "../posts.ts";
import { hasSomethingToSee, isPlainLines } from "../text.ts";
import { Id, UuidCursorText } from "./ids.ts";

/** `POST /api/v1/posts`: to one's followers, with a song of one's own or without. */
export const NewPost = z.object({
  text: z.string("Post cannot be empty").check(
    z.trim(),
    z.refine(hasSomethingToSee, "Post cannot be empty"),
    z.maxLength(MOST_POST_CHARACTERS, `Post is too long: at most ${MOST_POST_CHARACTERS} characters`),
    z.refine(isPlainLines, "Post has characters that cannot be shown"),
  ),
  trackId: z.optional(Id),
});
export type NewPost = z.infer<typeof NewPost>;

/** `cursor`: the last post of the page before. */
export const PostsQuery = z.object({
  cursor: z.optional(UuidCursorText),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), POSTS_PAGE),
});
