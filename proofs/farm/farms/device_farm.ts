import { between, shuffled } from "../../../backend/testing/random.ts";
import { type Bot, type FarmKind, streamSongs } from "../bot.ts";

const HOUR_MS = 3_600_000;
const OWN_SONGS = 10;

/** Real phones on a shelf, behind the carrier's address that thousands of honest people share. */
export const DEVICE_FARM: FarmKind = {
  name: "Device farm",
  accounts: 60,
  addresses: "carrier",
  mostNairaADay: 120,
  live,
};

async function live(bot: Bot): Promise<void> {
  const { clock, random, midnights } = bot;
  for (const midnight of midnights) {
    await clock.until(midnight + between(random, 7, 22) * HOUR_MS);
    await streamSongs(bot, shuffled(random, [...bot.own.slice(0, OWN_SONGS), ...bot.town.slice(0, OWN_SONGS)]));
  }
}
