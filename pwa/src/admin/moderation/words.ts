import type { SubjectKind } from "@contract/moderation.ts";

/** How a thing is called in the back office. */
export const KIND_WORDS: Record<SubjectKind, string> = {
  song: "Song",
  artist: "Artist",
  comment: "Comment",
  post: "Post",
  playlist: "Playlist",
  picture: "Picture",
};
