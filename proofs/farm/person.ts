import { newId } from "../../backend/contract/ids.ts";
import type { TrustLevel } from "../../backend/contract/trust.ts";
import { between, type Random, shuffled } from "../../backend/testing/random.ts";
import type { TownClock } from "./clock.ts";
import type { Song } from "./music.ts";
import type { Phone, ToldPlay } from "./phone.ts";

/** What someone has really heard. `startedAt` is the true time. */
export interface HeardPlay {
  readonly playId: string;
  readonly song: Song;
  readonly startedAt: number;
  readonly heardMs: number;
}

interface PersonOptions {
  readonly level: TrustLevel;
  /** What they like to hear. */
  readonly songs: readonly Song[];
  readonly random: Random;
  /** How much their phone's clock is ahead. */
  readonly clockErrorMs: number;
}

const SKIPPED_SHARE = 0.15;

/** Someone honest: tells only of what they have heard. */
export class Person {
  readonly heard: HeardPlay[] = [];
  readonly level: TrustLevel;
  readonly random: Random;
  readonly clockErrorMs: number;
  readonly #songs: readonly Song[];
  #waiting: ToldPlay[] = [];

  constructor(readonly phone: Phone, readonly clock: TownClock, options: PersonOptions) {
    this.level = options.level;
    this.random = options.random;
    this.clockErrorMs = options.clockErrorMs;
    this.#songs = options.songs;
  }

  /** Some of the songs they like, each once. */
  choose(least: number, most: number): Song[] {
    return shuffled(this.random, this.#songs).slice(0, Math.round(between(this.random, least, most)));
  }

  /** Hears so much of a song, or less when they skip it, and notes the play on the phone. */
  async hear(song: Song, { ms, offline }: { ms: number; offline: boolean }): Promise<HeardPlay | undefined> {
    if (ms < 1_000) return undefined;
    const startedAt = this.clock.now();
    const isSkipped = this.random() < SKIPPED_SHARE;
    const heardMs = isSkipped ? Math.min(ms, Math.round(between(this.random, 5_000, 25_000))) : ms;
    await this.clock.pass(heardMs);
    const play = { playId: newId(startedAt), song, startedAt, heardMs };
    this.heard.push(play);
    const { playId } = play;
    const said = { playId, trackId: song.trackId, startedAt: startedAt + this.clockErrorMs, listenedMs: heardMs };
    this.#waiting.push({ ...said, ...(offline && { offline }) });
    return play;
  }

  /** Tells Orin of all plays that wait on the phone. */
  async tell(): Promise<void> {
    const plays = this.#waiting.splice(0);
    if (plays.length > 0) await this.phone.tell(plays, this.clock.now() + this.clockErrorMs);
  }

  /** The play that was noted last, which is then told in another way. */
  takeNewest(): ToldPlay | undefined {
    return this.#waiting.pop();
  }
}
