import { newId } from "../../contract/ids.ts";
import { connect, type Sql } from "../sql.ts";

const CHANNEL = "orin_appended";
/** At most one NOTIFY in this time: it locks the whole server when it commits. */
const PACE_MS = 25;
/** The library listens again at once after a loss: without this pause it would ask a database that is gone without end. */
const RECONNECT_AFTER_MS = 1_000;

/**
 * Tells the other processes on the database about appends, and hears of theirs. A wake-up may get lost, so followers
 * also look from time to time.
 */
export class WakeUps {
  readonly #self = newId();
  readonly #listening: Sql;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** `sql` sends; a connection of its own hears. */
  constructor(readonly sql: Sql, { url, heard }: { url: string; heard: () => void }) {
    this.#listening = connect(url, { name: "orin wake-ups", max: 1, reconnectAfterMs: RECONNECT_AFTER_MS });
    // While the database is away nobody can listen; followers still look from time to time.
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
