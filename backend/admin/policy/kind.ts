import { readPolicyVersions } from "../../../projections/admin/policies.ts";
import { longTime } from "../../contract/long_day.ts";
import { type Policy, policyDifferences } from "../../contract/policy_rules.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PolicyChanges } from "../../contract/requests/policy_change.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { Tx } from "../../store/sql.ts";
import { propose } from "../../approvals/decide.ts";
import type { ProposalContent } from "../../approvals/events.ts";
import type { Matter, ProposalKind } from "../../approvals/kind.ts";
import { isOneSide } from "../../approvals/reads.ts";
import { readKnown, rules } from "./change.ts";
import { POLICY_CHANGE } from "./events.ts";
import {
  type ChangeOfRules,
  decidePolicyCancel,
  decidePolicyChange,
  decidePolicyConfirmation,
  type KnownVersion,
  lastStanding,
  LOOSENING_MS,
} from "./state.ts";

/** A new version, or the answer to one that waits. */
type PolicyCommand =
  | { readonly change: ChangeOfRules; readonly proposalId: string }
  | { readonly version: number; readonly adminId: string };

const WITHDRAWN = "The proposal was withdrawn";

/**
 * A version of the rules. What lets more money out is a version from the start, so that everybody reads what is coming: it
 * waits for another side until it takes effect. Where only one side exists it holds after seven days.
 */
export const policyChangeKind: ProposalKind<PolicyCommand> = {
  name: POLICY_CHANGE,
  roles: [],
  lapsesAt: (now, { effectiveFrom = 0 }) => Math.max(Number(effectiveFrom), now + LOOSENING_MS),
  alone: "nothing",
  ofOwn: "proposed",
  oneSide: "holds_later",
  reserves: true,
  async matter(deps, subject, content) {
    const { sql } = deps.store;
    const versions = await readKnown(sql);
    const now = deps.now();
    const found = versions.find(({ policy }) => policy.version === Number(subject));
    if (found) {
      if (found.isConfirmed || found.isCancelled) return undefined;
      return matterOf(found.policy, { needs: "two", versions, now, reason: await reasonOf(deps, found) });
    }
    const { policy, needsConfirmation, reason } =
      decidePolicyChange(versions, changeIn(content), { now, isOneSide: await isOneSide(sql) }).data;
    return matterOf(policy, { needs: needsConfirmation ? "two" : "one", versions, now, reason });
  },
  prepare(_deps, { subject, content, adminId, proposalId, proposedBy }) {
    return Promise.resolve(
      proposedBy === undefined ? { change: changeIn(content), proposalId } : { version: Number(subject), adminId },
    );
  },
  booking: rules.handler("decidePolicyChange", {
    id: () => "rules",
    beside: async (tx: Tx, _commands: readonly (PolicyCommand & { readonly step: string })[]) => ({
      isOneSide: await isOneSide(tx),
    }),
    decide(versions, { step, ...command }, { now, beside }) {
      if ("version" in command) {
        const { version, adminId: confirmedBy } = command;
        return step === "withdraw"
          ? decidePolicyCancel(versions, { version, reason: WITHDRAWN }, now)
          : decidePolicyConfirmation(versions, { version, confirmedBy }, now);
      }
      const { change, proposalId } = command;
      const { type, data } = decidePolicyChange(versions, change, { now, ...beside });
      // Whether it needs two sides was asked a moment before.
      if ((data.needsConfirmation === true) !== (step === "reserve")) throw rulesHaveChanged();
      const event = { type, data, eventId: proposalId };
      return [event];
    },
    result: () => undefined,
  }),
};

interface MatterContext {
  readonly needs: "one" | "two";
  readonly versions: readonly KnownVersion[];
  readonly now: number;
  readonly reason: string;
}

function matterOf(policy: Policy, { needs, versions, now, reason }: MatterContext): Matter {
  const held = versions.filter((one) => one.isConfirmed && one.policy.version < policy.version);
  const differences = policyDifferences(lastStanding(held, now) ?? policy, policy);
  return {
    ...{ log: "social", units: 0, people: [], needs },
    title: `Change the earning rules: version ${policy.version}`,
    lines: [
      ...differences.map(({ label, before, after }) => `${label}: ${after} instead of ${before}.`),
      `The reason given: ${reason}`,
      `It takes effect on ${longTime(Date.parse(policy.effectiveFrom))}, for what happens from then on.`,
      "Any owner can cancel it until then. Later only another change ends it.",
    ],
    link: { label: "See the rules", path: "/admin-policy" },
  };
}

async function reasonOf({ store }: Deps, { policy: { version } }: KnownVersion): Promise<string> {
  return (await readPolicyVersions(store.sql)).find(({ policy }) => policy.version === version)?.reason ?? "";
}

function changeIn({ changes, effectiveFrom, reason, baseVersion }: ProposalContent): ChangeOfRules {
  return {
    changes: JSON.parse(String(changes)) as PolicyChanges,
    effectiveFrom: effectiveFrom === undefined ? undefined : Number(effectiveFrom),
    reason: String(reason),
    baseVersion: Number(baseVersion),
  };
}

function rulesHaveChanged(): Refusal {
  return new Refusal("conflict", "The rules have just changed: please check them again");
}

/**
 * Changes the rules from a time on: alone where nothing is loosened, else another side confirms it. The same change sent
 * twice is one. Throws Refusal `conflict`, `policy_planned`, `invalid_request`, or like `propose`.
 */
export async function changePolicy(
  deps: Deps,
  { change, adminId, metadata }: {
    readonly change: ChangeOfRules;
    readonly adminId: string;
    readonly metadata: Metadata;
  },
): Promise<void> {
  const { changes, effectiveFrom, reason, baseVersion } = change;
  const [newest] = await readPolicyVersions(deps.store.sql);
  if (newest && newest.policy.version === baseVersion + 1) {
    const isSame = Object.entries(changes).every(([rule, value]) =>
      newest.policy[rule as keyof PolicyChanges] === value
    );
    if (isSame && newest.reason === reason && newest.actor === `user:${adminId}` && !newest.cancelled) return;
  }
  if (newest?.policy.version !== baseVersion) throw rulesHaveChanged();
  const content = {
    changes: JSON.stringify(changes),
    ...(effectiveFrom !== undefined && { effectiveFrom }),
    reason,
    baseVersion,
  };
  await propose(deps, policyChangeKind, { subject: String(baseVersion + 1), content, adminId, metadata });
}
