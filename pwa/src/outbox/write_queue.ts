import type { DeviceClock } from "./clock.ts";
import type { OutboxDatabase } from "./database.ts";
import type { OutboxEffects } from "./effects.ts";
import type { Flusher } from "./flusher.ts";
import type { WriteOutcome } from "./send_writes.ts";
import { callOf, type WriteRequest } from "./write.ts";
import { addWrite, blockWrites, delayWrite, dropWrite, settleWrite, type WriteDraft } from "./write_rows.ts";

/** Longer than a call may take: while a page waits for the answer itself, no other page sends the row. */
const LEASE_MS = 20_000;

/** A call by the page itself, in the session that it names. */
export interface DirectCall {
  token: string;
  /** Without, it is made only where the device cannot store. */
  isOnline: boolean;
  send(request: WriteRequest): Promise<WriteOutcome>;
}

/** `gone`: it cancelled what was never sent, so there is nothing to tell. `refused`: the caller has to say so. */
type Submitted = "sent" | "waiting" | "gone" | "refused";

interface WritesParts {
  database: OutboxDatabase;
  effects: Pick<OutboxEffects, "random">;
  clock: DeviceClock;
  flusher: Flusher;
  /** Tells whether the device could store what it was given. */
  stored(isStored: boolean): void;
  /** Rows have changed; resolves when the snapshot says so. */
  changed(): Promise<void>;
}

/** What users do beside listening: stored before it is sent, sent until it is answered. */
export class Writes {
  readonly #parts: WritesParts;

  constructor(parts: WritesParts) {
    this.#parts = parts;
  }

  /**
   * Stores a write, then lets `direct` send it if nothing of its subject waits. Without an answer it stays and is sent
   * once there is a network; what the service refuses to the page's own call is not kept. A device that cannot store
   * has the direct call alone; without one this rejects.
   */
  async submit(draft: WriteDraft, direct?: DirectCall): Promise<Submitted> {
    const { database, clock, flusher, stored, changed } = this.#parts;
    const now = clock.now();
    const leasedUntil = direct?.isOnline ? now + LEASE_MS : 0;
    const added = await addWrite(database, draft, { now, leasedUntil }).catch(() => undefined);
    stored(added !== undefined);
    if (!added && !direct) throw new Error("The device cannot store it");
    const isLeased = added?.row?.id === draft.id && added.row.leasedUntil > now;
    if (direct && (!added || isLeased)) {
      const submitted = await this.#take(draft, direct);
      if (added) await changed();
      void flusher.flush();
      return submitted;
    }
    await changed();
    void flusher.flush({ hurry: true });
    return added?.row ? "waiting" : "gone";
  }

  /** The user has seen that it was refused. */
  async forget(id: string): Promise<void> {
    await dropWrite(this.#parts.database, id);
    await this.#parts.changed();
  }

  async #take({ id, userId, write }: WriteDraft, { token, send }: DirectCall): Promise<Submitted> {
    const { database, clock, effects } = this.#parts;
    const outcome = await send(callOf(write));
    try {
      switch (outcome.kind) {
        case "answered":
          await settleWrite(database, id, clock.now());
          return "sent";
        case "refused":
          await dropWrite(database, id);
          return "refused";
        case "blocked":
          await blockWrites(database, { id, userId, token }, outcome.error);
          return "waiting";
        case "failed":
          if (outcome.error !== "network") return await dropWrite(database, id).then(() => "refused");
          await delayWrite(database, id, { error: "network", at: clock.now(), random: effects.random() });
          return "waiting";
        default:
          return outcome satisfies never;
      }
    } catch {
      // What came of the call is known; the row is sent again under its key, which changes nothing.
      return outcome.kind === "answered" ? "sent" : "refused";
    }
  }
}
