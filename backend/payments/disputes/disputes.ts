import { streamsOf } from "../../store/streams.ts";
import type { Streams } from "../../store/streams.ts";
import { type DisputeEvent, disputeStream } from "./events.ts";
import { type Disputes, evolve, NO_DISPUTES } from "./state.ts";

export { type DisputeFound, hasOpen, lostUnitsOf, openUnits, stepsOf } from "./state.ts";

/** A charge by the id in its reference; `shard` is its payer's. */
export interface ChargePlace {
  readonly shard: number;
  readonly paymentId: string;
}

/** The disputes of charges: the areas that sell decide what their money does. */
export const disputes = streamsOf<ChargePlace, Disputes, DisputeEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ paymentId }) => disputeStream(paymentId),
  initial: NO_DISPUTES,
  evolve,
});

export type ChargeDisputes = Streams<ChargePlace, Disputes, DisputeEvent>;
