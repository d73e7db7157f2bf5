import { type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { OutboxSchema } from "./schema.ts";

export type OutboxHandle = IDBPDatabase<OutboxSchema>;
/** Opens a connection; `onLost` is called when the browser takes it away. */
export type OpenHandle = (onLost: () => void) => Promise<OutboxHandle>;
type Stores = ["sessions", "outbox", "receipts", "meta"];
export type WriteTransaction = IDBPTransaction<OutboxSchema, Stores, "readwrite">;

const NAME = "orin-outbox";
const STORES: Stores = ["sessions", "outbox", "receipts", "meta"];
/** Safari's database process is killed behind sleeping pages, and the next use of the connection fails with one of these. */
const LOST: ReadonlySet<unknown> = new Set(["UnknownError", "InvalidStateError", "AbortError"]);

/** Opens the one database of the outbox. */
export function openOutboxHandle(onLost: () => void): Promise<OutboxHandle> {
  return openDB<OutboxSchema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore("sessions", { keyPath: "playId" });
      const outbox = db.createObjectStore("outbox", { keyPath: "id" });
      outbox.createIndex("order", ["state", "seq"]);
      outbox.createIndex("user", "userId");
      db.createObjectStore("receipts", { autoIncrement: true }).createIndex("play", "playId");
      db.createObjectStore("meta", { keyPath: "key" });
    },
    blocking: onLost,
    terminated: onLost,
  });
}

/**
 * The connection, opened when needed. A lost one is dropped and opened again once per operation, so operations must
 * be safe to run twice. While a connection is open, transactions start in the order of the calls.
 */
export class OutboxDatabase {
  readonly #open: OpenHandle;
  #handle: OutboxHandle | undefined;
  #opening: Promise<OutboxHandle> | undefined;

  constructor(open: OpenHandle) {
    this.#open = open;
  }

  /** Runs reads, or a transaction of its own making. */
  async run<T>(operation: (handle: OutboxHandle) => Promise<T>): Promise<T> {
    const handle = this.#handle ?? await this.#connect();
    try {
      return await operation(handle);
    } catch (error) {
      if (!isLost(error)) throw error;
      this.#drop(handle);
      return await operation(await this.#connect());
    }
  }

  /** Runs one strict transaction over all stores; it is undone as a whole when `work` throws. */
  write<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
    return this.run(async (handle) => {
      const transaction = handle.transaction(STORES, "readwrite", { durability: "strict" });
      try {
        const result = await work(transaction);
        // Without an explicit commit a write at the end of a page is lost (measured).
        transaction.commit();
        await transaction.done;
        return result;
      } catch (error) {
        transaction.done.catch(() => undefined);
        abort(transaction);
        throw error;
      }
    });
  }

  close(): void {
    if (this.#handle) this.#drop(this.#handle);
  }

  #connect(): Promise<OutboxHandle> {
    this.#opening ??= this.#openNow().finally(() => this.#opening = undefined);
    return this.#opening;
  }

  async #openNow(): Promise<OutboxHandle> {
    if (this.#handle) return this.#handle;
    const handle = await this.#open(() => this.#drop(handle));
    this.#handle = handle;
    return handle;
  }

  #drop(handle: OutboxHandle): void {
    if (this.#handle === handle) this.#handle = undefined;
    handle.close();
  }
}

/** By name: an exception of the browser may belong to another realm, whose `Error` is not ours. */
function isLost(error: unknown): boolean {
  return typeof error === "object" && error !== null && "name" in error && LOST.has(error.name);
}

function abort(transaction: WriteTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It was over already.
  }
}
