// The ledger's projection stands beside the transfers it folds; this list is where all of them are named.
// deno-lint-ignore orin/imports
import { ledgerAccounts } from "../backend/ledger/accounts.ts";
import type { Projection } from "../backend/store/projection.ts";

/** Every projection of the service, in the order in which their tables are made. */
export const projections: readonly Projection[] = [
  ledgerAccounts,
];
