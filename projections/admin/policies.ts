import { FIRST_POLICY, Policy, POLICY_EVENT_VERSION, type PolicyVersion } from "../../backend/contract/policy_rules.ts";
import { lagosDayStart } from "../../backend/contract/policy.ts";
import { canonicalJson } from "../../backend/store/log/canonical.ts";
import { boolean, int, moment, type RowOf, table, text, typed } from "../../backend/store/projections/table.ts";
import type { KeptReads } from "../../backend/store/projections/kept_reads.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import type { PolicyChangeCancelled, PolicyChangeConfirmed, PolicyChanged } from "../../backend/admin/policy/events.ts";

type PolicyEvent = PolicyChanged | PolicyChangeConfirmed | PolicyChangeCancelled;

const POLICIES = table("policies", {
  version: int,
  effectiveFrom: moment,
  policy: typed<Policy>("json"),
  reason: text,
  actor: text,
  decidedAt: moment,
  needsConfirmation: boolean,
  confirmedBy: text.optional,
  cancelledAt: moment.optional,
  cancelledBy: text.optional,
  cancelReason: text.optional,
}, { key: ["version"] });

/** The earning rules by the moment from which they hold. Inline: every play report is decided on them. */
export const policies = projection<PolicyEvent>({
  name: "policies",
  // The rows hold every rule, so one that comes later builds them again.
  version: 3 + POLICY_EVENT_VERSION,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [POLICIES],
  handlers: {
    // The stored form: a replay gets the members sorted, the append itself as they were written.
    PolicyChanged: (tx, { data: { policy, reason, needsConfirmation = false }, metadata: { actor }, recordedAt }) =>
      tx`
        insert into policies (version, effective_from, policy, reason, actor, decided_at, needs_confirmation)
        values (${policy.version}, ${policy.effectiveFrom}, ${canonicalJson(policy)}::text::json, ${reason}, ${actor},
          ${new Date(recordedAt)}, ${needsConfirmation})`,
    PolicyChangeConfirmed: (tx, { data: { version }, metadata: { actor } }) =>
      POLICIES.set(tx, { version }, { confirmedBy: actor }),
    PolicyChangeCancelled: (tx, { data: { version, reason: cancelReason }, metadata: { actor }, recordedAt }) =>
      POLICIES.set(tx, { version }, { cancelledAt: recordedAt, cancelledBy: actor, cancelReason }),
  },
});

/** All policies that hold or will, without what was cancelled or not confirmed, latest effect first; else the first. */
export async function readPolicies(sql: Sql | Tx): Promise<Policy[]> {
  const rows = await sql<{ policy: Policy }[]>`
    select policy from policies 
    where cancelled_at is null and (confirmed_by is not null or not needs_confirmation) order by effective_from desc, version desc`;
  const known = rows.map((row) => row.policy);
  return known.length > 0 ? known : [FIRST_POLICY];
}

/** The same, kept in memory for as long as no rule changes. */
export async function knownPolicies(
  { kept, store }: { readonly kept: KeptReads; readonly store: { readonly sql: Sql } },
): Promise<Policy[]> {
  return await (await kept.now()).read([policies.name], "policies", () => readPolicies(store.sql));
}

/** The policy in force at a moment (epoch ms); `policies` as readPolicies answers them. */
export function policyAt(policies: readonly Policy[], at: number): Policy {
  return policies.find((policy) => Date.parse(policy.effectiveFrom) <= at) ?? policies.at(-1) ?? FIRST_POLICY;
}

/** The policies that a Lagos day had in force; `policies` as readPolicies answers them. */
export function policiesOn(policies: readonly Policy[], day: string): Policy[] {
  const from = lagosDayStart(day);
  const later = policies.filter(({ effectiveFrom }) => {
    const at = Date.parse(effectiveFrom);
    return at > from && at < from + DAY_MS;
  });
  return [policyAt(policies, from), ...later];
}

const DAY_MS = 86_400_000;

/** A version with who decided it, when and why; times in epoch ms. */
interface PolicyRow {
  readonly policy: Policy;
  readonly reason: string;
  readonly actor: string;
  readonly decidedAt: number;
  /** Another side has to confirm it, or had to. */
  readonly needsConfirmation: boolean;
  readonly confirmedBy: string | undefined;
  readonly cancelled: { readonly at: number; readonly by: string; readonly reason: string } | undefined;
}

/** Every version, cancelled ones too, newest first. */
export async function readPolicyVersions(sql: Sql | Tx): Promise<PolicyRow[]> {
  const rows = await sql<RowOf<typeof POLICIES>[]>`select * from policies order by version desc`;
  return rows.map(({ cancelledAt, cancelledBy, cancelReason, ...row }) => ({
    ...row,
    cancelled: cancelledAt === undefined
      ? undefined
      : { at: cancelledAt, by: cancelledBy ?? "", reason: cancelReason ?? "" },
  }));
}

/** The versions as everyone sees them at a moment (epoch ms), in the order of `rows`: their states and reasons. */
export function shownVersions(rows: readonly PolicyRow[], now: number): PolicyVersion[] {
  const standing = rows.filter((row) => !row.cancelled && isConfirmed(row)).map((row) => row.policy).toSorted(
    lastInForceFirst,
  );
  const inForce = policyAt(standing, now).version;
  return rows.map(({ policy, reason, decidedAt, cancelled, ...row }) => ({
    policy,
    state: cancelled
      ? "cancelled"
      : !isConfirmed(row)
      ? Date.parse(policy.effectiveFrom) > now ? "proposed" : "lapsed"
      : Date.parse(policy.effectiveFrom) > now
      ? "upcoming"
      : policy.version === inForce
      ? "in_force"
      : "past",
    reason,
    decidedAt: new Date(decidedAt).toISOString(),
    ...(cancelled && { cancelledAt: new Date(cancelled.at).toISOString(), cancelReason: cancelled.reason }),
  }));
}

/** By another side, where that is needed. */
export function isConfirmed({ needsConfirmation, confirmedBy }: Pick<PolicyRow, "needsConfirmation" | "confirmedBy">) {
  return !needsConfirmation || confirmedBy !== undefined;
}

function lastInForceFirst(one: Policy, other: Policy): number {
  return Date.parse(other.effectiveFrom) - Date.parse(one.effectiveFrom) || other.version - one.version;
}
