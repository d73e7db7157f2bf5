import type { AudioElement } from "../types.ts";

/** What the network gives for an address: `never` sends nothing, `refused` is an immediate error. */
type Delivery = "whole" | "never" | "refused";

/** An audio element whose sound is made by `hear`: events come after the task, as in a browser. */
export class FakeAudio extends EventTarget implements AudioElement {
  preload = "";
  volume = 1;
  defaultPlaybackRate = 1;
  paused = true;
  ended = false;
  seeking = false;
  readyState = 0;
  error: { code: number } | null = null;
  /** How far the network has brought it, seconds. */
  loadedTo = 0;
  duration = 180;
  /** Every address that was put on. */
  readonly sources: string[] = [];
  deliver: (url: string) => Delivery = () => "whole";
  /** The browser wants a tap first. */
  needsTap = false;
  /** A clock to move while sound is made. */
  onPass: (ms: number) => void = () => {};
  #src = "";
  #position = 0;
  #rate = 1;

  get buffered() {
    const { loadedTo } = this;
    return { length: loadedTo > 0 ? 1 : 0, end: () => loadedTo };
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    if (rate === this.#rate) return;
    this.#rate = rate;
    this.dispatchEvent(new Event("ratechange"));
  }

  get src(): string {
    return this.#src;
  }

  set src(url: string) {
    this.#src = url;
    this.sources.push(url);
    this.#reset();
    void this.#arrive(url);
  }

  get currentTime(): number {
    return this.#position;
  }

  set currentTime(seconds: number) {
    this.#position = Math.min(this.duration, seconds);
    this.ended = false;
    this.seeking = true;
    this.#tell("seeking", () => {
      this.seeking = false;
      this.dispatchEvent(new Event("seeked"));
    });
  }

  play(): Promise<void> {
    if (this.needsTap) return Promise.reject(new DOMException("Tap first", "NotAllowedError"));
    if (this.paused) this.#tell("play");
    this.paused = false;
    if (this.ended) this.currentTime = 0;
    this.#sound();
    return Promise.resolve();
  }

  pause(): void {
    if (!this.paused) this.#tell("pause");
    this.paused = true;
  }

  load(): void {
    this.#reset();
  }

  removeAttribute(name: string): void {
    if (name === "src") this.#src = "";
  }

  /** So much time passes; sound is made where it can be. */
  async hear(seconds: number): Promise<void> {
    await settle();
    for (let left = seconds; left > 1e-9; left -= 0.25) await this.#pass(Math.min(0.25, left));
  }

  /** The network breaks: what is loaded still plays, then nothing comes. */
  starve(): void {
    this.deliver = () => "never";
  }

  /** The element gives up with an error code. */
  fail(code: number): void {
    this.error = { code };
    this.readyState = 0;
    this.#tell("error");
  }

  async #pass(seconds: number): Promise<void> {
    this.onPass(seconds * 1_000);
    const canSound = !this.paused && this.readyState >= 3;
    if (canSound) this.#position = Math.min(this.#position + seconds * this.playbackRate, this.loadedTo);
    if (canSound) this.dispatchEvent(new Event("timeupdate"));
    if (canSound && this.#position >= this.duration - 1e-9) this.#finish();
    else if (canSound && this.#position >= this.loadedTo) this.#starved();
    await settle();
  }

  #finish(): void {
    this.ended = true;
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
    this.dispatchEvent(new Event("ended"));
  }

  #starved(): void {
    this.readyState = 2;
    this.dispatchEvent(new Event("waiting"));
  }

  #reset(): void {
    this.#position = 0;
    this.playbackRate = this.defaultPlaybackRate;
    this.loadedTo = 0;
    this.readyState = 0;
    this.error = null;
    this.ended = false;
    this.seeking = false;
    this.paused = true;
    this.#tell("emptied");
  }

  async #arrive(url: string): Promise<void> {
    await Promise.resolve();
    if (this.#src !== url) return;
    const delivery = this.deliver(url);
    if (delivery === "refused") return this.fail(4);
    if (delivery === "never") return;
    this.loadedTo = this.duration;
    this.readyState = 4;
    this.dispatchEvent(new Event("loadedmetadata"));
    this.#sound();
  }

  #sound(): void {
    this.#tell("playing", undefined, () => !this.paused && this.readyState >= 3);
  }

  #tell(name: string, after: () => void = () => {}, isTrue: () => boolean = () => true): void {
    queueMicrotask(() => {
      if (!isTrue()) return;
      this.dispatchEvent(new Event(name));
      after();
    });
  }
}

/** Lets everything that waits for nothing else happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
