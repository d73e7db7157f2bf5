import { openDisputes } from "../../../projections/payments/disputes.ts";
import { PaymentsUnavailable } from "../../adapters/payments/types.ts";
import type { ChargeDeps } from "../charge.ts";
import { type Purpose, purposeOf } from "../purpose.ts";
import { tellAccepted } from "./answer.ts";
import { reviewDispute } from "./review.ts";

const AGAIN_MS = 6 * 3_600_000;

/**
 * Asks about every open dispute a few times a day: a notice of its end can be lost. What two sides accepted is told to
 * the provider, should it not know yet. `asked` remembers when.
 */
export async function sweepDisputes(
  deps: ChargeDeps & { readonly purposes: readonly Purpose[] },
  asked: Map<string, number>,
  signal?: AbortSignal,
): Promise<void> {
  for (const row of await openDisputes(deps.store.sql)) {
    if (signal?.aborted) return;
    const { disputeId, reference, providerId, answer } = row;
    const purpose = purposeOf(deps, reference);
    const isDue = answer === "accepted" || deps.now() - (asked.get(disputeId) ?? 0) >= AGAIN_MS;
    if (!purpose || !isDue) continue;
    asked.set(disputeId, deps.now());
    try {
      if (answer === "accepted") await tellAccepted(deps, row);
      else await reviewDispute(deps, purpose, { reference, providerId, told: "open" });
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) deps.log(`Dispute ${providerId} cannot be looked up`, error);
    }
  }
}
