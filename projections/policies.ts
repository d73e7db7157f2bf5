import { FIRST_POLICY, Policy, POLICY_EVENT_VERSION, type PolicyVersion } from "../backend/contract/policy_rules.ts";
import { lagosDayStart } from "../backend/contract/policy.ts";
import { canonicalJson } from "../backend/store/log/canonical.ts";
import type { Recorded } from "../backend/store/log/event.ts";
import type { KeptReads } from "../backend/store/projections/kept_reads.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import type { PolicyChangeCancelled, PolicyChangeConfirmed, PolicyChanged } from "../backend/admin/policy/events.ts";

type PolicyEvent = PolicyChanged | PolicyChangeConfirmed | PolicyChangeCancelled;

/** The earning rules by the moment from which they hold. Inline: every play report is decided on them. */
export const policies: Projection<PolicyEvent> = {
  name: "policies",
  // The rows hold every rule, so one that comes later builds them again.
  version: 3 + POLICY_EVENT_VERSION,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["PolicyChanged", "PolicyChangeConfirmed", "PolicyChangeCancelled"],
  tables: `
    create table policies (
      version integer primary key,
      effective_from timestamptz not null,
      policy json not null,
      reason text not null,
      actor text not null,
      decided_at timestamptz not null,
      needs_confirmation boolean not null,
      confirmed_by text,
      cancelled_at timestamptz,
      cancelled_by text,
      cancel_reason text
    )`,

  async apply(tx, events) {
    for (const event of events) await applyOne(tx, event);
  },
};

async function applyOne(tx: Tx, event: Recorded<PolicyEvent>): Promise<void> {
  const { actor } = event.metadata;
  const at = new Date(event.recordedAt);
  const { type, data } = event;
  if (type === "PolicyChangeCancelled") {
    await tx`
      update policies set cancelled_at = ${at}, cancelled_by = ${actor}, cancel_reason = ${data.reason}
      where version = ${data.version}`;
    return;
  }
  if (type === "PolicyChangeConfirmed") {
    await tx`update policies set confirmed_by = ${actor} where version = ${data.version}`;
    return;
  }
  // The stored form: a replay gets the members sorted, the append itself as they were written.
  const { policy, reason, needsConfirmation = false } = data;
  await tx`
    insert into policies (version, effective_from, policy, reason, actor, decided_at, needs_confirmation)
    values (${policy.version}, ${policy.effectiveFrom}, ${canonicalJson(policy)}::text::json, ${reason}, ${actor},
      ${at}, ${needsConfirmation})`;
}

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
  const rows = await sql<Row[]>`select * from policies order by version desc`;
  return rows.map((row) => ({
    policy: row.policy,
    reason: row.reason,
    actor: row.actor,
    decidedAt: row.decided_at.getTime(),
    needsConfirmation: row.needs_confirmation,
    confirmedBy: row.confirmed_by ?? undefined,
    cancelled: row.cancelled_at === null
      ? undefined
      : { at: row.cancelled_at.getTime(), by: row.cancelled_by ?? "", reason: row.cancel_reason ?? "" },
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

interface Row {
  version: number;
  policy: Policy;
  reason: string;
  actor: string;
  decided_at: Date;
  needs_confirmation: boolean;
  confirmed_by: string | null;
  cancelled_at: Date | null;
  cancelled_by: string | null;
  cancel_reason: string | null;
}
