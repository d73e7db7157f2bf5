import type { Deps } from "../../deps.ts";
import { bookRemittance, bookReversal } from "../remit.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { TaxRemittanceConfirmed, TaxReversalConfirmed } from "./events.ts";

/** Books what two sides have confirmed, as often as it is tried. */
export function taxReactors(deps: Pick<Deps, "store">): Reactor[] {
  return [bookedRemittances(deps)];
}

/** The same for tests, who tell it events by themselves. */
export function bookedRemittances(deps: Pick<Deps, "store">): Reactor<TaxRemittanceConfirmed | TaxReversalConfirmed> {
  return {
    name: "tax_remittances",
    logs: ["social"],
    on: ["TaxRemittanceConfirmed", "TaxReversalConfirmed"],
    async react({ type, data }) {
      const { remittanceId, month, parts } = data;
      const booking = { remittanceId, month, parts, by: "system:tax" };
      // What is reversed was booked before: the log has it in this order.
      if (type === "TaxRemittanceConfirmed") await bookRemittance(deps, booking);
      else await bookReversal(deps, { ...booking, reversalId: data.reversalId });
    },
  };
}
