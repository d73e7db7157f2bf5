export const COMMENTS_PAGE = 10;
export const MOST_COMMENT_CHARACTERS = 2_000;

/** What comments may be written under. */
export const COMMENTED = ["artist", "track"] as const;
export type Commented = typeof COMMENTED[number];

/** A comment is edited when `updatedAt` differs from `createdAt`. `likes` holds the newest 100; `likeCount` is exact. An
 * id in `likes` is the caller's own, or of somebody who lets others see their name; the others are empty text. */
export interface Comment {
  _id: string;
  content: string;
  createdAt: string;
  updatedAt: string;
  likes: string[];
  likeCount: number;
  /** Whether the caller likes it. */
  liked: boolean;
  userId: {
    _id: string;
    firstName: string;
    username: string;
    profileImage: { url: string };
  };
}

/** `GET /api/v1/comments/{entityType}/{entityId}?page&limit`, newest first. */
export interface CommentList {
  comments: Comment[];
  page: number;
  totalPages: number;
  total: number;
}

export interface CommentAnswer {
  comment: Comment;
}

export interface CommentLikeAnswer {
  liked: boolean;
  likeCount: number;
}
