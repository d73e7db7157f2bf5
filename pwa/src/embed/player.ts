import { minutesAndSeconds } from "@contract/duration.ts";
import type { StreamGrant } from "@contract/listening.ts";

/** The song of the page, as its service wrote it there. */
interface EmbeddedSong {
  readonly title: string;
  readonly artist: string;
  readonly seconds: number;
  /** The end of early access, an ISO time; empty without one. */
  readonly early: string;
}

/** What of the page shows the song and takes presses. */
interface EmbedParts {
  readonly main: HTMLElement;
  readonly play: HTMLButtonElement;
  readonly seek: HTMLInputElement;
  readonly at: HTMLElement;
  readonly words: HTMLElement;
}

/** What lies around the player. */
interface PlayerContext {
  /** A fresh address for the sound, or why there is none, in words. */
  openStream(): Promise<StreamGrant | string>;
  /** Is called when it is about to sound. */
  onSound(): void;
}

/** Seconds by key. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
};

/** Plays one song in the page. */
export class EmbedPlayer {
  readonly #audio = new Audio();
  /** Where the sound begins once it comes, in seconds. */
  #from = 0;
  #isDragging = false;
  #hasSound = false;
  /** Changes when it begins, and when another player does: what was on its way then is not wanted any more. */
  #turn = 0;

  constructor(
    private readonly song: EmbeddedSong,
    private readonly parts: EmbedParts,
    private readonly around: PlayerContext,
  ) {}

  start(): void {
    const { song: { title, artist, early }, parts: { play } } = this;
    this.#followSound();
    this.#followSeeking();
    play.addEventListener("click", () => this.#toggle());
    document.addEventListener("keydown", (event) => this.#press(event));
    if (navigator.mediaSession) {
      navigator.mediaSession.metadata = new MediaMetadata({ title, artist });
      navigator.mediaSession.setActionHandler("seekto", ({ seekTime }) => this.#goTo(seekTime ?? 0));
    }
    if (early !== "") this.#say(refusedWords("early_access", early));
    this.#show();
  }

  /** Another player sounds: this one is silent, at its place. */
  hush(): void {
    this.#turn++;
    this.#audio.pause();
    this.#wait(false);
  }

  #followSound(): void {
    const audio = this.#audio;
    const on = (names: readonly string[], then: () => void) =>
      names.forEach((name) => audio.addEventListener(name, then));
    on(["play", "timeupdate", "seeked"], () => this.#show());
    on(["playing", "pause", "canplay"], () => this.#wait(false));
    // Also by the keys of a headset.
    on(["play"], () => this.around.onSound());
    on(["waiting"], () => this.#wait(true));
    on(["ended"], () => this.#goTo(0));
    on(["error"], () => {
      if (this.#hasSound) this.#fail(navigator.onLine ? UNREACHABLE.sound : UNREACHABLE.offline);
    });
  }

  #followSeeking(): void {
    const { seek } = this.parts;
    seek.addEventListener("input", () => {
      this.#isDragging = true;
      this.#showPosition(Number(seek.value));
    });
    seek.addEventListener("change", () => {
      this.#isDragging = false;
      this.#goTo(Number(seek.value));
    });
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const isOnControl = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    if (step !== undefined) this.#goTo(this.#position() + step);
    else if (event.key === "k" || (event.key === " " && !isOnControl)) this.#toggle();
    else return;
    event.preventDefault();
  }

  #toggle(): void {
    if (!this.#audio.paused) this.#audio.pause();
    else if (this.parts.main.ariaBusy !== "true") void this.#begin();
  }

  async #begin(): Promise<void> {
    const turn = ++this.#turn;
    this.around.onSound();
    this.#wait(true);
    this.#say("");
    if (!this.#hasSound) {
      // Safari lets an element play after a wait only if the press itself has touched it.
      this.#audio.load();
      const answer = await this.around.openStream();
      if (turn !== this.#turn) return;
      if (typeof answer === "string") return this.#fail(answer);
      this.#hasSound = true;
      this.#audio.src = answer.streamUrl;
      this.#audio.currentTime = this.#from;
    }
    // A failure of the sound itself comes as an error of the element, too.
    await this.#audio.play().catch(() => this.#wait(false));
  }

  /** What was heard stays where it was: the next press asks for a new address. */
  #fail(text: string): void {
    this.#from = this.#position();
    this.#hasSound = false;
    this.#audio.removeAttribute("src");
    this.#audio.load();
    this.#say(text);
    this.#wait(false);
  }

  #goTo(seconds: number): void {
    this.#from = Math.min(Math.max(0, seconds), Math.max(0, this.song.seconds - 1));
    if (this.#hasSound) this.#audio.currentTime = this.#from;
    this.#show();
  }

  #position(): number {
    return this.#hasSound && this.#audio.readyState > 0 ? this.#audio.currentTime : this.#from;
  }

  #say(text: string): void {
    this.parts.words.textContent = text;
  }

  #wait(isWaiting: boolean): void {
    this.parts.main.ariaBusy = String(isWaiting);
    this.#show();
  }

  #show(): void {
    const { song: { title, artist }, parts: { main, play, seek } } = this;
    const isPlaying = !this.#audio.paused;
    main.toggleAttribute("data-playing", isPlaying);
    play.setAttribute("aria-label", `${isPlaying ? "Pause" : "Play"} ${title} by ${artist}`);
    if (this.#isDragging) return;
    seek.value = String(Math.floor(this.#position()));
    this.#showPosition(this.#position());
  }

  #showPosition(seconds: number): void {
    const { song, parts: { at, seek } } = this;
    const shown = Math.min(seconds, song.seconds);
    at.textContent = minutesAndSeconds(shown * 1_000);
    seek.style.setProperty("--part", `${song.seconds > 0 ? 100 * shown / song.seconds : 0}%`);
    seek.setAttribute("aria-valuetext", `${spoken(shown)} of ${spoken(song.seconds)}`);
  }
}

function spoken(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  return minutes === 0 ? `${rest} seconds` : `${minutes} minutes ${rest} seconds`;
}

export const UNREACHABLE = {
  offline: "You are offline. Press play again once you have a network.",
  sound: "The sound stopped. Press play to keep listening.",
  service: "Orin could not be reached. Please try again.",
} as const;

/** Why a song does not play on another site, in words; empty for what the service says itself. `early` is an ISO time. */
export function refusedWords(code: string | undefined, early: string): string {
  switch (code) {
    case "not_found":
      return "This song is no longer on Orin.";
    case "early_access":
      return early === ""
        ? "This song is in early access for Premium."
        : `Early access for Premium until ${
          new Date(early).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })
        }.`;
    case "free_plays_used_up":
      return "Today's free plays are used up here. Create a free account on Orin to keep listening.";
    default:
      return "";
  }
}
