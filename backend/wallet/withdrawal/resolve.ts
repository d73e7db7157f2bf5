import { findWithdrawal } from "../../../projections/wallet/withdrawals.ts";
import type { Deps } from "../../deps.ts";
import { asked } from "./review.ts";
import { advancePayout } from "./payout.ts";
import { decideResolution, type Resolution } from "./state.ts";
import { withdrawalHandler, type WithdrawalRef } from "./withdrawals.ts";

export type ResolvePayout = WithdrawalRef & Resolution;

/** An admin ends what is uncertain. It is carried out with the decision of `admin/payments/resolve.ts`. */
export const resolvePayout = withdrawalHandler<Resolution>("resolvePayout", decideResolution);

/**
 * What the provider says of an uncertain payout right before an admin ends it. Undefined where it has a last word
 * meanwhile: that counts. Throws Refusal `against_provider` or `own_withdrawal`.
 */
export async function askProvider(
  deps: Deps,
  review: Pick<Resolution, "withdrawalId" | "adminId" | "outcome" | "reason">,
): Promise<ResolvePayout | undefined> {
  const { withdrawalId } = review;
  const { sql } = deps.store;
  const row = await findWithdrawal(sql, withdrawalId);
  if (row?.status !== "uncertain" || row.reference === undefined) return undefined;
  await asked(advancePayout(deps, withdrawalId));
  const answer = await asked(deps.payments.lookUpPayout(row.reference));
  const facts = answer.status === "not_found"
    ? { said: "not_found", transferCode: "", feeKobo: 0 }
    : { said: answer.said ?? answer.status, transferCode: answer.transferCode, feeKobo: answer.feeKobo ?? 0 };
  const now = await findWithdrawal(sql, withdrawalId);
  if (now?.status !== "uncertain") return undefined;
  // What goes against the provider's word does not even wait for a second admin.
  decideResolution(now, { ...review, ...facts });
  return { shard: row.shard, userId: row.userId, ...review, ...facts };
}
