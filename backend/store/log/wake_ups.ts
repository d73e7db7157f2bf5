import { newId } from "../../contract/ids.ts";
import { connect, type Sql } from "../sql.ts";

const CHANNEL = "orin_appended";
/** However much is appended: NOTIFY takes a lock of the whole server when it commits. */
const PACE_MS = 25;
/** Hearing is begun again as soon as it is lost, so a database that is gone would be asked without end. */
const RECONNECT_AFTER_MS = 1_000;

/**
 * Tells the other processes on the database that something was appended, and hears it from them. A wake-up may be lost;
 * who needs to know also looks from time to time.
 */
export class WakeUps {
  readonly #self = newId();
  readonly #listening: Sql;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** `sql` sends; hearing has a connection of its own. */
  constructor(readonly sql: Sql, { url, heard }: { url: string; heard: () => void }) {
    this.#listening = connect(url, { name: "orin wake-ups", max: 1, reconnectAfterMs: RECONNECT_AFTER_MS });
    // Where the database is away it cannot be asked to tell; looking from time to time goes on.
    this.#listening.listen(CHANNEL, (sender) => sender !== this.#self && heard()).catch(() => {});
  }

  /** After a commit, never inside one: at most one NOTIFY a batch, and of batches that follow quickly one for several. */
  tell(): void {
    if (this.#closed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.sql.notify(CHANNEL, this.#self).catch(() => {});
    }, PACE_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#listening.end({ timeout: 2 });
  }
}
