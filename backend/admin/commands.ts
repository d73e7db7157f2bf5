import { FIRST_POLICY } from "../contract/policy.ts";
import type { Store } from "../store/store.ts";
import { POLICY_STREAM, type PolicyChanged } from "./events.ts";

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
