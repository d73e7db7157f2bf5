import { as, callsOf } from "./call.ts";
import type { MessageAnswer } from "../accounts.ts";
import type { FollowAnswer } from "../catalogue.ts";
import type { Hearts } from "../playlists.ts";
import type { ArtistPosts, OwnPosts, PostsMuteAnswer } from "../posts.ts";
import { HeartsQuery } from "../requests/catalogue.ts";
import { NewPost, PostsQuery } from "../requests/posts.ts";
import {
  CommentEdit,
  CommentLike,
  CommentRulesRequest,
  CommentsQuery,
  NewComment,
  RepliesQuery,
} from "../requests/social.ts";
import type { BlockList, CommentAnswer, CommentList, CommentRules, HeldComments, ReplyList } from "../social.ts";

const people = callsOf("People");
const playlist = callsOf("Playlists and hearts");

export const listArtistPosts = people("GET /api/v1/artists/:id/posts", {
  does: "An artist's posts to followers, newest first",
  who: "anyone",
  query: PostsQuery,
  answers: as<ArtistPosts>(),
});

export const listOwnPosts = people("GET /api/v1/posts", {
  does: "Your own posts, and when the next one is possible",
  who: "team: read",
  query: PostsQuery,
  answers: as<OwnPosts>(),
});

export const writePost = people("POST /api/v1/posts", {
  does: "Post to your followers, once a week",
  who: "team: edit",
  body: NewPost,
  answers: as<OwnPosts>(),
});

export const deletePost = people("DELETE /api/v1/posts/:id", { does: "Delete a post of yours", who: "team: edit" });

export const mutePosts = people("POST /api/v1/artists/:id/posts/mute", {
  does: "Stop posts of an artist",
  who: "user",
  answers: as<PostsMuteAnswer>(),
});

export const unmutePosts = people("DELETE /api/v1/artists/:id/posts/mute", {
  does: "Let posts of an artist come again",
  who: "user",
  answers: as<PostsMuteAnswer>(),
});

export const getCommentRules = people("GET /api/v1/comment-rules", {
  does: "Which comments wait for you, the artist",
  who: "team: edit",
  answers: as<CommentRules>(),
});

export const changeCommentRules = people("PUT /api/v1/comment-rules", {
  does: "Choose which comments wait for you",
  who: "team: manage",
  body: CommentRulesRequest,
  answers: as<CommentRules>(),
});

export const listHeldComments = people("GET /api/v1/held-comments", {
  does: "The comments that wait for you",
  who: "team: edit",
  answers: as<HeldComments>(),
});

export const releaseHeldComment = people("POST /api/v1/held-comments/:id/release", {
  does: "Let a comment through",
  who: "team: edit",
  answers: as<HeldComments>(),
});

export const refuseHeldComment = people("POST /api/v1/held-comments/:id/refuse", {
  does: "Keep a comment from others",
  who: "team: edit",
  answers: as<HeldComments>(),
});

export const follow = people("POST /api/v1/follow/:id", { does: "Follow an artist", who: "user" });

export const unfollow = people("DELETE /api/v1/unfollow/:id", { does: "Stop following an artist", who: "user" });

export const isFollowing = people("GET /api/v1/is-following/:id", {
  does: "Whether you follow an artist",
  who: "anyone",
  answers: as<FollowAnswer>(),
});

export const blockCommenter = people("POST /api/v1/comments/:id/block", {
  does: "Block the author of a comment",
  who: "user",
  answers: as<MessageAnswer>(),
});

export const listBlocks = people("GET /api/v1/blocks", {
  does: "Whom you have blocked",
  who: "user",
  answers: as<BlockList>(),
});

export const unblock = people("DELETE /api/v1/blocks/:blockId", {
  does: "Unblock a person",
  who: "user",
  answers: as<BlockList>(),
});

export const listHearts = playlist("GET /api/v1/hearts", {
  does: "What you have hearted",
  who: "user",
  query: HeartsQuery,
  answers: as<Hearts>(),
});

export const setHeart = playlist("PUT /api/v1/hearts/:kind/:id", { does: "Heart a track or artist", who: "user" });

export const removeHeart = playlist("DELETE /api/v1/hearts/:kind/:id", { does: "Take a heart back", who: "user" });

export const postComment = people("POST /api/v1/comments", {
  does: "Write a comment, or a reply to one",
  who: "user",
  body: NewComment,
  answers: as<CommentAnswer>(),
  texts: { visitor: "Please log in to comment" },
});

export const likeComment = people("POST /api/v1/comments/like/:id", {
  does: "Like a comment, or take the like back",
  who: "user",
  optionalBody: CommentLike,
  texts: { visitor: "Please log in to like comments" },
});

export const editComment = people("PUT /api/v1/comments/:id", {
  does: "Change your comment",
  who: "user",
  body: CommentEdit,
  texts: { visitor: "Please log in to edit comments" },
});

export const deleteComment = people("DELETE /api/v1/comments/:id", {
  does: "Delete your comment",
  who: "user",
  texts: { visitor: "Please log in to delete comments" },
});

export const listReplies = people("GET /api/v1/comments/:id/replies", {
  does: "The replies to a comment, oldest first",
  who: "anyone",
  query: RepliesQuery,
  answers: as<ReplyList>(),
  shows: ["comments", "commentLikes"],
});

export const listComments = people("GET /api/v1/comments/:entityType/:entityId", {
  does: "Comments on an artist, newest first",
  who: "anyone",
  query: CommentsQuery,
  answers: as<CommentList>(),
  shows: ["comments", "commentLikes"],
});
