import { heldGiftsOf } from "../../../projections/gifts/held_gifts.ts";
import type { Sql } from "../../store/sql.ts";

/** What settles of an artist's gifts, in units, and when the next and the last of it will at the latest (epoch ms). */
export async function whatIsHeld(sql: Sql, { shard, artistId }: { shard: number; artistId: string }) {
  const gifts = [...(await heldGiftsOf(sql, shard, artistId)).values()];
  const times = gifts.filter(({ isFrozen }) => !isFrozen).map(({ until, youngUntil = 0 }) =>
    Math.max(until, youngUntil)
  ).sort((one, two) => one - two);
  return { gifts, units: gifts.reduce((sum, { units }) => sum + units, 0), nextAt: times[0], lastAt: times.at(-1) };
}
