import type { Deps } from "../../deps.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { PolicyChanged } from "./events.ts";
import { tellOfRules } from "./tell.ts";

/** Every admin hears of a change that lets more money out, a day before it could hold. */
export function policyReactors(deps: Deps): Reactor[] {
  return [looseningMails(deps)];
}

function looseningMails(deps: Deps): Reactor<PolicyChanged> {
  return {
    name: "policy_loosening_mails",
    logs: ["social"],
    on: ["PolicyChanged"],
    async react({ data, eventId, recordedAt }) {
      if (data.needsConfirmation) await tellOfRules(deps, { ...data, eventId, at: recordedAt });
    },
  };
}
