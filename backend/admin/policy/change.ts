import { readPolicyVersions } from "../../../projections/policies.ts";
import { FIRST_POLICY } from "../../contract/policy.ts";
import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import { streamVersions } from "../../store/log/read.ts";
import type { Tx } from "../../store/sql.ts";
import type { Store } from "../../store/store.ts";
import { POLICY_STREAM, type PolicyChangeCancelled, type PolicyChanged } from "./events.ts";
import { type ChangeOfRules, decidePolicyCancel, decidePolicyChange, type KnownVersion } from "./state.ts";

/** The id of the first policy's event: every start may append it, the log has it once. */
const FIRST_POLICY_EVENT = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";

/** Writes the first earning rules into a new log, so that rewards can name what they used. */
export async function ensureFirstPolicy(store: Store): Promise<void> {
  const event: PolicyChanged & { eventId: string } = {
    type: "PolicyChanged",
    data: { policy: FIRST_POLICY, reason: "Orin's first rules" },
    eventId: FIRST_POLICY_EVENT,
  };
  await store.appendToStream("social", POLICY_STREAM, [event], { metadata: { actor: "system:start" } });
}

/** Changes the rules from a time on; answers the new version. */
export const changePolicy: CommandHandler<ChangeOfRules, Versions, { version: number }> = {
  name: "changePolicy",
  load,
  decide(versions, command, { now }) {
    const event = decidePolicyChange(versions.known, command, now);
    return { appends: versions.add([event]), result: { version: event.data.policy.version } };
  },
};

/** Takes back a change that has not taken effect yet. */
export const cancelPolicyChange: CommandHandler<PolicyChangeCancelled["data"], Versions, { version: number }> = {
  name: "cancelPolicyChange",
  load,
  decide(versions, command, { now }) {
    const events = decidePolicyCancel(versions.known, command, now);
    return { appends: versions.add(events), result: { version: command.version } };
  },
};

async function load(tx: Tx, _commands: readonly unknown[], scope: GroupScope): Promise<Versions> {
  const versions = scope.share(Versions);
  await versions.load(tx);
  return versions;
}

/** The rules as the commands of a group leave them, one after another. */
class Versions {
  known: readonly KnownVersion[] = [];
  #streamVersion = 0;
  #isLoaded = false;

  async load(tx: Tx): Promise<void> {
    if (this.#isLoaded) return;
    const [rows, versions] = await Promise.all([
      readPolicyVersions(tx),
      streamVersions(tx, "social", [POLICY_STREAM]),
    ]);
    this.known = rows.map(({ policy, cancelled }) => ({ policy, isCancelled: cancelled !== undefined }));
    this.#streamVersion = versions.get(POLICY_STREAM) ?? 0;
    this.#isLoaded = true;
  }

  add(events: readonly (PolicyChanged | PolicyChangeCancelled)[]): Append[] {
    if (events.length === 0) return [];
    const version = this.#streamVersion;
    this.#streamVersion += events.length;
    for (const { type, data } of events) {
      this.known = type === "PolicyChanged"
        ? [...this.known, { policy: data.policy, isCancelled: false }]
        : this.known.map((one) => one.policy.version === data.version ? { ...one, isCancelled: true } : one);
    }
    return [{ log: "social", stream: POLICY_STREAM, version, events }];
  }
}
