import { errorName } from "./error_name.ts";
import type { AudioElement } from "./types.ts";

const EVENTS = [
  ...["loadedmetadata", "emptied", "play", "playing", "pause", "waiting", "stalled", "seeking", "seeked"],
  ...["ratechange", "timeupdate", "ended", "error"],
];
const HAVE_FUTURE_DATA = 3;
const FADE_STEP_MS = 40;

/**
 * Two audio elements that are one to all others: the one that sounds, and one that holds the start of what comes next,
 * so that no silence lies between two songs. Events come from the one that sounds alone. What was handed over may ring
 * out under the next song, without any further events, so its time is counted once, for the song that has begun.
 */
export class PairedAudio extends EventTarget implements AudioElement {
  #on: AudioElement;
  #off: AudioElement;
  /** The address that the other element holds; empty when it holds none. */
  #linedUp = "";
  #volume = 1;
  /** How loud what sounds, and what rings out under it, are beside other songs: a factor of the volume. */
  #level = 1;
  #ringLevel = 1;
  /** How long the song that sounds is to fade under the next one, ms; undefined while it ends with it. */
  #ringMs: number | undefined;
  #fade: ReturnType<typeof setInterval> | undefined;
  /** Elements that the browser has let sound: phones want a tap for each. */
  readonly #allowed = new Set<AudioElement>();
  /** The browser lets only one of them sound. */
  #isSingle = false;

  constructor(one: AudioElement, other: AudioElement) {
    super();
    [this.#on, this.#off] = [one, other];
    for (const element of [one, other]) {
      for (const name of EVENTS) {
        element.addEventListener(name, () => {
          if (element === this.#on) this.dispatchEvent(new Event(name));
        });
      }
    }
  }

  /** Whether two songs can sound at the same time with volumes of their own: on iOS the volume is the phone's. */
  get canFade(): boolean {
    this.#off.volume = 0.5;
    const canFade = this.#off.volume === 0.5;
    this.#off.volume = this.#loud;
    return canFade;
  }

  /** Loads the start of what comes next beside what sounds. */
  lineUp(url: string): void {
    if (this.#isSingle || url === this.#linedUp || this.#fade !== undefined || isRemote(this.#on)) return;
    this.#linedUp = url;
    this.#off.preload = "auto";
    this.#off.src = url;
    this.#off.defaultPlaybackRate = this.#off.playbackRate = this.#on.playbackRate;
  }

  /** Whether what comes next can sound immediately. */
  isLinedUp(url: string): boolean {
    return url !== "" && url === this.#linedUp && !this.#off.error && this.#off.readyState >= HAVE_FUTURE_DATA;
  }

  /** What sounds does not stop when the next address is put on: it fades for so long, or plays its last moment. */
  ringOut(seconds: number): void {
    this.#ringMs = seconds * 1_000;
  }

  get src(): string {
    return this.#on.src;
  }

  set src(url: string) {
    const ringMs = this.#ringMs;
    this.#ringMs = undefined;
    this.#endFade();
    if (!this.isLinedUp(url)) {
      this.#dropLinedUp();
      this.#on.src = url;
      return;
    }
    const before = this.#on;
    [this.#on, this.#off, this.#linedUp] = [this.#off, before, ""];
    this.#ringLevel = this.#level;
    if (ringMs === undefined) before.pause();
    else if (ringMs > 0) this.#crossfade(ringMs);
    this.#on.volume = ringMs ? 0 : this.#loud;
    queueMicrotask(() => {
      for (const name of ["emptied", "loadedmetadata"]) this.dispatchEvent(new Event(name));
    });
  }

  async play(): Promise<void> {
    const element = this.#on;
    try {
      await element.play();
      this.#allowed.add(element);
    } catch (error) {
      const mayOtherSound = errorName(error) === "NotAllowedError" && element === this.#on &&
        this.#allowed.has(this.#off);
      if (!mayOtherSound) throw error;
      this.#stayWith(this.#off, element.src);
      await this.#on.play();
    }
  }

  pause(): void {
    this.#endFade();
    if (!this.#linedUp) this.#off.pause();
    this.#on.pause();
  }

  load(): void {
    this.#endFade();
    this.#dropLinedUp();
    this.#on.load();
  }

  removeAttribute(name: string): void {
    this.#on.removeAttribute(name);
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    if (this.#fade === undefined) this.#on.volume = this.#loud;
  }

  /** Of what sounds now, times the volume: at most 1 comes out. What rings out keeps the one that it had. */
  get level(): number {
    return this.#level;
  }

  set level(level: number) {
    this.#level = level;
    this.volume = this.#volume;
  }

  get #loud(): number {
    return Math.min(1, this.#volume * this.#level);
  }

  get currentTime(): number {
    return this.#on.currentTime;
  }

  set currentTime(seconds: number) {
    this.#on.currentTime = seconds;
  }

  get playbackRate(): number {
    return this.#on.playbackRate;
  }

  set playbackRate(rate: number) {
    for (const element of [this.#on, this.#off]) element.playbackRate = rate;
  }

  get defaultPlaybackRate(): number {
    return this.#on.defaultPlaybackRate;
  }

  set defaultPlaybackRate(rate: number) {
    for (const element of [this.#on, this.#off]) element.defaultPlaybackRate = rate;
  }

  get preload(): string {
    return this.#on.preload;
  }

  set preload(preload: string) {
    this.#on.preload = preload;
  }

  get duration(): number {
    return this.#on.duration;
  }

  get paused(): boolean {
    return this.#on.paused;
  }

  get ended(): boolean {
    return this.#on.ended;
  }

  get seeking(): boolean {
    return this.#on.seeking;
  }

  get readyState(): number {
    return this.#on.readyState;
  }

  get buffered(): AudioElement["buffered"] {
    return this.#on.buffered;
  }

  get error(): AudioElement["error"] {
    return this.#on.error;
  }

  /** Other devices on which the browser can play what sounds; absent where it knows none. */
  get remote(): RemotePlayback | undefined {
    return remoteOf(this.#on);
  }

  /** Equal power: the sum stays as loud as each alone. */
  #crossfade(ms: number): void {
    const [rising, falling] = [this.#on, this.#off];
    const startedAt = performance.now();
    this.#fade = setInterval(() => {
      const share = Math.min(1, (performance.now() - startedAt) / ms);
      rising.volume = this.#loud * Math.sin(share * Math.PI / 2);
      falling.volume = Math.min(1, this.#volume * this.#ringLevel) * Math.cos(share * Math.PI / 2);
      if (share === 1) this.#endFade();
    }, FADE_STEP_MS);
  }

  #endFade(): void {
    if (this.#fade === undefined) return;
    clearInterval(this.#fade);
    this.#fade = undefined;
    this.#off.pause();
    for (const element of [this.#on, this.#off]) element.volume = this.#loud;
  }

  #dropLinedUp(): void {
    if (this.#linedUp === "") return this.#off.pause();
    this.#linedUp = "";
    this.#off.removeAttribute("src");
    this.#off.load();
  }

  #stayWith(element: AudioElement, url: string): void {
    this.#isSingle = true;
    this.#endFade();
    [this.#on, this.#off] = [element, this.#on];
    this.#off.removeAttribute("src");
    this.#off.load();
    this.#on.src = url;
  }
}

function isRemote(element: AudioElement): boolean {
  const remote = remoteOf(element);
  return remote !== undefined && remote.state !== "disconnected";
}

function remoteOf(element: AudioElement): RemotePlayback | undefined {
  return "remote" in element ? element.remote as RemotePlayback : undefined;
}
