export const COMMENTS_PAGE = 10;
/** The most that one call answers. */
export const REPLIES_PAGE = 20;
export const MOST_COMMENT_CHARACTERS = 2_000;

/** What comments may be written under. */
export const COMMENTED = ["artist", "track"] as const;
export type Commented = typeof COMMENTED[number];

/** A comment is edited when `updatedAt` differs from `createdAt`. `likeCount` counts all likes. `likes` holds ids out of
 * the newest 100: the caller's own, and those of people who let others see their name. */
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
  /** Of a reply: the comment or reply that it answers. */
  replyTo?: string | undefined;
  /** Of a reply: the comment under which it is. */
  threadId?: string | undefined;
  /** How many replies stand under it; left out without any. */
  replyCount?: number | undefined;
  /** Its words and author are gone, it keeps its place while replies stand; else left out. */
  isRemoved?: boolean | undefined;
  /** Only its author sees it: it waits for the artist, or is hidden. */
  isHeld?: boolean | undefined;
}

/**
 * `GET /api/v1/comments/{entityType}/{entityId}?page&limit`, newest first, without replies: those are asked for by their
 * comment. `total` counts them, too; pages have only comments that answer none.
 */
export interface CommentList {
  comments: Comment[];
  page: number;
  totalPages: number;
  total: number;
}

/** `GET /api/v1/comments/{id}/replies?after&limit`, oldest first. */
export interface ReplyList {
  replies: Comment[];
  /** For `after`; null at the end. */
  nextCursor: string | null;
}

/** Words after which an artist wants to see a comment before others do, and how many they may list. */
export const MOST_FILTER_WORDS = 200;
export const MOST_FILTER_LETTERS = 60;
/** Of accounts younger than this the first comment waits, where the artist wants that. */
export const NEW_ACCOUNT_DAYS = 30;

/** `GET` and `PUT /api/v1/comment-rules`: which comments under an artist's things wait for the artist. */
export interface CommentRules {
  /** Each is looked for as whole words, in any case and without accents. */
  words: string[];
  /** The first comment of an account younger than 30 days. */
  holdFirst: boolean;
}

/** `GET /api/v1/held-comments`: what waits for the artist, the oldest first. */
export interface HeldComments {
  comments: { _id: string; content: string; author: string; createdAt: string; place: string; path: string }[];
}

/** `GET /api/v1/blocks`: whom the caller has blocked, the newest first. */
export interface BlockList {
  people: { blockId: string; name: string; at: string }[];
}

export interface CommentAnswer {
  comment: Comment;
}

export interface CommentLikeAnswer {
  liked: boolean;
  likeCount: number;
}
