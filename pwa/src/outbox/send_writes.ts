import type { DeviceClock } from "./clock.ts";
import type { OutboxDatabase } from "./database.ts";
import type { OutboxEffects } from "./effects.ts";
import { postWrite, type WriteOutcome } from "./post_write.ts";
import { blockWrites, delayWrite, refuseWrite, settleWrite, type TakenWrite, takeWrite } from "./write_rows.ts";

interface SendParts {
  database: OutboxDatabase;
  effects: OutboxEffects;
  clock: DeviceClock;
  changed(): void;
}

interface SendOptions {
  hurry: boolean;
  mayGoOn(): boolean;
}

/** Why nothing more can be sent now, and for how long (ms). */
interface SendFailure {
  error: string;
  waitMs: number;
}

/** Sends the writes that are due, one after the other; a write that fails for itself holds up its own subject only. */
export async function sendWrites(
  parts: SendParts,
  { hurry, mayGoOn }: SendOptions,
): Promise<SendFailure | undefined> {
  const { database, effects, clock } = parts;
  while (mayGoOn()) {
    const taken = await takeWrite(database, { now: clock.now(), hurry });
    if (!taken) return undefined;
    const outcome = await postWrite(effects, taken);
    const waitMs = await take(parts, taken, outcome);
    parts.changed();
    if (outcome.kind === "failed" && outcome.isDown) return { error: outcome.error, waitMs };
  }
  return undefined;
}

async function take(
  { database, effects, clock }: SendParts,
  taken: TakenWrite,
  outcome: WriteOutcome,
): Promise<number> {
  const { id } = taken.row;
  switch (outcome.kind) {
    case "answered":
      await settleWrite(database, id, clock.now());
      return 0;
    case "refused":
      await refuseWrite(database, id, outcome.reason);
      return 0;
    case "blocked":
      await blockWrites(database, { id, userId: taken.row.userId, token: taken.token }, outcome.error);
      return 0;
    case "failed": {
      const { error, retryAfterMs } = outcome;
      return await delayWrite(database, id, { error, at: clock.now(), random: effects.random(), retryAfterMs });
    }
    default:
      return outcome satisfies never;
  }
}
