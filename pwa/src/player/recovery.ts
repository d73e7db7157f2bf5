import type { Quality } from "@contract/listening.ts";
import { bufferedEnd } from "./deck.ts";
import type { Sources } from "./sources.ts";
import type { AudioElement, PlayerError, PlayerTrack } from "./types.ts";

const STALL_MS = 8_000;
const BACKOFF_MS = [0, 1_000, 2_000, 4_000, 8_000] as const;
/** After so much sound without trouble a load counts as good. */
const HEALTHY_SECONDS = 5;
const STALLS_BEFORE_STEP = 2;
const BELOW: Readonly<Record<Quality, Quality>> = { high: "normal", normal: "saver", saver: "saver" };

interface RecoveryHost {
  /** What should be playing; undefined when nothing should. */
  wanted(): { track: PlayerTrack; quality: Quality; position: number } | undefined;
  /** Puts an address on the element at the wanted position, and plays. */
  load(url: string): void;
  /** Sound has stopped coming. */
  wait(): void;
  /** Takes up again what was held. */
  resume(): void;
  /** Gives up for now: paused, with the reason. */
  hold(error: PlayerError): void;
}

interface Parts {
  audio: AudioElement;
  sources: Sources;
  host: RecoveryHost;
  onOnline(callback: () => void): void;
}

/** Keeps the track going through a bad network: same place, fresh address, never the next track instead. */
export class Recovery {
  readonly #parts: Parts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;
  #attempts = 0;
  #stalls = 0;
  #loadedAt = 0;
  #isHeld = false;
  /** The last trouble was the sound itself, not a network that brought nothing. */
  #isBroken = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { audio } = parts;
    for (const event of ["waiting", "stalled"]) audio.addEventListener(event, () => this.#useLocal() || this.watch());
    audio.addEventListener("playing", () => {
      this.#calm();
      this.#round++;
    });
    audio.addEventListener("timeupdate", () => this.#progress());
    audio.addEventListener("error", () => this.#failed());
    parts.onOnline(() => {
      const isHeld = this.#isHeld;
      if (isHeld) parts.host.resume();
      if (isHeld || (this.#attempts > 0 && this.#timer !== undefined)) this.retry();
    });
  }

  /** The quality that the network carries, at most the one asked for. */
  quality(asked: Quality): Quality {
    return this.#stalls >= STALLS_BEFORE_STEP ? BELOW[asked] : asked;
  }

  /** A held track goes on as soon as there is network. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Another track, or nothing, is to be played. */
  reset(): void {
    this.#stop();
    this.#stalls = 0;
    this.#attempts = 0;
    this.#isBroken = false;
  }

  /** The listener has paused: nothing is tried until `retry` or a new load. */
  pause(): void {
    this.#stop();
  }

  /** Starts over with a fresh address. */
  retry(): void {
    this.#stop();
    this.#attempts = 0;
    this.#isBroken = false;
    this.#recover();
  }

  /** Something should come now; if nothing does for 8 s, it is a stall. */
  watch(): void {
    const { audio, host } = this.#parts;
    if (!host.wanted() || this.#timer !== undefined || audio.readyState >= HAVE_FUTURE_DATA) return;
    const bufferedBefore = bufferedEnd(audio);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (bufferedEnd(audio) > bufferedBefore) return this.watch();
      this.#stalls++;
      this.#isBroken = false;
      this.#recover();
    }, STALL_MS);
  }

  #failed(): void {
    const { audio, sources, host } = this.#parts;
    const wanted = host.wanted();
    if (!audio.error || audio.error.code === MEDIA_ABORTED || !wanted) return;
    const local = sources.local(wanted.track);
    if (local && isOn(audio, local)) sources.distrust(local);
    this.#isBroken = true;
    this.#stop();
    this.#recover();
  }

  /** The bytes that are on the device already need no network. True when they are put on now. */
  #useLocal(): boolean {
    const { audio, sources, host } = this.#parts;
    const wanted = host.wanted();
    const local = wanted && sources.local(wanted.track);
    if (!local || isOn(audio, local) || audio.readyState >= HAVE_FUTURE_DATA) return false;
    host.load(local);
    return true;
  }

  #calm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #progress(): void {
    const { audio } = this.#parts;
    if (audio.paused || audio.readyState < HAVE_FUTURE_DATA) return;
    this.#calm();
    if (Math.abs(audio.currentTime - this.#loadedAt) > HEALTHY_SECONDS) this.#attempts = 0;
  }

  #stop(): void {
    this.#calm();
    this.#round++;
    this.#isHeld = false;
  }

  #recover(): void {
    const { host } = this.#parts;
    if (!host.wanted()) return;
    host.wait();
    const delay = BACKOFF_MS[this.#attempts++];
    if (delay === undefined) return this.#hold(this.#isBroken ? UNAVAILABLE : WAITING);
    const round = ++this.#round;
    this.#calm();
    if (delay === 0) return void this.#reload(round);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#reload(round);
    }, delay);
  }

  async #reload(round: number): Promise<void> {
    const { sources, host } = this.#parts;
    const wanted = host.wanted();
    if (!wanted) return;
    const { track, quality, position } = wanted;
    this.#loadedAt = position;
    const local = sources.local(track);
    if (local) return host.load(local);
    try {
      const url = await sources.fresh(track, this.quality(quality));
      if (round !== this.#round) return;
      host.load(url);
    } catch (error) {
      if (round !== this.#round) return;
      this.#isBroken = false;
      const refusal = refusalOf(error);
      if (refusal) this.#hold(refusal);
      else this.#recover();
    }
  }

  #hold(error: PlayerError): void {
    this.#stop();
    this.#isHeld = error.code === "waiting_for_network";
    this.#parts.host.hold(error);
  }
}

const HAVE_FUTURE_DATA = 3;
const MEDIA_ABORTED = 1;
const WAITING: PlayerError = { code: "waiting_for_network", text: "Waiting for network" };
const UNAVAILABLE: PlayerError = { code: "unavailable", text: "This song cannot be played right now" };

/** Refusals that do not pass by themselves, by HTTP status. */
const REFUSALS: Readonly<Record<string, PlayerError>> = {
  400: UNAVAILABLE,
  401: { code: "log_in_needed", text: "Please log in to continue" },
  402: { code: "free_plays_used_up", text: "You have used today's free plays" },
  403: UNAVAILABLE,
  404: UNAVAILABLE,
  410: UNAVAILABLE,
};

/** What the service's refusal of an address means; undefined when it may change by itself. */
function refusalOf(error: unknown): PlayerError | undefined {
  if (typeof error !== "object" || error === null || !("status" in error)) return undefined;
  const refusal = REFUSALS[String(error.status)];
  return refusal && "text" in error && typeof error.text === "string" ? { ...refusal, text: error.text } : refusal;
}

/** Whether the address is on the element, which shows it in its absolute form. */
function isOn(audio: AudioElement, url: string): boolean {
  return audio.src === url || audio.src === new URL(url, globalThis.location?.href).href;
}
