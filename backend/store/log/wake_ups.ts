import { newId } from "../../contract/ids.ts";
import { connect, type Sql } from "../sql.ts";
import type { LogName } from "./event.ts";
import { type Moved, together } from "./moved.ts";

const CHANNEL = "orin_appended";
/** At most one NOTIFY in this time: it locks the whole server when it commits. */
const PACE_MS = 25;
/**
 * The library listens again immediately after a loss: without this pause it would ask a database that is gone without
 * end.
 */
const RECONNECT_AFTER_MS = 1_000;

/**
 * Tells the other processes on the database about appends, and hears of theirs. A wake-up may get lost, so followers
 * also look from time to time.
 */
export class WakeUps {
  readonly #self = newId();
  readonly #listening: Sql;
  #moved: Moved = new Map();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** `sql` sends; a connection of its own hears. */
  constructor(readonly sql: Sql, { url, heard }: { url: string; heard: (moved?: Moved) => void }) {
    this.#listening = connect(url, { name: "orin wake-ups", max: 1, reconnectAfterMs: RECONNECT_AFTER_MS });
    // While the database is away no process can listen; followers still look from time to time.
    this.#listening.listen(CHANNEL, (text) => {
      const { sender, moved } = readMessage(text);
      if (sender !== this.#self) heard(moved);
    }).catch(() => {});
  }

  /** After a commit, never inside one: at most one NOTIFY a batch, and of batches that follow quickly one for several. */
  tell(moved: Moved): void {
    if (this.#closed || moved.size === 0) return;
    this.#moved = together(this.#moved, moved);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const message = messageOf(this.#self, this.#moved);
      this.#moved = new Map();
      this.sql.notify(CHANNEL, message).catch(() => {});
    }, PACE_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#listening.end({ timeout: 2 });
  }
}

/** Postgres refuses longer ones. */
const LONGEST_MESSAGE = 7_900;

/** The sender, then each log with its types: `<id>;social:HeartGiven,HeartTaken;plays/0:PlayReported`. */
function messageOf(sender: string, moved: Moved): string {
  const text = [sender, ...moved.entries().map(([log, types]) => `${log}:${[...types].join(",")}`)].join(";");
  return text.length <= LONGEST_MESSAGE ? text : sender;
}

/** Without logs, as a version before this one sends it, anything may have moved. */
function readMessage(text: string): { sender: string; moved?: Moved } {
  const [sender = "", ...logs] = text.split(";");
  if (logs.length === 0) return { sender };
  return {
    sender,
    moved: new Map(logs.map((log) => {
      const [name = "", types = ""] = log.split(":");
      return [name as LogName, new Set(types.split(","))];
    })),
  };
}
