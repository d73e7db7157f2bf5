import { habitsOf, sharersOf } from "../../../projections/trust/account_links.ts";
import { type Days, type Listener, sumsOf } from "../../../projections/trust/listening_evidence.ts";
import type { Sql } from "../../store/sql.ts";
import type { AccountEvidence } from "./rules.ts";

/** What is known about an account's listening, and what it was paid for it. */
interface AccountOnDays {
  readonly userId: string;
  readonly units: number;
  readonly evidence: AccountEvidence;
}

/** The evidence of these listeners, of some days or ever; those who did not listen are left out. */
export async function accountEvidence(
  sql: Sql,
  listeners: readonly Listener[],
  days?: Days,
): Promise<AccountOnDays[]> {
  const ids = listeners.map(({ listenerId }) => listenerId);
  const [sums, habits, sharers] = await Promise.all([
    sumsOf(sql, listeners, days),
    habitsOf(sql, ids, days),
    sharersOf(sql, ids),
  ]);
  return ids.flatMap((userId): AccountOnDays[] => {
    const heard = sums.get(userId);
    if (!heard) return [];
    const { plays, claimedMs, unprovenMs, longestDayMs, longestDayHours, units } = heard;
    const { late = 0, afterMidnight = 0 } = habits.get(userId) ?? {};
    const evidence: AccountEvidence = {
      ...{ plays, claimedMs, unprovenMs, longestDayMs, longestDayHours },
      ...{ latePlays: late, midnightPlays: afterMidnight, othersOnDevice: sharers.get(userId) ?? 0 },
    };
    return [{ userId, units, evidence }];
  });
}
