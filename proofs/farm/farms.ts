import type { FarmKind } from "./bot.ts";
import { ACCOMPLICE_ARTIST } from "./farms/accomplice_artist.ts";
import { DEVICE_FARM } from "./farms/device_farm.ts";
import { MIDNIGHT_BACKLOG } from "./farms/midnight_backlog.ts";
import { NO_BYTES } from "./farms/no_bytes.ts";
import { REAL_TIME } from "./farms/real_time.ts";
import { SLOW_MIXERS } from "./farms/slow_mixers.ts";

/** Every kind of farm: a new one is a file in `farms/` and a word here. */
export const FARMS: readonly FarmKind[] = [
  NO_BYTES,
  REAL_TIME,
  ACCOMPLICE_ARTIST,
  MIDNIGHT_BACKLOG,
  DEVICE_FARM,
  SLOW_MIXERS,
];
