import { ledgerAccounts } from "../backend/ledger/accounts.ts";
import type { Projection } from "../backend/store/projection.ts";
import { users } from "./users.ts";

/** Every projection of the service, in the order in which their tables are made. */
export const projections: readonly Projection[] = [
  ledgerAccounts,
  users,
];
