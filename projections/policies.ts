import { FIRST_POLICY, Policy } from "../backend/contract/policy.ts";
import { canonicalJson } from "../backend/store/canonical.ts";
import type { Projection } from "../backend/store/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import type { PolicyChanged } from "../backend/admin/events.ts";

/** The earning rules by the moment from which they hold. Inline: every play report is decided on them. */
export const policies: Projection = {
  name: "policies",
  version: 2,
  mode: "inline",
  logs: ["social"],
  on: ["PolicyChanged"],
  tables: `
    create table policies (
      version integer primary key,
      effective_from timestamptz not null,
      policy json not null,
      reason text not null
    )`,

  async apply(tx, events) {
    for (const event of events) {
      // The stored form: a replay gets the members sorted, the append itself as they were written.
      const { policy, reason } = event.data as unknown as PolicyChanged["data"];
      await tx`
        insert into policies (version, effective_from, policy, reason)
        values (${policy.version}, ${policy.effectiveFrom}, ${canonicalJson(policy)}::text::json, ${reason})`;
    }
  },
};

/** All policies, the one that takes effect last first. The first policy stands where none was ever set. */
export async function readPolicies(sql: Sql | Tx): Promise<Policy[]> {
  const rows = await sql<{ policy: unknown }[]>`select policy from policies order by effective_from desc, version desc`;
  const known = rows.map((row) => Policy.parse(row.policy));
  return known.length > 0 ? known : [FIRST_POLICY];
}

/** The policy in force at a moment (epoch ms); `policies` as readPolicies answers them. */
export function policyAt(policies: readonly Policy[], at: number): Policy {
  return policies.find((policy) => Date.parse(policy.effectiveFrom) <= at) ?? policies.at(-1) ?? FIRST_POLICY;
}
