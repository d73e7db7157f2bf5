import { type Bot, type FarmKind, playOf } from "../bot.ts";
import type { Song } from "../music.ts";
import type { ToldPlay } from "../phone.ts";

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const BACKLOG_DAYS = 14;
const PLAYS_A_DAY = 12;

/**
 * Tells of 14 days at the first midnight, right after taking each song once, to empty the pool before anyone else wakes
 * up. Then it takes songs every day, and tells of all of them at the last midnight.
 */
export const MIDNIGHT_BACKLOG: FarmKind = {
  name: "Backlog at midnight",
  accounts: 149,
  addresses: 1,
  mostNairaADay: 300,
  live,
};

async function live({ phone, clock, own, midnights }: Bot): Promise<void> {
  const [first = 0, ...later] = midnights;
  const songs = own.slice(0, PLAYS_A_DAY);
  await clock.until(first);
  for (const song of songs) await phone.fetchSong(song);
  await phone.tell(backlog(songs, first));
  const plays: ToldPlay[] = [];
  for (const midnight of later) {
    for (const song of songs) {
      const startedAt = clock.now();
      const ms = await phone.fetchSong(song);
      if (ms === 0) break;
      await clock.pass(ms);
      plays.push(playOf(song, startedAt));
    }
    await clock.until(midnight);
  }
  await phone.tell(plays);
}

function backlog(songs: readonly Song[], now: number): ToldPlay[] {
  return Array.from(
    { length: BACKLOG_DAYS },
    (_, day) => songs.map((song, index) => playOf(song, now - (day + 1) * DAY_MS + (8 + index) * HOUR_MS)),
  ).flat();
}
