import type { SecondRule } from "../../contract/payments.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { TrustLevel } from "../../contract/trust.ts";

const DAY_MS = 86_400_000;

/** What is known of a person who wants to be paid or to give tokens. */
export interface Proven {
  readonly level: TrustLevel;
  /** `left_out`: no text can be sent here, and the operator lets accounts do without. `closed`: none can be sent. */
  readonly phone: "proven" | "missing" | "left_out" | "closed";
  readonly accountAgeMs: number;
}

/**
 * Why tokens may not leave a person yet, by a payout or a gift; undefined where they may. A proven identity is enough, and
 * so are a proven phone and an account of some days. No listening is asked of anybody.
 */
export function notYetProven(
  { level, phone, accountAgeMs }: Proven,
  { payoutAccountAgeMs }: Pick<Policy, "payoutAccountAgeMs">,
): Refusal | undefined {
  if (level === 2) return undefined;
  if (phone === "closed") {
    return new Refusal(
      "identity_needed",
      "Phone numbers cannot be proven at the moment. Prove your identity in Settings, and you can be paid and give tokens.",
    );
  }
  if (phone === "missing") {
    return new Refusal(
      "identity_needed",
      "Prove your phone number in Settings first, or your identity. Then you can be paid and give tokens.",
    );
  }
  if (accountAgeMs >= payoutAccountAgeMs) return undefined;
  const days = Math.ceil((payoutAccountAgeMs - accountAgeMs) / DAY_MS);
  return new Refusal(
    "identity_needed",
    `Your account is new. You can be paid and give tokens in ${
      days === 1 ? "1 day" : `${days} days`
    }, or once you have ` +
      "proven your identity in Settings.",
  );
}

/** What was paid in this Lagos month, units: to the person, and to their bank account for all people below level 2. */
interface MonthPaid {
  readonly personUnits: number;
  readonly bankAccountUnits: number;
}

/** What a month still pays to a person: undefined without a limit. */
export function monthLeft(
  { level, personUnits, bankAccountUnits }: MonthPaid & { readonly level: TrustLevel },
  { monthlyWithdrawalUnitsLevel1, monthlyBankAccountUnits }: Pick<
    Policy,
    "monthlyWithdrawalUnitsLevel1" | "monthlyBankAccountUnits"
  >,
): number | undefined {
  if (level === 2) return undefined;
  const left = Math.min(monthlyWithdrawalUnitsLevel1 - personUnits, monthlyBankAccountUnits - bankAccountUnits);
  return Math.max(0, left);
}

/** Whether tokens of givers who have not proven their identity ask for a second side with the opened case. */
export function secondFor(
  { unprovenGiftUnits }: {
    /** The most tokens (units) that givers below level 2 gave this artist in one of the Lagos months that are paid. */
    readonly unprovenGiftUnits: number;
  },
  { monthlyUnprovenGiftUnits }: Pick<Policy, "monthlyUnprovenGiftUnits">,
): Extract<SecondRule, "givers"> | undefined {
  return unprovenGiftUnits > monthlyUnprovenGiftUnits ? "givers" : undefined;
}
