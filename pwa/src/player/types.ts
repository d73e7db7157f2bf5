import type { Track } from "@contract/catalogue.ts";
import type { Quality } from "@contract/listening.ts";
import type { RadioReason } from "@contract/radio.ts";

/**
 * Why a song is in the queue that the listener did not choose; `saved`: without a network, from what is on the device.
 */
export type QueueReason = RadioReason | "saved";

export interface PlayerTrack {
  id: string;
  title: string;
  artist: string;
  artistId: string;
  album?: string | undefined;
  genre?: string | undefined;
  /** Why a radio has it, or the player has added it. */
  reason?: QueueReason | undefined;
  /** Added by the player itself, when the queue came to its end. */
  isSuggested?: boolean | undefined;
  /** Measured by the service; the element's own is not to be trusted. */
  durationSeconds: number;
  coverImageUrl: string;
  placeholder?: string | undefined;
  /** What its sound lacks to be as loud as others, dB. */
  gainDb?: number | undefined;
  /** How many times its recording was replaced. */
  replaced?: number | undefined;
  /** Signed by the service for the caller; may have expired, then a fresh one is asked for. */
  audioUrl: string;
}

/** A track of any list, as the player takes it. */
export function toPlayerTrack(track: Track): PlayerTrack {
  const {
    _id: id,
    title,
    artist,
    artistId,
    album,
    genre,
    durationSeconds,
    coverImageUrl,
    placeholder,
    gainDb,
    replaced,
    audioUrl,
  } = track;
  const shown = { id, title, artist, artistId, album, genre, durationSeconds, coverImageUrl, placeholder };
  return { ...shown, gainDb, replaced, audioUrl };
}

export type PlayerErrorCode =
  /** Held until the network is back; goes on by itself. */
  | "waiting_for_network"
  | "free_plays_used_up"
  | "log_in_needed"
  | "unavailable"
  /** The browser wants a tap before it makes sound. */
  | "press_play"
  /** Another tab has begun to play. */
  | "playing_elsewhere"
  /** The listener has touched nothing for long. */
  | "still_listening";

export interface PlayerError {
  code: PlayerErrorCode;
  text: string;
}

/** Why a track was left. */
export type LeaveReason = "ended" | "skipped" | "error" | "closed";

export type PlayerEvent =
  /** The position is about to be moved by something else than playing. */
  | { kind: "jump" }
  /** The listen of this track is over. */
  | { kind: "left"; reason: LeaveReason }
  /** The last track of the queue has ended, and nothing follows. */
  | { kind: "queue_ended" };

/** The part of HTMLAudioElement that the player uses. */
export interface AudioElement extends EventTarget {
  src: string;
  currentTime: number;
  volume: number;
  preload: string;
  playbackRate: number;
  /** What a new address begins with. */
  defaultPlaybackRate: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
  readonly buffered: { readonly length: number; end(index: number): number };
  readonly error: { readonly code: number } | null;
  play(): Promise<void>;
  pause(): void;
  load(): void;
  removeAttribute(name: string): void;
  /** Of a pair of elements: see `PairedAudio`. */
  level?: number;
  readonly canFade?: boolean;
  lineUp?(url: string): void;
  isLinedUp?(url: string): boolean;
  ringOut?(seconds: number): void;
}

/** Everything outside that the player touches. */
export interface PlayerEffects {
  /** One element, or a pair that acts as one, for the life of the page. */
  audio: AudioElement;
  /** A fresh signed address for the speed at which it will be heard. Rejects with `{status, text?}` when the service refuses (402: free plays used up). */
  getStreamUrl(trackId: string, quality: Quality, speed: number): Promise<string>;
  /** Address of the copy that was saved for offline play. */
  savedUrl(trackId: string): string | undefined;
  /** Without a log-in: what is heard is not reported. */
  isVisitor(): boolean;
  /** Data is dear: nothing is loaded ahead. */
  savesData(): boolean;
  /** All songs are to sound equally loud. */
  levelsSongs?(): boolean;
  /** For how many seconds songs are to fade into each other. */
  crossfade?(): number;
  fetch(url: string, init: RequestInit): Promise<Response>;
  objectUrl: { create(blob: Blob): string; revoke(url: string): void };
  /** Calls back when the service can be reached again. */
  onOnline(callback: () => void): void;
}
