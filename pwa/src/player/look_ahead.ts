import type { Quality } from "@contract/listening.ts";
import { countedPlayMs } from "@contract/policy.ts";
import { bufferedEnd } from "./deck.ts";
import type { Sources } from "./sources.ts";
import type { AudioElement, PlayerTrack } from "./types.ts";

/** A song loads whole only after this much listening, so skipping through a list costs no data. */
const WHOLE_AFTER_SECONDS = 15;
const PREPARE_AFTER_SECONDS = 10;
const LOOK_EVERY_SECONDS = 5;
/** A larger step of the position is a jump: nothing of it was heard. */
const JUMP_SECONDS = 2;

interface Playing {
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
  readonly #isVisitor: () => boolean;
  #position = 0;
  #heard = 0;
  #lookAt = PREPARE_AFTER_SECONDS;
  /** The address of which the rest was asked for. */
  #wholeUrl = "";

  constructor(audio: AudioElement, sources: Sources, isVisitor: () => boolean) {
    this.#audio = audio;
    this.#sources = sources;
    this.#isVisitor = isVisitor;
  }

  /** Another track starts at this position (seconds). */
  reset(position: number): void {
    this.#position = position;
    this.#heard = 0;
    this.#lookAt = PREPARE_AFTER_SECONDS;
    this.#wholeUrl = "";
  }

  /** Called as the track plays on. */
  look({ track, url, next, quality }: Playing): void {
    const step = this.#audio.currentTime - this.#position;
    this.#position += step;
    if (step > 0 && step < JUMP_SECONDS * Math.max(1, this.#audio.playbackRate)) this.#heard += step;
    if (this.#heard < this.#lookAt) return;
    this.#lookAt = this.#heard + LOOK_EVERY_SECONDS;
    if (next) void this.#sources.prepare(next, quality);
    const isAllThere = bufferedEnd(this.#audio) >= track.durationSeconds - 1 || this.#sources.local(track);
    if (this.#heard < this.#wholeAfter(track) || isAllThere) return;
    // The element gets the rest itself; what it has no room for is kept beside it, when the next look misses it.
    if (url === this.#wholeUrl) void this.#sources.keep(track, url);
    else void this.#sources.askForRest(url).then((isAsked) => isAsked && (this.#wholeUrl = url));
  }

  /** How much visitors heard is not reported: a song that they may still skip is not taken whole. */
  #wholeAfter({ durationSeconds }: PlayerTrack): number {
    const counted = this.#isVisitor() ? countedPlayMs(durationSeconds * 1_000) / 1_000 : 0;
    return Math.max(WHOLE_AFTER_SECONDS, counted);
  }
}
