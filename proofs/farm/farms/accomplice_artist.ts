import { between } from "../../../backend/testing/random.ts";
import { type Bot, type FarmKind, streamSongs } from "../bot.ts";

const HOUR_MS = 3_600_000;

/** Fifty listeners of an artist who is one of them, in a few homes, at any hour. */
export const ACCOMPLICE_ARTIST: FarmKind = {
  name: "Accomplice artist",
  accounts: 50,
  addresses: 10,
  mostNairaADay: 100,
  isOneGroup: true,
  live,
};

async function live(bot: Bot): Promise<void> {
  for (const midnight of bot.midnights) {
    await bot.clock.until(midnight + between(bot.random, 8, 21) * HOUR_MS);
    await streamSongs(bot, bot.own);
  }
}
