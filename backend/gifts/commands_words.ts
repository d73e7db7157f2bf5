import type { GiftRow } from "../../projections/gifts.ts";
import type { Deps } from "../deps.ts";

/** The messages of gifts and the thanks for them in clear; what erased people wrote is missing. */
export async function openWords(
  { personal, store: { sql } }: Pick<Deps, "personal" | "store">,
  rows: readonly GiftRow[],
): Promise<Map<string, { message?: string; thanks?: string }>> {
  const keys = await personal.keysOf(sql, [...new Set(rows.flatMap((row) => [row.giverId, row.artistId]))]);
  return new Map(rows.map(({ giftId, giverId, artistId, message, thanks }) => {
    const words = keys.get(giverId)?.open(`gift ${giftId}`, message);
    const answer = thanks === undefined ? undefined : keys.get(artistId)?.open(`thanks ${giftId}`, thanks);
    return [giftId, {
      ...(words !== undefined && { message: words }),
      ...(answer !== undefined && { thanks: answer }),
    }];
  }));
}
