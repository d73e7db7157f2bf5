import type { Quality } from "@contract/listening.ts";
import { bufferedEnd } from "./deck.ts";
import type { Sources } from "./sources.ts";
import type { AudioElement, PlayerTrack } from "./types.ts";

/** Only what has played so long is loaded ahead: whoever skips through a list pays for nothing. */
const KEEP_AFTER_SECONDS = 3;
const PREPARE_AFTER_SECONDS = 10;
const LOOK_EVERY_SECONDS = 7;

export interface Playing {
  track: PlayerTrack;
  /** The address on the element. */
  url: string;
  next: PlayerTrack | undefined;
  quality: Quality;
}

/** Decides when the rest of the track and the start of the next are loaded. */
export class LookAhead {
  readonly #audio: AudioElement;
  readonly #sources: Sources;
  #startedAt = 0;
  #lookAt = KEEP_AFTER_SECONDS;

  constructor(audio: AudioElement, sources: Sources) {
    this.#audio = audio;
    this.#sources = sources;
  }

  /** Another track starts at this position (seconds). */
  reset(position: number): void {
    this.#startedAt = position;
    this.#lookAt = position + KEEP_AFTER_SECONDS;
  }

  /** Called as the track plays on. */
  look({ track, url, next, quality }: Playing): void {
    const position = this.#audio.currentTime;
    if (position < this.#lookAt) return;
    this.#lookAt = position + LOOK_EVERY_SECONDS;
    const isAllThere = bufferedEnd(this.#audio) >= track.durationSeconds - 1 || this.#sources.local(track);
    if (!isAllThere) void this.#sources.keep(track, url);
    if (next && position - this.#startedAt >= PREPARE_AFTER_SECONDS) void this.#sources.prepare(next, quality);
  }
}
