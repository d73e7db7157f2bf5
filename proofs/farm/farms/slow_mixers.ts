import { between, shuffled } from "../../../backend/testing/random.ts";
import { type Bot, type FarmKind, streamSongs } from "../bot.ts";

const HOUR_MS = 3_600_000;
const EACH = 10;

/** Their accounts listen like everyone in the evening; by day a script plays the songs of their artist. */
export const SLOW_MIXERS: FarmKind = { name: "Slow mixers", accounts: 40, addresses: 20, mostNairaADay: 80, live };

async function live(bot: Bot): Promise<void> {
  const { clock, random, midnights } = bot;
  for (const midnight of midnights) {
    await clock.until(midnight + between(random, 9, 15) * HOUR_MS);
    await streamSongs(bot, bot.own.slice(0, EACH));
    await clock.until(midnight + between(random, 18, 21) * HOUR_MS);
    await streamSongs(bot, shuffled(random, bot.town).slice(0, EACH));
  }
}
