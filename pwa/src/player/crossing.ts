import type { AudioElement, PlayerTrack } from "./types.ts";

/** So long before it is needed the next song is loaded. */
const LINE_UP_SECONDS = 12;
/** Within this time a timer takes over from the element's own, coarse events. */
const TIMER_SECONDS = 1;
/** The next song is told to play this much earlier, seconds: the time that a browser needs until it sounds. */
const LEAD_SECONDS = 0.06;
/** A fade takes at most this share of either song. */
const MOST_OF_SONG = 0.25;

interface CrossingHost {
  /** The song that plays is to ring out for so long (seconds) under the next, whose address is lined up. */
  cross(url: string, fade: number): void;
}

/** What plays, and what follows. */
interface Near {
  track: PlayerTrack;
  next: PlayerTrack | undefined;
  /** An address of the next one that can be played immediately. */
  url: string | undefined;
  /** Wanted, seconds. */
  fade: number;
}

/** Leads from one song into the next without a gap: at its last moment, or earlier where they are to fade. */
export class Crossing {
  readonly #audio: AudioElement;
  readonly #host: CrossingHost;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(audio: AudioElement, host: CrossingHost) {
    this.#audio = audio;
    this.#host = host;
  }

  /** Nothing crosses before the next look. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Called as the song plays on. */
  look(near: Near): void {
    const { next, url } = near;
    this.stop();
    if (!this.#audio.lineUp || !next || !url) return;
    const fade = this.#fadeOf({ ...near, next });
    const left = this.#left() - fade;
    if (!(left <= LINE_UP_SECONDS)) return;
    this.#audio.lineUp(url);
    if (left > TIMER_SECONDS || !this.#audio.isLinedUp?.(url)) return;
    this.#timer = setTimeout(() => this.#cross(url, fade), Math.max(0, left - LEAD_SECONDS) * 1_000);
  }

  #cross(url: string, fade: number): void {
    const { paused, ended, seeking } = this.#audio;
    if (paused || ended || seeking || !this.#audio.isLinedUp?.(url)) return;
    this.#host.cross(url, fade);
  }

  /** Clock time to the end of the song, seconds. */
  #left(): number {
    const { duration, currentTime, playbackRate } = this.#audio;
    return (duration - currentTime) / playbackRate;
  }

  /** Songs of an album follow each other as they were made. */
  #fadeOf({ track, next, fade }: Near & { next: PlayerTrack }): number {
    const isAlbum = track.album !== undefined && track.album === next.album && track.artistId === next.artistId;
    if (isAlbum || !this.#audio.canFade) return 0;
    return Math.min(fade, track.durationSeconds * MOST_OF_SONG, next.durationSeconds * MOST_OF_SONG);
  }
}
