import { type Bot, type FarmKind, playOf } from "../bot.ts";

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const ROWS = 28;

/** One POST a day with 28 plays of the last 14 days, and never a byte of music. */
export const NO_BYTES: FarmKind = {
  name: "No bytes",
  accounts: 149,
  addresses: 1,
  mostNairaADay: 0,
  isOneGroup: true,
  live,
};

async function live({ phone, clock, own, midnights }: Bot): Promise<void> {
  for (const midnight of midnights) {
    await clock.until(midnight + 12 * HOUR_MS);
    const plays = Array.from({ length: ROWS }, (_, row) => {
      const song = own[row % own.length];
      const startedAt = clock.now() - Math.floor(row / 2) * DAY_MS - (1 + row % 2) * HOUR_MS;
      return song ? [{ ...playOf(song, startedAt), offline: true }] : [];
    });
    await phone.tell(plays.flat());
  }
}
