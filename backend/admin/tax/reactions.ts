import type { Deps } from "../../deps.ts";
import { bookRemittance } from "../../royalties/remit.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { TaxRemittanceConfirmed } from "./events.ts";

/** Books what two sides have confirmed, as often as it is tried. */
export function taxReactors(deps: Pick<Deps, "store">): Reactor[] {
  return [bookedRemittances(deps)];
}

/** The same for tests, who tell it events by themselves. */
export function bookedRemittances(deps: Pick<Deps, "store">): Reactor<TaxRemittanceConfirmed> {
  return {
    name: "tax_remittances",
    logs: ["social"],
    on: ["TaxRemittanceConfirmed"],
    async react({ data: { remittanceId, month, parts } }) {
      await bookRemittance(deps, { remittanceId, month, parts, by: "system:tax" });
    },
  };
}
