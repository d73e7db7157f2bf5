import { Refusal } from "../contract/refusal.ts";
import type { GroupScope } from "../store/log/command.ts";
import type { Append, LogName } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { knownIds } from "../store/log/read.ts";
import type { Tx } from "../store/sql.ts";
import { availableAccount, reservedAccount } from "./chart.ts";
import type { Code } from "./codes.ts";
import type { Pass } from "./pass.ts";
import { Balances, type Entry } from "./transfer.ts";

/**
 * Money of a user that is set aside until its outcome is known. A hold has two transfers: it is placed once, and then
 * posted, voided or expired once. Their ids follow from the hold's, so the registry of ids tells the outcome
 * (`loadHolds`), and refuses a second end, also from another process. The balance alone could not tell one hold from
 * another.
 */
export interface Hold {
  /** A random id, of what the money is held for. */
  readonly holdId: string;
  readonly userId: string;
  readonly units: number;
  /** What it is held for: `withdrawal` gives the codes `withdrawal_held`, `withdrawal_posted`, `withdrawal_voided` or
   * `withdrawal_expired`. */
  readonly code: "withdrawal";
}

/** Loads what became of holds that a group may resolve, into the balances that its commands share. */
export async function loadHolds(
  tx: Tx,
  scope: GroupScope,
  holds: readonly { readonly log: LogName; readonly holdId: string }[],
): Promise<void> {
  const balances = scope.share(Balances);
  const missing = holds.filter(({ holdId }) => !balances.hasHold(holdId));
  const found = await Promise.all([...Map.groupBy(missing, ({ log }) => log)].map(([log, own]) => {
    return knownIds(tx, log, [...new Set(own.flatMap(({ holdId }) => [placementOf(holdId), resolutionOf(holdId)]))]);
  }));
  const known = new Set(found.flatMap((ids) => [...ids]));
  for (const { holdId } of missing) {
    // What a command of this group has decided meanwhile counts more than what was read.
    if (balances.hasHold(holdId)) continue;
    const state = known.has(resolutionOf(holdId)) ? "resolved" : known.has(placementOf(holdId)) ? "pending" : "none";
    balances.setHold(holdId, state);
  }
}

/** Available -> reserved, by the gate's pass. Throws a Refusal `insufficient_funds`. */
export function placeHold(
  balances: Balances,
  log: LogName,
  { holdId, userId, units, code, pass }: Hold & { readonly pass: Pass | undefined },
): Append {
  const entries = [
    { account: availableAccount(userId), amount: -units },
    { account: reservedAccount(userId), amount: units },
  ];
  const transfer = { transferId: placementOf(holdId), code: `${code}_held` as const, entries, detail: { holdId } };
  const placed = balances.post(log, transfer, pass);
  balances.setHold(holdId, "pending");
  return placed;
}

/**
 * Reserved -> where the money went: entries of other accounts that sum to what was held. Throws a Refusal `hold_unknown`
 * for one that was never placed, `hold_resolved` for one that has ended. Its state has to be loaded.
 */
export function postHold(
  balances: Balances,
  log: LogName,
  { holdId, userId, units, code, to }: Hold & { readonly to: readonly Entry[] },
): Append {
  const entries = [{ account: reservedAccount(userId), amount: -units }, ...to];
  return resolve(balances, log, { holdId, code: `${code}_posted`, entries });
}

/** Reserved -> available: nothing came of it, or its time ran out. Throws like `postHold`. */
export function voidHold(
  balances: Balances,
  log: LogName,
  { holdId, userId, units, code, end = "voided" }: Hold & { readonly end?: "voided" | "expired" },
): Append {
  const entries = [
    { account: reservedAccount(userId), amount: -units },
    { account: availableAccount(userId), amount: units },
  ];
  return resolve(balances, log, { holdId, code: `${code}_${end}`, entries });
}

function resolve(
  balances: Balances,
  log: LogName,
  { holdId, ...transfer }: { holdId: string; code: Code; entries: readonly Entry[] },
): Append {
  const state = balances.holdOf(holdId);
  if (state === "none") throw new Refusal("hold_unknown", "There is no such hold");
  if (state === "resolved") throw new Refusal("hold_resolved", "This hold has ended already");
  const resolved = balances.post(log, { ...transfer, transferId: resolutionOf(holdId), detail: { holdId } });
  balances.setHold(holdId, "resolved");
  return resolved;
}

function placementOf(holdId: string): string {
  return derivedId(holdId, "hold placed");
}

function resolutionOf(holdId: string): string {
  return derivedId(holdId, "hold resolved");
}
