import type { Sql } from "../../store/sql.ts";
import { accounts } from "../account/accounts.ts";
import { forgetCodes } from "../code/table.ts";
import { forgetProof } from "../signup/table.ts";
import { eraseAccount as decideErasure } from "./state.ts";

/** Says in the log that an account is erased. Refuses with `erasure_not_due`, or `withdrawal_open` during a payout. */
export const erasure = accounts.handler("eraseAccount", {
  id: ({ userId }: { readonly userId: string; readonly hasOpenWithdrawal: boolean }) => userId,
  decide: (account, { hasOpenWithdrawal }, { now }) => decideErasure(account, { hasOpenWithdrawal, now }),
  result: () => undefined,
});

/** Deletes the codes and the proof that wait for a person. */
export async function forgetProofs(sql: Sql, userId: string): Promise<void> {
  await forgetCodes(sql, userId);
  await forgetProof(sql, userId);
}
