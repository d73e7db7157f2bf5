import { taxMonths } from "../../../projections/withheld_tax.ts";
import type { Deps } from "../../deps.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { assertTwo, readIndependence } from "../team/reads.ts";
import {
  TAX_REMITTANCES_STREAM,
  type TaxRemittanceEvent,
  type TaxRemittanceRecorded,
  type TaxReversalRequested,
} from "./events.ts";
import {
  decideConfirmation,
  decideRecording,
  decideReversal,
  decideReversalConfirmation,
  decideReversalWithdrawal,
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

// What was withheld only ever grows, and of a month that is over not even that: what is read before the lock is never too
// much. What was remitted is in the stream.
const recordRemittance = remittances.handler("recordTaxRemittance", {
  ...one,
  facts: taxMonths,
  decide: (state, said: TaxRemittanceRecorded["data"], { now, facts }) =>
    decideRecording(state, { ...said, withheld: facts }, now),
});

interface Deciding {
  readonly remittanceId: string;
  readonly adminId: string;
}

const confirmRemittance = remittances.handler("confirmTaxRemittance", {
  ...one,
  facts: taxMonths,
  beside: (tx: Tx, _commands: readonly Deciding[], { now }: GroupScope) => readIndependence(tx, now),
  decide(state, command, { facts, beside }) {
    const events = decideConfirmation(state, { ...command, withheld: facts });
    const proposedBy = state.get(command.remittanceId)?.adminId;
    if (events.length > 0) assertTwo(beside, { proposedBy, adminId: command.adminId });
    return events;
  },
});

const withdrawRemittance = remittances.handler("withdrawTaxRemittance", {
  ...one,
  decide: (state, command: Deciding) => decideWithdrawal(state, command),
});

type DecidingReversal = Deciding & { readonly reversalId: string };

const requestReversal = remittances.handler("requestTaxReversal", {
  ...one,
  decide: (state, said: TaxReversalRequested["data"]) => decideReversal(state, said),
});

const confirmReversal = remittances.handler("confirmTaxReversal", {
  ...one,
  beside: (tx: Tx, _commands: readonly DecidingReversal[], { now }: GroupScope) => readIndependence(tx, now),
  decide(state, command: DecidingReversal, { beside }) {
    const { remittanceId, reversalId, adminId } = command;
    const events = decideReversalConfirmation(state, command);
    const asked = state.get(remittanceId)?.reversals.find((reversal) => reversal.reversalId === reversalId);
    if (events.length > 0) assertTwo(beside, { proposedBy: asked?.adminId, adminId });
    return events;
  },
});

const withdrawReversal = remittances.handler("withdrawTaxReversal", {
  ...one,
  decide: (state, command: DecidingReversal) => decideReversalWithdrawal(state, command),
});

/** What admins said of one payment. */
export type SaidRemittance = Remittance;

/** What admins said so far. */
export async function readRemittances(sql: Sql | Tx): Promise<Remittances> {
  return (await remittances.states(sql, [ALL]))(ALL);
}

type Needs = Pick<Deps, "store">;

/** Notes what was paid to the tax authority. Refuses with `invalid_request`, `conflict` for an id with other content. */
export async function record({ store }: Needs, said: TaxRemittanceRecorded["data"], metadata: Metadata): Promise<void> {
  await store.execute(recordRemittance, said, { logs: ["social"], metadata });
}

/**
 * Confirms it on another side: a reaction books it. Refuses with `not_found`, `not_your_approval`, `not_independent`
 * or `already_decided`.
 */
export async function confirm({ store }: Needs, command: Deciding, metadata: Metadata): Promise<void> {
  await store.execute(confirmRemittance, command, { logs: ["social"], metadata });
}

/** Takes it back before it is confirmed. Refuses with `not_found` or `already_decided`. */
export async function withdraw({ store }: Needs, command: Deciding, metadata: Metadata): Promise<void> {
  await store.execute(withdrawRemittance, command, { logs: ["social"], metadata });
}

/** Says that a booked remittance is wrong, and why. Refuses with `not_found`, `already_decided` or `conflict`. */
export async function askReversal(
  { store }: Needs,
  said: TaxReversalRequested["data"],
  metadata: Metadata,
): Promise<void> {
  await store.execute(requestReversal, said, { logs: ["social"], metadata });
}

/**
 * Confirms a reversal on another side: a reaction books it. Refuses with `not_found`, `not_your_approval`,
 * `not_independent` or `already_decided`.
 */
export async function reverse({ store }: Needs, command: DecidingReversal, metadata: Metadata): Promise<void> {
  await store.execute(confirmReversal, command, { logs: ["social"], metadata });
}

/** Takes a reversal back before it is confirmed. Refuses with `not_found` or `already_decided`. */
export async function keepBooked({ store }: Needs, command: DecidingReversal, metadata: Metadata): Promise<void> {
  await store.execute(withdrawReversal, command, { logs: ["social"], metadata });
}
