import { taxMonths } from "../../../projections/royalties/withheld_tax.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import type { Step } from "../../approvals/kind.ts";
import { TAX_REMITTANCES_STREAM, type TaxRemittanceEvent, type TaxRemittanceRecorded } from "./events.ts";
import {
  decideConfirmation,
  decideRecording,
  decideReversal,
  decideWithdrawal,
  evolve,
  NO_REMITTANCES,
  type Remittance,
  type Remittances,
} from "./state.ts";

/** There is one stream of them. */
const ALL: string = "all";

const remittances = streamsOf<string, Remittances, TaxRemittanceEvent>({
  log: "social",
  stream: () => TAX_REMITTANCES_STREAM,
  initial: NO_REMITTANCES,
  evolve,
});

const one = { id: () => ALL, result: () => undefined };

/** What is to be done about a remittance: it is recorded while it waits for the second admin. */
export interface RemittanceCommand {
  readonly said: TaxRemittanceRecorded["data"];
  /** Who decides now. */
  readonly adminId: string;
}

// What was withheld only ever grows, and of a month that is over not even that: what is read before the lock is never too
// much. What was remitted is in the stream.
export const remitTax = remittances.handler("remitTax", {
  ...one,
  facts: taxMonths,
  decide(state, { said, adminId, step }: RemittanceCommand & { readonly step: Step }, { now, facts }) {
    const { remittanceId } = said;
    switch (step) {
      case "reserve":
        return decideRecording(state, { ...said, withheld: facts }, now);
      case "withdraw":
        return decideWithdrawal(state, { remittanceId, adminId });
      case "carry_out":
        return decideConfirmation(state, { remittanceId, adminId, withheld: facts });
      default:
        return step satisfies never;
    }
  },
});

/** Books a remittance back: a reaction does it of each shard. */
export const reverseTax = remittances.handler("reverseTax", {
  ...one,
  decide: (state, command: Parameters<typeof decideReversal>[1]) => decideReversal(state, command),
});

/** What admins said of one payment. */
export type SaidRemittance = Remittance;

/** What admins said so far. */
export async function readRemittances(sql: Sql | Tx): Promise<Remittances> {
  return (await remittances.states(sql, [ALL]))(ALL);
}
