import { errorName } from "./error_name.ts";
import type { Player } from "./player.ts";
import type { PlayerState } from "./state.ts";
import type { PlayerError } from "./types.ts";

const LOCK = "orin-sound";
const ELSEWHERE: PlayerError = { code: "playing_elsewhere", text: "Playing in another tab" };

/** The part of `navigator.locks` that one sound needs. */
export interface SoundLocks {
  request(
    name: string,
    options: { steal?: boolean; mode?: "exclusive" | "shared"; signal?: AbortSignal },
    work: () => Promise<void> | void,
  ): Promise<unknown>;
}

interface SoundHost {
  /** Another sound has begun: this one has to be silent. */
  taken(): void;
  /** The other sound has ended. */
  free(): void;
}

/**
 * One sound at a time in all tabs and windows of this browser: the newest takes a Web Lock away from the one before.
 * The browser keeps the lock, so of two that begin at the same time one is left, and a tab that crashes returns it. A
 * browser without locks lets all of them sound.
 */
export class OneSound {
  readonly #locks: SoundLocks | undefined;
  readonly #host: SoundHost;
  #release: (() => void) | undefined;
  #waiting = new AbortController();

  constructor(locks: SoundLocks | undefined, host: SoundHost) {
    this.#locks = locks;
    this.#host = host;
  }

  /** This sound begins; nothing happens where it has begun already. */
  take(): void {
    if (!this.#locks || this.#release) return;
    this.#waiting.abort();
    const { promise, resolve } = newPromise();
    this.#release = resolve;
    this.#locks.request(LOCK, { steal: true }, () => promise).catch((error: unknown) => {
      // Any other error is a browser that forbids locks: then all may sound.
      if (this.#release === resolve && errorName(error) === "AbortError") this.#lose();
    });
  }

  /** This sound has ended. */
  give(): void {
    this.#release?.();
    this.#release = undefined;
  }

  #lose(): void {
    this.#release = undefined;
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    this.#host.taken();
    this.#locks?.request(LOCK, { mode: "shared", signal }, () => {
      if (!signal.aborted) this.#host.free();
    }).catch(() => undefined);
  }
}

/** Pauses the player while another tab plays, and says so; pressing play takes the sound back. */
export function keepOneSound(player: Player, locks: SoundLocks | undefined): void {
  const sound = new OneSound(locks, {
    taken() {
      player.choose({ error: ELSEWHERE });
      player.pause();
    },
    free() {
      if (player.state.get().error === ELSEWHERE) player.choose({ error: null });
    },
  });
  player.state.subscribe(() => wantsSound(player.state.get()) ? sound.take() : sound.give());
}

/** A track that waits for the network plays by itself later, so it counts as sounding. */
function wantsSound({ playing, error }: PlayerState): boolean {
  return error !== ELSEWHERE && (playing || error?.code === "waiting_for_network");
}

function newPromise(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => resolve = done);
  return { promise, resolve };
}
