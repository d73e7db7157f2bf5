import { readPolicyVersions } from "../../projections/policies.ts";
import type { CommandHandler, GroupScope } from "../store/command.ts";
import type { Append } from "../store/event.ts";
import { streamVersions } from "../store/read.ts";
import type { Tx } from "../store/sql.ts";
import { type ChangeOfRules, decidePolicyCancel, decidePolicyChange, type KnownVersion } from "./decide_policy.ts";
import { POLICY_STREAM, type PolicyChanged } from "./events.ts";
import type { PolicyChangeCancelled } from "./events_policy.ts";

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
