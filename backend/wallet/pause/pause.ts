import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { PAUSE_STREAM, type PauseEvent } from "./events.ts";
import {
  decideBrake,
  decideLost,
  decidePause,
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

/** Settles a lost payout with the person, as two sides decided. */
export const settleLost = pauses.handler("settleLostPayout", {
  ...one,
  decide: (state, command: Parameters<typeof decideSettled>[1]) => decideSettled(state, command),
});

/** Lets payouts go on, as two sides decided. */
export const resumePayouts = pauses.handler("resumePayouts", {
  ...one,
  decide: (state, command: Parameters<typeof decideResume>[1]) => decideResume(state, command),
});

/** Whether payouts are paused; under a command's lock with its handle. */
export async function readPause(sql: Sql | Tx): Promise<PayoutPause> {
  return (await pauses.states(sql, [ONE]))(ONE);
}

type PauseDeps = Pick<Deps, "store">;

/** Pauses payouts because the log lost events; answers how many of the findings are new. */
export async function pauseFor({ store }: PauseDeps, command: Parameters<typeof decideLost>[1]): Promise<number> {
  const options = { logs: ["social"] as const, metadata: { actor: "system:restore" } };
  return (await store.execute(pauseForLost, command, options)).result.found;
}

/** Pauses payouts because one of them is too much for the day. */
export async function brake({ store }: PauseDeps, command: Parameters<typeof decideBrake>[1]): Promise<void> {
  await store.execute(brakePayouts, command, { logs: ["social"], metadata: { actor: "system:brake" } });
}

/** Which admin decides, and why. */
export interface Deciding {
  readonly adminId: string;
  readonly reason: string;
  readonly metadata: Metadata;
}

/** Pauses payouts immediately. Refuses with `already_decided`. */
export async function pause({ store }: PauseDeps, { adminId, reason, metadata }: Deciding): Promise<void> {
  await store.execute(pauseByHand, { adminId, reason }, { logs: ["social"], metadata });
}
