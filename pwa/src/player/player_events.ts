import type { PlayerEvent } from "./types.ts";

/** Tells listeners what happens to the track. */
export class PlayerEvents {
  readonly #listeners = new Set<(event: PlayerEvent) => void>();

  /** Calls back at every event; returns the way to stop. */
  readonly on = (listener: (event: PlayerEvent) => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tell(event: PlayerEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
