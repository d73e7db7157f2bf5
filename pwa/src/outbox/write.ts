import type { ApiOptions } from "../lib/api.ts";
import type { Call, CallTypes, GivenFor } from "@contract/calls/call.ts";
import {
  addToDefaultPlaylist,
  addToPlaylist,
  changePlaylist,
  createPlaylist,
  deletePlaylist,
  removeFromDefaultPlaylist,
  removeFromPlaylist,
} from "@contract/calls/playlists.ts";
import {
  deleteComment,
  editComment,
  follow,
  likeComment,
  postComment,
  removeHeart,
  setHeart,
  unfollow,
} from "@contract/calls/social.ts";
import { requestOf } from "../lib/request_of.ts";
import type { FavouriteKind } from "@contract/playlists.ts";
import type { PlaylistChange } from "@contract/requests/playlists.ts";
import type { Commented } from "@contract/social.ts";

/** The list that everyone has, among the ids of playlists. */
export const DEFAULT_LIST = "default";

/** Something a user did that moves no money. `wanted` is the state wished for, so that saying it twice is harmless. */
export type Write =
  | { kind: "follow"; artistId: string; wanted: boolean }
  | { kind: "heart"; what: FavouriteKind; id: string; wanted: boolean }
  | { kind: "like"; commentId: string; wanted: boolean }
  | {
    kind: "comment.post";
    commentId: string;
    entityType: Commented;
    entityId: string;
    content: string;
    /** Of a reply: what it answers, and the comment under which both stand. */
    reply?: { to: string; threadId: string };
  }
  | { kind: "comment.edit"; commentId: string; content: string }
  | { kind: "comment.delete"; commentId: string }
  | { kind: "playlist.create"; playlistId: string; name: string; trackIds: readonly string[] }
  | { kind: "playlist.change"; playlistId: string; change: PlaylistChange }
  | { kind: "playlist.delete"; playlistId: string }
  | { kind: "playlist.track"; playlistId: string; trackId: string; wanted: boolean };

/** What the write is about. Writes of one subject are sent in their order, one after the other. */
export function subjectOf(write: Write): string {
  switch (write.kind) {
    case "follow":
      return `follow/${write.artistId}`;
    case "heart":
      return `heart/${write.what}/${write.id}`;
    case "like":
      return `like/${write.commentId}`;
    case "comment.post":
    case "comment.edit":
    case "comment.delete":
      return `comment/${write.commentId}`;
    case "playlist.create":
    case "playlist.change":
    case "playlist.delete":
    case "playlist.track":
      return `playlist/${write.playlistId}`;
    default:
      return write satisfies never;
  }
}

/** Whether later writes of the subject need this one. */
export function makesSubject({ kind }: Write): boolean {
  return kind === "comment.post" || kind === "playlist.create";
}

export interface WriteRequest {
  method: NonNullable<ApiOptions["method"]>;
  path: string;
  body?: unknown;
  /** Part of the answer that only the service can have given. */
  isAnswer(body: Readonly<Record<string, unknown>>): boolean;
}

const hasText = (field: string) => (body: Readonly<Record<string, unknown>>) => typeof body[field] === "string";
const hasObject = (field: string) => (body: Readonly<Record<string, unknown>>) =>
  typeof body[field] === "object" && body[field] !== null;

/** The call that tells the service. */
export function callOf(write: Write): WriteRequest {
  switch (write.kind) {
    case "follow": {
      const isAnswer = (body: Readonly<Record<string, unknown>>) => body.isFollowing === write.wanted;
      return requestFor(write.wanted ? follow : unfollow, { id: write.artistId }, isAnswer);
    }
    case "heart": {
      const { what: kind, id, wanted } = write;
      return requestFor(wanted ? setHeart : removeHeart, { kind, id }, (body) => body.hearted === wanted);
    }
    case "like": {
      const { commentId: id, wanted: liked } = write;
      return requestFor(likeComment, { id, body: { liked } }, (body) => body.liked === liked);
    }
    case "comment.post":
    case "comment.edit":
    case "comment.delete":
      return commentRequest(write);
    default:
      return playlistRequest(write);
  }
}

function requestFor<Name extends string, Types extends CallTypes>(
  call: Call<Name, Types>,
  given: GivenFor<Name, Types>,
  isAnswer: WriteRequest["isAnswer"],
): WriteRequest {
  const [path, { method = "GET", body }] = requestOf(call, given);
  return { method, path, ...(body !== undefined && { body }), isAnswer };
}

function commentRequest(write: Extract<Write, { kind: `comment.${string}` }>): WriteRequest {
  const id = write.commentId;
  switch (write.kind) {
    case "comment.post": {
      const { commentId, entityType, entityId, content, reply } = write;
      const target = entityType === "artist" ? { artistId: entityId } : { trackId: entityId };
      const body = { commentId, ...target, content, ...(reply && { replyTo: reply.to }) };
      return requestFor(postComment, { body }, hasObject("comment"));
    }
    case "comment.edit":
      return requestFor(editComment, { id, body: { content: write.content } }, hasObject("comment"));
    case "comment.delete":
      return requestFor(deleteComment, { id }, hasText("message"));
    default:
      return write satisfies never;
  }
}

function playlistRequest(write: Extract<Write, { kind: `playlist.${string}` }>): WriteRequest {
  const id = write.playlistId;
  const isDone = (body: Readonly<Record<string, unknown>>) => body.success === true;
  switch (write.kind) {
    case "playlist.create": {
      const { playlistId, name, trackIds } = write;
      return requestFor(createPlaylist, { body: { playlistId, name, trackIds } }, hasText("_id"));
    }
    case "playlist.change":
      return requestFor(changePlaylist, { id, body: write.change }, hasText("_id"));
    case "playlist.delete":
      return requestFor(deletePlaylist, { id }, isDone);
    case "playlist.track": {
      const { trackId, wanted } = write;
      if (id !== DEFAULT_LIST) {
        return requestFor(wanted ? addToPlaylist : removeFromPlaylist, { id, trackId }, isDone);
      }
      return wanted
        ? requestFor(addToDefaultPlaylist, { body: { trackId } }, isDone)
        : requestFor(removeFromDefaultPlaylist, { trackId }, isDone);
    }
    default:
      return write satisfies never;
  }
}
