import type { Hearted } from "@contract/playlists.ts";
import type { PlaylistChange } from "@contract/requests/playlists.ts";
import type { Commented } from "@contract/social.ts";

/** The list that everyone has, among the ids of playlists. */
export const DEFAULT_LIST = "default";

/** Something a user did that moves no money. `wanted` is the state wished for, so that saying it twice is harmless. */
export type Write =
  | { kind: "follow"; artistId: string; wanted: boolean }
  | { kind: "heart"; what: Hearted; id: string; wanted: boolean }
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
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
  /** Part of the answer that only the service can have given. */
  isAnswer(body: Readonly<Record<string, unknown>>): boolean;
}

const hasText = (field: string) => (body: Readonly<Record<string, unknown>>) => typeof body[field] === "string";
const hasObject = (field: string) => (body: Readonly<Record<string, unknown>>) =>
  typeof body[field] === "object" && body[field] !== null;

/** The call that tells the service. */
export function requestOf(write: Write): WriteRequest {
  switch (write.kind) {
    case "follow": {
      const isAnswer = (body: Readonly<Record<string, unknown>>) => body.isFollowing === write.wanted;
      return write.wanted
        ? { method: "POST", path: `/api/v1/follow/${write.artistId}`, isAnswer }
        : { method: "DELETE", path: `/api/v1/unfollow/${write.artistId}`, isAnswer };
    }
    case "heart": {
      const method = write.wanted ? "PUT" : "DELETE";
      const path = `/api/v1/hearts/${write.what}/${write.id}`;
      return { method, path, isAnswer: (body) => body.hearted === write.wanted };
    }
    case "like": {
      const path = `/api/v1/comments/like/${write.commentId}`;
      return { method: "POST", path, body: { liked: write.wanted }, isAnswer: (body) => body.liked === write.wanted };
    }
    case "comment.post":
    case "comment.edit":
    case "comment.delete":
      return commentRequest(write);
    default:
      return playlistRequest(write);
  }
}

function commentRequest(write: Extract<Write, { kind: `comment.${string}` }>): WriteRequest {
  const path = `/api/v1/comments/${write.commentId}`;
  switch (write.kind) {
    case "comment.post": {
      const { commentId, entityType, entityId, content, reply } = write;
      const target = entityType === "artist" ? { artistId: entityId } : { trackId: entityId };
      const body = { commentId, ...target, content, ...(reply && { replyTo: reply.to }) };
      return { method: "POST", path: "/api/v1/comments", body, isAnswer: hasObject("comment") };
    }
    case "comment.edit":
      return { method: "PUT", path, body: { content: write.content }, isAnswer: hasObject("comment") };
    case "comment.delete":
      return { method: "DELETE", path, isAnswer: hasText("message") };
    default:
      return write satisfies never;
  }
}

function playlistRequest(write: Extract<Write, { kind: `playlist.${string}` }>): WriteRequest {
  const path = `/api/v1/playlists/${write.playlistId}`;
  const isDone = (body: Readonly<Record<string, unknown>>) => body.success === true;
  switch (write.kind) {
    case "playlist.create": {
      const { playlistId, name, trackIds } = write;
      const body = { playlistId, name, trackIds };
      return { method: "POST", path: "/api/v1/playlists", body, isAnswer: hasText("_id") };
    }
    case "playlist.change":
      return { method: "PUT", path, body: write.change, isAnswer: hasText("_id") };
    case "playlist.delete":
      return { method: "DELETE", path, isAnswer: isDone };
    case "playlist.track": {
      const { trackId, wanted } = write;
      if (write.playlistId !== DEFAULT_LIST) {
        return { method: wanted ? "PUT" : "DELETE", path: `${path}/tracks/${trackId}`, isAnswer: isDone };
      }
      return wanted
        ? { method: "POST", path: "/api/v1/playlist/add", body: { trackId }, isAnswer: isDone }
        : { method: "DELETE", path: `/api/v1/playlist/remove/${trackId}`, isAnswer: isDone };
    }
    default:
      return write satisfies never;
  }
}
