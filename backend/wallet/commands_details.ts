import type { Deps } from "../deps.ts";
import { openBanks } from "./bank_details.ts";
import type { BankDetails } from "./events.ts";

/** The bank details of withdrawals in clear, in their order: for answers alone. */
export async function openBanksOf(
  deps: Pick<Deps, "personal" | "store">,
  rows: readonly { readonly userId: string; readonly bankDetails: string }[],
): Promise<(BankDetails | undefined)[]> {
  return await openBanks(deps, rows);
}
