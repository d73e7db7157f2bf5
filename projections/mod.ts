import { ledgerAccounts } from "../backend/ledger/accounts.ts";
import type { Projection } from "../backend/store/projection.ts";
import { users } from "./users.ts";
import { creators } from "./creators.ts";
import { follows } from "./follows.ts";
import { renditions } from "./renditions.ts";
import { subscriptions } from "./subscriptions.ts";
import { tracks } from "./tracks.ts";

/** Every projection of the service, in the order in which their tables are made. */
export const projections: readonly Projection[] = [
  ledgerAccounts,
  users,
  creators,
  follows,
  renditions,
  subscriptions,
  tracks,
];
