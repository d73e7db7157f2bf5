import type { Append, LogName } from "../store/event.ts";
import { derivedId } from "../store/ids.ts";
import { availableAccount, type Balances, type Entry, reservedAccount } from "./transfer.ts";

/**
 * Money of a user that is set aside until it is known what becomes of it. Two transfers make its life: it is placed
 * once, and then posted, voided or expired once. Both ends of it have the one id `resolved`, so the log's unique ids refuse a
 * second one, whoever asks for it and from which process. That it was placed before is for the caller to know, from the
 * events of what the money is held for: the balance alone cannot tell one hold from another.
 */
export interface Hold {
  /** A random id, of what the money is held for. */
  readonly holdId: string;
  readonly userId: string;
  readonly units: number;
  /** What it is held for: `withdrawal` gives the codes `withdrawal_held`, `withdrawal_posted`, `withdrawal_voided` or
   * `withdrawal_expired`. */
  readonly code: string;
}

/** Available -> reserved. Throws a Refusal `insufficient_funds`. */
export function placeHold(balances: Balances, log: LogName, { holdId, userId, units, code }: Hold): Append {
  return balances.post(log, {
    transferId: derivedId(holdId, "hold placed"),
    code: `${code}_held`,
    entries: [{ account: availableAccount(userId), amount: -units }, {
      account: reservedAccount(userId),
      amount: units,
    }],
    detail: { holdId },
  });
}

/** Reserved -> where the money went: entries of other accounts that sum to what was held. */
export function postHold(
  balances: Balances,
  log: LogName,
  { holdId, userId, units, code }: Hold,
  to: readonly Entry[],
): Append {
  return balances.post(log, {
    transferId: resolutionOf(holdId),
    code: `${code}_posted`,
    entries: [{ account: reservedAccount(userId), amount: -units }, ...to],
    detail: { holdId },
  });
}

/** Reserved -> available: nothing came of it, or its time ran out. */
export function voidHold(
  balances: Balances,
  log: LogName,
  { holdId, userId, units, code }: Hold,
  end: "voided" | "expired" = "voided",
): Append {
  return balances.post(log, {
    transferId: resolutionOf(holdId),
    code: `${code}_${end}`,
    entries: [{ account: reservedAccount(userId), amount: -units }, {
      account: availableAccount(userId),
      amount: units,
    }],
    detail: { holdId },
  });
}

function resolutionOf(holdId: string): string {
  return derivedId(holdId, "hold resolved");
}
