import type { PhoneProven, ProfileChanged } from "../../accounts/account/events.ts";
import type { Deps } from "../../deps.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { assess } from "./assess.ts";

/** A proven number may be all that was missing; a changed one may take the level away. */
export function levelReactors(deps: Deps): Reactor[] {
  return [phoneOf(deps)];
}

function phoneOf(deps: Deps): Reactor<PhoneProven | ProfileChanged> {
  return {
    name: "trust_phone_changes",
    logs: ["social"],
    on: ["PhoneProven", "ProfileChanged"],
    async react({ type, data }) {
      if (type === "ProfileChanged" && data.phone === undefined) return;
      await assess(deps, data.userId);
    },
  };
}
