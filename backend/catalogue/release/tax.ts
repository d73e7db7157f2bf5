import { readPolicies } from "../../../projections/admin/policies.ts";
import { taxRateOf } from "../../../projections/admin/tax_rate.ts";
import { monthOf } from "../../contract/royalties.ts";
import type { Deps } from "../../deps.ts";

/** The tax of this month's royalties, percent. */
export async function taxPercentNow({ store, now }: Pick<Deps, "store" | "now">): Promise<number> {
  return taxRateOf(await readPolicies(store.sql), monthOf(now())) / 100;
}
