import { newId } from "../../backend/contract/ids.ts";
import type { PlayReason } from "../../backend/contract/listening.ts";
import type { Random } from "../../backend/testing/random.ts";
import type { TownClock } from "./clock.ts";
import type { Song } from "./music.ts";
import type { Phone, ToldPlay } from "./phone.ts";

/** An account of a farm. It knows the documented calls and nothing else. */
export interface Bot {
  readonly phone: Phone;
  readonly clock: TownClock;
  readonly random: Random;
  /** Its place among the farm's accounts. */
  readonly index: number;
  /** Songs of the artist that the farm works for, and those of the town. */
  readonly own: readonly Song[];
  readonly town: readonly Song[];
  /** With which each day of the run begins (epoch ms). */
  readonly midnights: readonly number[];
}

/** A kind of farm. */
export interface FarmKind {
  readonly name: string;
  /** Accounts of a whole farm. */
  readonly accounts: number;
  /** Addresses that the farm has; `carrier`: it hides among the honest people of that network. */
  readonly addresses: number | "carrier";
  /** The most that all its accounts of level 0 may get a day, in naira. */
  readonly mostNairaADay: number;
  /** All its accounts must be seen as one group. */
  readonly isOneGroup?: true;
  /** What one account does through the whole run. */
  live(bot: Bot): Promise<void>;
}

/** Plays of one call: enough for a level-0 account's day. */
const PLAYS_A_CALL = 5;

/** Fetches songs and tells of them when they could have been heard, until Orin pays no more today. */
export async function streamSongs({ phone, clock }: Bot, songs: readonly Song[]): Promise<void> {
  const urls = new Map<string, string>();
  for (const artistId of new Set(songs.map((song) => song.artistId))) {
    for (const [trackId, url] of await phone.listSongs(artistId)) urls.set(trackId, url);
  }
  for (let from = 0; from < songs.length; from += PLAYS_A_CALL) {
    const plays: ToldPlay[] = [];
    for (const song of songs.slice(from, from + PLAYS_A_CALL)) {
      const startedAt = clock.now();
      const ms = await phone.fetchListed(urls.get(song.trackId), song);
      if (ms === 0) break;
      await clock.pass(ms);
      plays.push(playOf(song, startedAt));
    }
    const answers = plays.length > 0 ? await phone.tell(plays) : [];
    if (plays.length < PLAYS_A_CALL || answers.some(({ reason }) => NO_MORE_TODAY.has(reason))) return;
  }
}

const NO_MORE_TODAY: ReadonlySet<PlayReason | undefined> = new Set(["level_cap", "pool_empty"]);

/** A play of a whole song, as a script tells of it. */
export function playOf(song: Song, startedAt: number): ToldPlay {
  return { playId: newId(startedAt), trackId: song.trackId, startedAt, listenedMs: song.durationMs };
}
