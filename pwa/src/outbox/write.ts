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
  | { kind: "comment.post"; commentId: string; entityType: Commented; entityId: string; content: string }
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
