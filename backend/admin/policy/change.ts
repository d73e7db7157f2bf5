import { isConfirmed, readPolicyVersions } from "../../../projections/admin/policies.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import type { Store } from "../../store/store.ts";
import { streamsOf } from "../../store/streams.ts";
import { POLICY_STREAM, type PolicyChangeCancelled, type PolicyChanged, type PolicyEvent } from "./events.ts";
import { decidePolicyCancel, evolveVersions, isWaiting, type KnownVersion } from "./state.ts";

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
export const rules = streamsOf<"rules", readonly KnownVersion[], PolicyEvent>({
  log: "social",
  stream: () => POLICY_STREAM,
  initial: [],
  evolve: evolveVersions,
  async read(tx) {
    const versions = await readKnown(tx);
    return () => versions;
  },
});

/** The versions as decisions see them. */
export async function readKnown(sql: Sql | Tx): Promise<KnownVersion[]> {
  return (await readPolicyVersions(sql)).map((row) => {
    return { policy: row.policy, isCancelled: row.cancelled !== undefined, isConfirmed: isConfirmed(row) };
  });
}

/** Takes back a change that has not taken effect yet. One that still waits for another side is withdrawn instead. */
export const cancelPolicyChange = rules.handler("cancelPolicyChange", {
  id: () => "rules",
  decide(versions, command: PolicyChangeCancelled["data"], { now }) {
    const found = versions.find(({ policy }) => policy.version === command.version);
    if (found && isWaiting(found, now)) {
      throw new Refusal(
        "already_decided",
        "This change waits for an admin on another side: withdraw it under Proposals",
      );
    }
    return decidePolicyCancel(versions, command, now);
  },
  result: ({ command }) => ({ version: command.version }),
});
