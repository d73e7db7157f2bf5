import type { Sql, Tx } from "../../store/sql.ts";
import { secondFactors } from "./factors.ts";

/** Since when each of these admins has had the app that is linked, epoch ms; without one they are missing. */
export async function secondFactorsSince(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  const factorOf = await secondFactors.states(sql, userIds);
  return new Map(userIds.flatMap((userId) => {
    const factor = factorOf(userId);
    return factor ? [[userId, factor.since] as const] : [];
  }));
}
