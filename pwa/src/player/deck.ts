import type { AudioElement } from "./types.ts";

export interface Load {
  /** Seconds. */
  position: number;
  play: boolean;
}

/**
 * The one audio element and what is on it. Every load has a number, so that what belongs to an earlier one dies
 * quietly.
 */
export class Deck {
  readonly audio: AudioElement;
  readonly #blocked: () => void;
  #load = 0;
  #url = "";
  #isSettled = false;

  /** `blocked` is called when the browser wants a tap before it makes sound. */
  constructor(audio: AudioElement, blocked: () => void) {
    this.audio = audio;
    this.#blocked = blocked;
    audio.addEventListener("loadedmetadata", () => this.#isSettled = true);
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
      // A failed load is told by its `error` event, a superseded one is nobody's business.
      if (nameOf(error) === "NotAllowedError" && load === this.#load) this.#blocked();
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

function nameOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "name" in error ? error.name : undefined;
}

/** How far the element has loaded, seconds. */
export function bufferedEnd({ buffered }: AudioElement): number {
  return buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
}
