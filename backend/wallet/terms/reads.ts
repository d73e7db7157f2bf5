import { tokenGiftsTo } from "../../../projections/gifts/gifts.ts";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { paidToAccountsSince } from "../../../projections/wallet/withdrawals.ts";
import { lagosDay, lagosMonthStart } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { isLevel1Closed, needsPhone } from "../../trust/level/reads.ts";
import type { Proven } from "./state.ts";

/** What a person has proven; undefined for an unknown person. */
export async function provenOf(
  deps: Pick<Deps, "texts" | "config">,
  { sql, userId, now }: { readonly sql: Sql | Tx; readonly userId: string; readonly now: number },
): Promise<Proven | undefined> {
  const [user, levels] = await Promise.all([findUser(sql, userId), levelsOf(sql, [userId])]);
  if (!user) return undefined;
  const phone = user.phoneHash !== undefined
    ? "proven"
    : !needsPhone(deps)
    ? "left_out"
    : isLevel1Closed(deps)
    ? "closed"
    : "missing";
  return { level: levels.get(userId) ?? 0, phone, accountAgeMs: now - user.createdAt };
}

/** What this Lagos month has paid to a bank account, units, to all people who are below level 2 now. */
export async function bankAccountMonth(sql: Sql | Tx, accountHash: string, now: number): Promise<number> {
  return (await bankAccountMonths(sql, [accountHash], now)).get(accountHash) ?? 0;
}

/** The same of many bank accounts; one that was paid nothing is missing from the map. */
export async function bankAccountMonths(
  sql: Sql | Tx,
  accountHashes: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const paid = await paidToAccountsSince(sql, accountHashes, lagosMonthStart(now));
  if (paid.length === 0) return new Map();
  const levels = await levelsOf(sql, paid.map(({ userId }) => userId));
  const months = new Map<string, number>();
  for (const { accountHash, userId, units } of paid) {
    if (levels.get(userId) !== 2) months.set(accountHash, (months.get(accountHash) ?? 0) + units);
  }
  return months;
}

/** The most tokens, in units, that givers who are below level 2 now gave an artist in one Lagos month since a moment. */
export async function unprovenGiftMonth(sql: Sql | Tx, artistId: string, since: number): Promise<number> {
  const gifts = await tokenGiftsTo(sql, artistId, lagosMonthStart(since));
  let most = 0;
  for (const month of Map.groupBy(gifts, ({ at }) => lagosDay(at).slice(0, 7)).values()) {
    const byGiver = new Map<string, number>();
    for (const { giverId, units } of month) byGiver.set(giverId, (byGiver.get(giverId) ?? 0) + units);
    most = Math.max(most, await belowLevel2(sql, byGiver));
  }
  return most;
}

async function belowLevel2(sql: Sql | Tx, units: ReadonlyMap<string, number>): Promise<number> {
  const levels = await levelsOf(sql, [...units.keys()]);
  return [...units].reduce((sum, [userId, one]) => sum + (levels.get(userId) === 2 ? 0 : one), 0);
}
