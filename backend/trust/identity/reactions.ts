import type { Deps } from "../../deps.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { IdentityCheckStarted, IdentityProven } from "./events.ts";
import { enqueueLooks } from "./look_again.ts";
import { raiseToLevel2 } from "./prove.ts";

/** What follows from the checks of identities. */
export function identityReactors(deps: Deps): Reactor[] {
  return [askLater(deps), raiseLevels(deps)];
}

function askLater(deps: Deps): Reactor<IdentityCheckStarted> {
  return {
    name: "trust_identity_checks",
    logs: ["social"],
    on: ["IdentityCheckStarted"],
    react: ({ data, recordedAt }) => enqueueLooks(deps, data, recordedAt),
  };
}

/** The proof raises the level immediately; this does it where the service died in between. */
function raiseLevels(deps: Deps): Reactor<IdentityProven> {
  return {
    name: "trust_identity_levels",
    logs: ["social"],
    on: ["IdentityProven"],
    react: ({ data }) => raiseToLevel2(deps, data.userId),
  };
}
