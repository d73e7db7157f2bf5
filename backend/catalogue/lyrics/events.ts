import type { LyricsLanguage } from "../../contract/lyrics.ts";
import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/**
 * The artist gave a song its lyrics, or others in their place: plain text or LRC. What people write freely may hold
 * anything, so only the artist's key opens `content`, and an erasure makes it unreadable.
 */
export type LyricsSet = Event<"LyricsSet", {
  readonly trackId: string;
  readonly ownerId: string;
  /** BCP 47. */
  readonly language: LyricsLanguage;
  /** The artist says that it holds offensive words. */
  readonly offensive: boolean;
  readonly content: Sealed;
}>;

/** By their artist; also by an admin, before those said why (`LyricsTakenDown`). */
export type LyricsRemoved = Event<
  "LyricsRemoved",
  { readonly trackId: string; readonly ownerId: string; readonly by: "owner" | "admin" }
>;

/** An admin took lyrics away. The reason is for the artist: it may quote them, so only their key opens it. */
export type LyricsTakenDown = Event<"LyricsTakenDown", {
  readonly trackId: string;
  readonly ownerId: string;
  readonly adminId: string;
  readonly reason: Sealed;
}>;

export type LyricsEvent = LyricsSet | LyricsRemoved | LyricsTakenDown;

/** The field's name that an admin's reason is sealed under. */
export const REASON_FIELD = "lyrics taken down";

/** The stream of a song's lyrics, in the log `social`. */
export function lyricsStream(trackId: string): string {
  return `lyrics/${trackId}`;
}
