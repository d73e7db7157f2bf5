import type { Store } from "../lib/store.ts";
import type { Player } from "./player.ts";
import { addSuggestions, dropSuggestions } from "./queue.ts";
import type { PlayerTrack, QueueReason } from "./types.ts";

/** So much of a song is heard before its successors are asked for: who skips through a list loads nothing. */
const ASK_AFTER_SECONDS = 5;
/** We ask again when no more than this comes after the track that plays. */
const FEW_LEFT = 2;
const ADDED_AT_ONCE = 10;
/** A song does not come again within so many. */
const APART = 100;
const APART_AT_LEAST = 5;
/** After a failure we wait for so much more sound, or for the end of the queue. */
const RETRY_AFTER_SECONDS = 30;

interface AutoplayParts {
  player: Player;
  isOn: Store<boolean>;
  /** Songs near a track, in an order that follows the seed; each has its reason. Rejects without an answer. */
  getNear(trackId: string, seed: string): Promise<readonly PlayerTrack[]>;
  /** Songs that play without a network. */
  getSaved(): readonly PlayerTrack[];
  /** A word for one order. */
  newSeed(): string;
}

/**
 * Music goes on: before the queue ends, songs near what played are added behind it, from the service, or without a
 * network from what is saved on the device. Switched off, or where all is repeated, what was added goes again.
 */
export class Autoplay {
  readonly #parts: AutoplayParts;
  #adding: Promise<void> | undefined;
  #retryAt = 0;
  #trackId: string | undefined;

  constructor(parts: AutoplayParts) {
    const { player, isOn } = parts;
    this.#parts = parts;
    player.state.subscribe(() => this.#follow());
    player.position.subscribe(() => this.#look());
    isOn.subscribe(() => this.#follow());
    player.on((event) => {
      if (event.kind === "queue_ended" && this.#isWanted()) void this.#goOn();
    });
    this.#follow();
  }

  #isWanted(): boolean {
    const { player, isOn } = this.#parts;
    const { track, repeatAll, stopsAfterTrack } = player.state.get();
    return isOn.get() && track !== null && !repeatAll && !stopsAfterTrack;
  }

  #follow(): void {
    const { player, isOn } = this.#parts;
    const { track, repeatAll } = player.state.get();
    if (track?.id !== this.#trackId) {
      this.#trackId = track?.id;
      this.#retryAt = 0;
    }
    if (!isOn.get() || repeatAll) dropSuggestions(player);
    else this.#look();
  }

  #look(): void {
    const { player } = this.#parts;
    const { queue, index, playing, duration } = player.state.get();
    const position = player.position.get();
    const isDue = playing && position >= Math.max(Math.min(ASK_AFTER_SECONDS, duration / 2), this.#retryAt);
    if (!isDue || queue.length - 1 - index > FEW_LEFT || !this.#isWanted()) return;
    void this.#add();
  }

  /**
   * The queue has ended before anything was added: asks once more, and plays on if the listener has done nothing since.
   */
  async #goOn(): Promise<void> {
    const { player } = this.#parts;
    const { index, queue } = player.state.get();
    await this.#add();
    const now = player.state.get();
    const isUntouched = !now.playing && now.index === index && now.track === queue[index] && now.error === null;
    if (isUntouched && now.queue.length > queue.length && this.#isWanted()) player.next();
  }

  #add(): Promise<void> {
    return this.#adding ??= this.#find().then((found) => {
      const { player } = this.#parts;
      if (found.length === 0) this.#retryAt = player.position.get() + RETRY_AFTER_SECONDS;
      else if (this.#isWanted()) addSuggestions(player, found);
    }).finally(() => this.#adding = undefined);
  }

  /** Near what the listener chose last; when that is used up, near what played last. */
  async #find(): Promise<PlayerTrack[]> {
    const { player, getNear, newSeed } = this.#parts;
    const { queue } = player.state.get();
    const starts = [queue.findLast((track) => !track.isSuggested), queue.at(-1)].filter((track) => track !== undefined);
    const found: PlayerTrack[] = [];
    for (const { id } of new Set(starts)) {
      const near = await getNear(id, newSeed()).catch(() => undefined);
      if (!near) return this.#findSaved();
      const fresh = freshIn(near, queue, APART);
      if (fresh.length > 0) return fresh;
      found.push(...near);
    }
    return freshIn(found, queue, APART_AT_LEAST);
  }

  #findSaved(): PlayerTrack[] {
    const { player, getSaved } = this.#parts;
    const { queue } = player.state.get();
    const last = queue.findLast((track) => !track.isSuggested) ?? queue.at(-1);
    if (!last) return [];
    const ranked = getSaved().map((track) => ({ ...track, reason: reasonFor(track, last) }))
      .toSorted((one, two) => RANKS.indexOf(one.reason) - RANKS.indexOf(two.reason));
    const fresh = freshIn(ranked, queue, APART);
    return fresh.length > 0 ? fresh : freshIn(ranked, queue, APART_AT_LEAST);
  }
}

const RANKS: readonly QueueReason[] = ["same_artist", "same_genre", "saved"];

function reasonFor(track: PlayerTrack, last: PlayerTrack): QueueReason {
  if (track.artistId === last.artistId) return "same_artist";
  return track.genre !== undefined && track.genre === last.genre ? "same_genre" : "saved";
}

/** Those that are not among the last `apart` of the queue, each once. */
function freshIn(found: readonly PlayerTrack[], queue: readonly PlayerTrack[], apart: number): PlayerTrack[] {
  const recent = new Set(queue.slice(-apart).map(({ id }) => id));
  return [...new Map(found.map((track) => [track.id, track])).values()]
    .filter(({ id }) => !recent.has(id)).slice(0, ADDED_AT_ONCE);
}
