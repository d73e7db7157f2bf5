import "../../testing/indexed_db.ts";
import { deleteDB } from "idb";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it } from "vitest";
import { openOutboxHandle, OutboxDatabase, type OutboxHandle } from "./database.ts";

let opened: OutboxHandle[];
let database: OutboxDatabase;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  opened = [];
  database = new OutboxDatabase(async (onLost) => {
    const handle = await openOutboxHandle(onLost);
    opened.push(handle);
    return handle;
  });
});

const SEQ = { key: "seq", kind: "seq", last: 7 } as const;

describe("OutboxDatabase", () => {
  it("opens again when the browser has taken the connection away", async () => {
    await database.write((transaction) => transaction.objectStore("meta").put(SEQ));
    opened[0]?.close();
    expect(await database.run((handle) => handle.get("meta", "seq"))).toEqual(SEQ);
    expect(opened).toHaveLength(2);
  });

  it.each(["UnknownError", "InvalidStateError", "AbortError"])(
    "tries an operation once more after %s",
    async (name) => {
      let runs = 0;
      const fail = () => {
        if (++runs === 1) throw new DOMException("Connection to Indexed Database server lost", name);
        return Promise.resolve("done");
      };
      expect(await database.run(fail)).toBe("done");
      expect(opened).toHaveLength(2);
    },
  );

  it("gives up after the second failure, and starts afresh with the next operation", async () => {
    const lost = () => Promise.reject(new DOMException("lost", "UnknownError"));
    await expect(database.run(lost)).rejects.toThrow("lost");
    expect(await database.run((handle) => handle.count("outbox"))).toBe(0);
  });

  it("does not repeat an operation that failed for a reason of its own", async () => {
    let runs = 0;
    const full = () => {
      runs++;
      return Promise.reject(new DOMException("full", "QuotaExceededError"));
    };
    await expect(database.run(full)).rejects.toThrow("full");
    expect(runs).toBe(1);
  });

  it("undoes the whole transaction when its work throws", async () => {
    const work = database.write(async (transaction) => {
      await transaction.objectStore("meta").put(SEQ);
      throw new Error("halfway");
    });
    await expect(work).rejects.toThrow("halfway");
    expect(await database.run((handle) => handle.count("meta"))).toBe(0);
  });

  it("lets go of the connection when another page wants a newer version", async () => {
    await database.run((handle) => handle.count("outbox"));
    await deleteDB("orin-outbox");
    expect(await database.run((handle) => handle.count("outbox"))).toBe(0);
    expect(opened).toHaveLength(2);
  });

  it("opens one connection for operations that start together", async () => {
    await Promise.all([1, 2, 3].map(() => database.run((handle) => handle.count("outbox"))));
    expect(opened).toHaveLength(1);
  });
});
