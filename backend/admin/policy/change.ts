import { isConfirmed, readPolicyVersions } from "../../../projections/policies.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Tx } from "../../store/sql.ts";
import type { Store } from "../../store/store.ts";
import { streamsOf } from "../../store/streams.ts";
import { personIn } from "../../../projections/credential_changes.ts";
import { assertTwo, isOneSide, readIndependence } from "../team/reads.ts";
import {
  POLICY_STREAM,
  type PolicyChangeCancelled,
  type PolicyChangeConfirmed,
  type PolicyChanged,
  type PolicyEvent,
} from "./events.ts";
import {
  type ChangeOfRules,
  decidePolicyCancel,
  decidePolicyChange,
  decidePolicyConfirmation,
  evolveVersions,
  type KnownVersion,
} from "./state.ts";

/** The id of the first policy's event: every start may append it, the log has it once. */
export const FIRST_POLICY_EVENT = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";

/** Writes the first earning rules into a new log, so that rewards can name what they used. */
export async function ensureFirstPolicy(store: Store): Promise<void> {
  const event: PolicyChanged & { eventId: string } = {
    type: "PolicyChanged",
    data: { policy: FIRST_POLICY, reason: "Orin's first rules" },
    eventId: FIRST_POLICY_EVENT,
  };
  await store.appendToStream("social", POLICY_STREAM, [event], { metadata: { actor: "system:start" } });
}

/** All versions of the rules: one stream. */
const rules = streamsOf<"rules", readonly KnownVersion[], PolicyEvent>({
  log: "social",
  stream: () => POLICY_STREAM,
  initial: [],
  evolve: evolveVersions,
  async read(tx) {
    const rows = await readPolicyVersions(tx);
    return () =>
      rows.map((row) => ({
        policy: row.policy,
        isCancelled: row.cancelled !== undefined,
        isConfirmed: isConfirmed(row),
        by: personIn(row.actor),
      }));
  },
});

/** Changes the rules from a time on; answers the new version. */
export const changePolicy = rules.handler("changePolicy", {
  id: () => "rules",
  beside: async (tx: Tx, _commands: readonly ChangeOfRules[]) => ({ isOneSide: await isOneSide(tx) }),
  decide: (versions, command, { now, beside }) => [decidePolicyChange(versions, command, { now, ...beside })],
  result: ({ after }) => ({ version: Math.max(...after.map(({ policy }) => policy.version)) }),
});

/** An admin of another side confirms a change that loosens a control. */
export const confirmPolicyChange = rules.handler("confirmPolicyChange", {
  id: () => "rules",
  beside: (tx: Tx, _commands: readonly PolicyChangeConfirmed["data"][], { now }: GroupScope) =>
    readIndependence(tx, now),
  decide(versions, command, { now, beside }) {
    const events = decidePolicyConfirmation(versions, command, now);
    const proposedBy = versions.find(({ policy }) => policy.version === command.version)?.by;
    if (events.length > 0) assertTwo(beside, { proposedBy, adminId: command.confirmedBy });
    return events;
  },
  result: ({ command }) => ({ version: command.version }),
});

/** Takes back a change that has not taken effect yet. */
export const cancelPolicyChange = rules.handler("cancelPolicyChange", {
  id: () => "rules",
  decide: (versions, command: PolicyChangeCancelled["data"], { now }) => decidePolicyCancel(versions, command, now),
  result: ({ command }) => ({ version: command.version }),
});
