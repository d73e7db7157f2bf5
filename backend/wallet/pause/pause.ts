import { findUser } from "../../../projections/users.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { assertTwo, readIndependence } from "../../admin/team/reads.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { PAUSE_STREAM, type PauseEvent } from "./events.ts";
import {
  decideBrake,
  decideLost,
  decidePause,
  decideProposal,
  decideReconciled,
  decideResume,
  decideSettled,
  evolve,
  NOT_PAUSED,
  type PayoutPause,
} from "./state.ts";

/** There is one: payouts of the whole installation are paused, or none. */
const ONE = "";

const pauses = streamsOf<string, PayoutPause, PauseEvent>({
  log: "social",
  stream: () => PAUSE_STREAM,
  initial: NOT_PAUSED,
  evolve,
});

const one = { id: () => ONE, result: () => undefined };

const pauseByHand = pauses.handler("pausePayouts", {
  ...one,
  decide: (state, command: Parameters<typeof decidePause>[1], { now }) => decidePause(state, command, now),
});

const pauseForLost = pauses.handler("pausePayoutsForLost", {
  id: () => ONE,
  decide: (state, command: Parameters<typeof decideLost>[1]) => decideLost(state, command),
  result: ({ events }) => ({ found: events.flatMap(({ data }) => "lost" in data ? data.lost : []).length }),
});

const brakePayouts = pauses.handler("brakePayouts", {
  ...one,
  decide: (state, command: Parameters<typeof decideBrake>[1]) => decideBrake(state, command),
});

/** Notes what a reconciliation of paused payouts found. */
export const noteReconciled = pauses.handler("noteReconciled", {
  ...one,
  decide: (state, command: Parameters<typeof decideReconciled>[1]) => decideReconciled(state, command),
});

const settleLost = pauses.handler("settleLostPayout", {
  ...one,
  beside: (tx: Tx, _commands: readonly unknown[], { now }: GroupScope) => readIndependence(tx, now),
  decide(state, command: Parameters<typeof decideSettled>[1], { beside }) {
    const events = decideSettled(state, command);
    const { settlement } = state.lostPayouts.find(({ subject }) => subject === command.reference) ?? {};
    if (settlement) assertTwo(beside, { proposedBy: settlement.adminId, adminId: command.adminId });
    return events;
  },
});

const proposeResume = pauses.handler("proposePayoutResume", {
  ...one,
  decide: (state, command: Parameters<typeof decideProposal>[1]) => decideProposal(state, command),
});

const confirmResume = pauses.handler("confirmPayoutResume", {
  ...one,
  beside: (tx: Tx, _commands: readonly unknown[], { now }: GroupScope) => readIndependence(tx, now),
  decide(state, command: Parameters<typeof decideResume>[1], { beside }) {
    const events = decideResume(state, command);
    assertTwo(beside, { proposedBy: state.paused?.proposal?.adminId, adminId: command.adminId });
    return events;
  },
});

/** Whether payouts are paused; under a command's lock with its handle. */
export async function readPause(sql: Sql | Tx): Promise<PayoutPause> {
  return (await pauses.states(sql, [ONE]))(ONE);
}

type Needs = Pick<Deps, "store">;

/** Pauses payouts because the log lost events; answers how many of the findings are new. */
export async function pauseFor({ store }: Needs, command: Parameters<typeof decideLost>[1]): Promise<number> {
  const options = { logs: ["social"] as const, metadata: { actor: "system:restore" } };
  return (await store.execute(pauseForLost, command, options)).result.found;
}

/** Pauses payouts because one of them is too much for the day. */
export async function brake({ store }: Needs, command: Parameters<typeof decideBrake>[1]): Promise<void> {
  await store.execute(brakePayouts, command, { logs: ["social"], metadata: { actor: "system:brake" } });
}

/** Which admin decides, and why. */
export interface Deciding {
  readonly adminId: string;
  readonly reason: string;
  readonly metadata: Metadata;
}

/** Pauses payouts at once. Refuses with `already_decided`. */
export async function pause({ store }: Needs, { adminId, reason, metadata }: Deciding): Promise<void> {
  await store.execute(pauseByHand, { adminId, reason }, { logs: ["social"], metadata });
}

/**
 * Notes how a lost payout was settled with the person, or confirms it on another side; with `userId` it is taken from
 * what this person has, and they owe the rest. Refuses with `not_found`,
 * `not_your_approval` or `not_independent`.
 */
export async function settle(
  { store }: Needs,
  { reference, adminId, reason, userId, metadata }: Deciding & {
    readonly reference: string;
    readonly userId?: string | undefined;
  },
): Promise<void> {
  if (userId !== undefined && !await findUser(store.sql, userId)) throw new Refusal("not_found", "User not found");
  const command = { reference, adminId, reason, ...(userId !== undefined && { userId }) };
  await store.execute(settleLost, command, { logs: ["social"], metadata });
}

/** Proposes that payouts go on. Refuses with `already_decided` or `reconciliation_needed`. */
export async function propose({ store }: Needs, { adminId, reason, metadata }: Deciding): Promise<void> {
  await store.execute(proposeResume, { proposalId: newId(), adminId, reason }, { logs: ["social"], metadata });
}

/** Confirms another admin's proposal. Refuses with `not_found`, `not_your_approval` or `not_independent`. */
export async function confirm(
  { store }: Needs,
  { proposalId, adminId, reason, metadata }: Deciding & { readonly proposalId: string },
): Promise<void> {
  await store.execute(confirmResume, { proposalId, adminId, reason }, { logs: ["social"], metadata });
}
