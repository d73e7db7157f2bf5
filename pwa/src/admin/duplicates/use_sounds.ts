import { useEffect, useMemo, useState, useSyncExternalStore } from "react";

/** What plays of the recordings that are compared. */
interface Playing {
  readonly trackId: string | undefined;
  readonly isPlaying: boolean;
  /** Whole seconds. */
  readonly position: number;
  readonly hasFailed: boolean;
}

const NOTHING: Playing = { trackId: undefined, isPlaying: false, position: 0, hasFailed: false };

/** One audio element for all of them: one plays at a time, and each keeps its place. */
class Sounds {
  readonly #audio = new Audio();
  readonly #places = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #now = NOTHING;

  constructor() {
    this.#audio.preload = "none";
    for (const name of ["play", "pause", "ended"]) this.#audio.addEventListener(name, () => this.#tell({}));
    this.#audio.addEventListener("timeupdate", () => this.#tell({}));
    this.#audio.addEventListener("error", () => {
      if (this.#now.trackId !== undefined) this.#tell({ hasFailed: true });
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly get = () => this.#now;

  /** How far a recording has played, in seconds: also while another one plays. */
  placeOf(trackId: string): number {
    return this.#now.trackId === trackId ? this.#now.position : this.#places.get(trackId) ?? 0;
  }

  toggle(trackId: string, url: string): void {
    if (this.#now.trackId === trackId && !this.#audio.paused) return this.#audio.pause();
    this.playFrom(trackId, url, this.placeOf(trackId));
  }

  playFrom(trackId: string, url: string, seconds: number): void {
    const { trackId: before } = this.#now;
    if (before !== undefined) this.#places.set(before, this.#audio.currentTime);
    if (before !== trackId) this.#audio.src = url;
    this.#tell({ trackId, hasFailed: false });
    this.#audio.currentTime = Math.max(0, seconds);
    this.#audio.play().catch(() => this.#tell({}));
  }

  seek(trackId: string, seconds: number): void {
    this.#places.set(trackId, seconds);
    if (this.#now.trackId === trackId) this.#audio.currentTime = seconds;
    this.#tell({});
  }

  stop(): void {
    this.#audio.pause();
    this.#audio.removeAttribute("src");
    this.#now = NOTHING;
  }

  #tell(changes: Partial<Playing>): void {
    const { paused, currentTime } = this.#audio;
    this.#now = { ...this.#now, isPlaying: !paused, position: Math.floor(currentTime), ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** The recordings' sound while a page shows them. */
export function useSounds(): { sounds: Sounds; playing: Playing } {
  const [sounds] = useState(() => new Sounds());
  useEffect(() => () => sounds.stop(), [sounds]);
  const playing = useSyncExternalStore(sounds.subscribe, sounds.get, sounds.get);
  return useMemo(() => ({ sounds, playing }), [sounds, playing]);
}
