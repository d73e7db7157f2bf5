import { errorName } from "./error_name.ts";
import type { AudioElement } from "./types.ts";

interface Load {
  /** Seconds. */
  position: number;
  play: boolean;
}

/** What the deck tells the player. */
export interface DeckListener {
  /** The browser wants a tap before it makes sound. */
  blocked(): void;
  /** Someone has pressed play, maybe on the headphones. */
  started(): void;
  /** Sound comes. */
  sounding(): void;
  /** Sound is meant to come, but its bytes are not there. */
  starving(): void;
  /** Paused, maybe by the browser: the headphones were pulled, a call came in. */
  stopped(): void;
  /** The position, in seconds, as the track plays. */
  moved(position: number): void;
  ended(): void;
}

/**
 * The one audio element and what is on it. Every load has a number, so that what belongs to an earlier one dies
 * quietly.
 */
export class Deck {
  readonly audio: AudioElement;
  readonly #listener: DeckListener;
  #load = 0;
  #url = "";
  #isSettled = false;

  constructor(audio: AudioElement, listener: DeckListener) {
    this.audio = audio;
    this.#listener = listener;
    audio.addEventListener("loadedmetadata", () => this.#isSettled = true);
    audio.addEventListener("waiting", () => listener.starving());
    audio.addEventListener("ended", () => listener.ended());
    // Events come after the fact: by then the element may do something else.
    audio.addEventListener("play", () => audio.paused || listener.started());
    audio.addEventListener("playing", () => audio.paused || listener.sounding());
    audio.addEventListener("pause", () => audio.paused && !audio.ended && this.#isSettled && listener.stopped());
    audio.addEventListener("timeupdate", () => {
      if (this.#isSettled && !audio.seeking) listener.moved(audio.currentTime);
    });
  }

  /** False while a load has not reached its position yet: the element's position says nothing then. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** The address on the element; empty when there is none. */
  get url(): string {
    return this.#url;
  }

  /** Puts an address on the element; starts in the same task, as phones in the background demand. */
  load(url: string, { position, play }: Load): void {
    const load = ++this.#load;
    this.#url = url;
    this.#isSettled = false;
    this.audio.preload = "auto";
    this.audio.src = url;
    this.audio.addEventListener("loadedmetadata", () => {
      if (load === this.#load && position > 0) this.audio.currentTime = position;
    }, { once: true });
    if (play) this.play();
  }

  play(): void {
    const load = this.#load;
    this.audio.play().catch((error: unknown) => {
      // A failed load is told by its `error` event, a superseded one no longer matters.
      if (errorName(error) === "NotAllowedError" && load === this.#load) this.#listener.blocked();
    });
  }

  /** Takes the track off. */
  clear(): void {
    this.#load++;
    this.#url = "";
    this.#isSettled = false;
    this.audio.pause();
    this.audio.removeAttribute("src");
    this.audio.load();
  }
}

/** How far the element has loaded, seconds. */
export function bufferedEnd({ buffered }: AudioElement): number {
  return buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
}
