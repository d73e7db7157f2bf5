import { type Bot, type FarmKind, streamSongs } from "../bot.ts";

const HOUR_MS = 3_600_000;

/** Streams day after day in real time, all through one address. */
export const REAL_TIME: FarmKind = { name: "Real time", accounts: 149, addresses: 1, mostNairaADay: 300, live };

async function live(bot: Bot): Promise<void> {
  for (const midnight of bot.midnights) {
    await bot.clock.until(midnight + 8 * HOUR_MS);
    await streamSongs(bot, bot.own);
  }
}
