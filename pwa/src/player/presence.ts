import { MOST_QUEUED, TELL_EVERY_MS, TELL_WATCHED_EVERY_MS, type ToldAnswer } from "@contract/playing.ts";
import type { PlayingTold } from "@contract/requests/playing.ts";
import type { Player } from "./player.ts";
import type { PlayerState } from "./state.ts";
import type { PlayerTrack } from "./types.ts";

/** Who skips through a list tells once. */
const SETTLES_MS = 800;
/** Of a long queue that much of what was played is told. */
const MOST_PLAYED = 100;

interface PresenceParts {
  player: Player;
  /** Rejects without an answer. */
  tell(told: PlayingTold): Promise<ToldAnswer>;
  /** The player is empty. */
  close(): Promise<void>;
  /** The page is about to end: it does not wait for the answer. */
  tellLast(told: PlayingTold): void;
  /** There is a log-in, and a network. */
  canTell(): boolean;
  /** Never jumps, ms. */
  monotonicNow(): number;
  newId(): string;
  /** What the service answered. */
  onAnswer(answer: ToldAnswer): void;
}

/**
 * Tells the service what this device plays, so that the account's other devices see it: at a start, a pause, another
 * song or another queue, and now and then while it plays. Does what they ask in the answer. A player that was only
 * brought back by a reload is no news.
 */
export class Presence {
  readonly #parts: PresenceParts;
  /** Since when sound has been wanted without a pause. */
  #soundSince: number | undefined;
  /** What was told or is about to be. */
  #seen: Pick<PlayerState, "queue" | "index" | "unshuffled"> & { sounds: boolean } | undefined;
  #queueId = "";
  /** The queue that the service knows. */
  #knownId = "";
  #answeredId: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTelling = false;
  #isDue = false;
  #isWatched = false;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
    parts.player.state.subscribe(() => this.#look());
    this.#look();
  }

  /** The page ends: a device that plays is paused by that. */
  readonly end = (): void => {
    const told = this.#soundSince === undefined ? undefined : this.#told();
    if (told && this.#parts.canTell()) this.#parts.tellLast({ ...told, isPlaying: false, soundMs: 0 });
  };

  /** Another person is here: what was told before was another's. */
  readonly forget = (): void => {
    this.#knownId = "";
    this.#answeredId = undefined;
    this.#isWatched = false;
  };

  #look(): void {
    const { player, monotonicNow, newId, close, canTell } = this.#parts;
    const state = player.state.get();
    // Another tab of this browser has the sound, and tells what it plays.
    if (state.error?.code === "playing_elsewhere") return this.#leaveIt();
    const sounds = wantsSound(state);
    this.#soundSince = sounds ? this.#soundSince ?? monotonicNow() : undefined;
    const before = this.#seen;
    if (!before && !sounds) return;
    if (!state.track) {
      this.#leaveIt();
      if (canTell()) close().catch(() => undefined);
      return;
    }
    const { queue, index, unshuffled } = state;
    const isOther = before?.queue !== queue || before.unshuffled !== unshuffled;
    if (isOther) this.#queueId = newId();
    if (!isOther && before.index === index && before.sounds === sounds) return;
    this.#seen = { queue, index, unshuffled, sounds };
    // A pause that was asked for is waited for.
    this.#tellIn(this.#answeredId && !sounds ? 0 : SETTLES_MS);
  }

  #leaveIt(): void {
    this.#seen = undefined;
    this.#soundSince = undefined;
    this.#stop();
  }

  #tellIn(ms: number): void {
    this.#stop();
    this.#timer = setTimeout(() => void this.#tell(), ms);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #tell(): Promise<void> {
    if (this.#isTelling) return void (this.#isDue = true);
    this.#isTelling = true;
    this.#isDue = false;
    this.#stop();
    try {
      if (this.#parts.canTell() && this.#seen) await this.#tellNow();
    } catch {
      // What is not heard now is told with the next.
    } finally {
      this.#isTelling = false;
    }
    if (this.#isDue) this.#tellIn(0);
    else if (this.#timer === undefined && this.#soundSince !== undefined) {
      this.#tellIn(this.#isWatched ? TELL_WATCHED_EVERY_MS : TELL_EVERY_MS);
    }
  }

  async #tellNow(): Promise<void> {
    const { player, tell, onAnswer } = this.#parts;
    const told = this.#told();
    if (!told) return;
    const answer = await tell(told);
    this.#isWatched = answer.isWatched;
    if (answer.needsQueue) {
      this.#knownId = "";
      // Once only: a service that does not take the queue is not asked again and again.
      this.#isDue = told.queue === undefined;
      return;
    }
    this.#knownId = told.queueId;
    if (told.answeredId === this.#answeredId) this.#answeredId = undefined;
    if (answer.ask) {
      this.#answeredId = answer.ask.id;
      this.#isDue = true;
      player.pause();
    }
    onAnswer(answer);
  }

  #told(): PlayingTold | undefined {
    const { player, monotonicNow } = this.#parts;
    const state = player.state.get();
    if (!state.track) return undefined;
    const { tracks, place, unmixed } = queueToTell(state);
    const { repeat: isRepeating, repeatAll: repeatsAll } = state;
    const since = this.#soundSince;
    return {
      isPlaying: since !== undefined,
      soundMs: since === undefined ? 0 : Math.max(0, Math.round(monotonicNow() - since)),
      queueId: this.#queueId,
      ...(this.#knownId !== this.#queueId && { queue: tracks.map(({ id }) => id), ...(unmixed && { unmixed }) }),
      ...{ place, positionMs: Math.round(player.position.get() * 1_000), isRepeating, repeatsAll },
      ...(this.#answeredId && { answeredId: this.#answeredId }),
    };
  }
}

/** A song that waits for the network plays by itself later, so it counts as playing. */
function wantsSound({ track, playing, error }: PlayerState): boolean {
  return track !== null && (playing || error?.code === "waiting_for_network");
}

/** What another device would go on with: what the player adds by itself, the other adds by itself, too. */
export function queueToTell(
  { queue, index, unshuffled }: Pick<PlayerState, "queue" | "index" | "unshuffled">,
): { tracks: PlayerTrack[]; place: number; unmixed: number[] | undefined } {
  const first = Math.max(0, Math.min(index - MOST_PLAYED, queue.length - MOST_QUEUED));
  const tracks = queue.slice(first).filter((track, at) => first + at <= index || !track.isSuggested)
    .slice(0, MOST_QUEUED);
  const places = unshuffled && new Map(unshuffled.map((track, at) => [track, at]));
  return { tracks, place: index - first, unmixed: places ? tracks.map((track) => places.get(track) ?? -1) : undefined };
}
