import type { Write } from "../outbox/write.ts";

/** What the user did, in a few words; `about` is the name or title that the screen knew. */
export function writeText(write: Write, about: string): string {
  switch (write.kind) {
    case "follow":
      return write.wanted ? `Follow ${about}` : `Unfollow ${about}`;
    case "heart":
      return write.wanted ? `Heart for ${about}` : `Heart removed from ${about}`;
    case "like":
      return write.wanted ? `Like for “${about}”` : `Like removed from “${about}”`;
    case "comment.post":
      return `${write.reply ? "Reply" : "Comment"} “${write.content}”`;
    case "comment.edit":
      return `Comment edited to “${write.content}”`;
    case "comment.delete":
      return `Comment “${about}” deleted`;
    case "playlist.create":
      return `New playlist ${write.name}`;
    case "playlist.change":
      return write.change.name === undefined ? `Playlist ${about} changed` : `Playlist renamed to ${write.change.name}`;
    case "playlist.delete":
      return `Playlist ${about} deleted`;
    case "playlist.track":
      return write.wanted ? `${about} added to a playlist` : `${about} removed from a playlist`;
    default:
      return write satisfies never;
  }
}
