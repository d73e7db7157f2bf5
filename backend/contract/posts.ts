export const MOST_POST_CHARACTERS = 500;
/** An artist may post once in so many days. */
export const POST_EVERY_DAYS = 7;
export const POSTS_PAGE = 10;

/** What an artist wrote to their followers. */
export interface ArtistPost {
  postId: string;
  text: string;
  at: string;
  /** A song of the artist's in the post, as long as it can be heard. */
  song?: { id: string; title: string; coverImageUrl: string } | undefined;
}

/** `GET /api/v1/artists/{id}/posts?cursor`, newest first. */
export interface ArtistPosts {
  posts: ArtistPost[];
  /** The caller has stopped being told of this artist's posts. */
  isMuted: boolean;
  nextCursor: string | null;
}

/** `GET /api/v1/posts`: the artist's own, newest first. */
export interface OwnPosts {
  posts: (ArtistPost & {
    /** How many followers were told. */
    told: number;
    /** A moderator hides it. */
    isHidden: boolean;
  })[];
  /** From when on the artist may post; null for immediately. */
  nextPostAt: string | null;
  nextCursor: string | null;
}

/** `POST` and `DELETE /api/v1/artists/{id}/posts/mute`. */
export interface PostsMuteAnswer {
  isMuted: boolean;
}
