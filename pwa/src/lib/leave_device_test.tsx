import "../../testing/indexed_db.ts";
import { openDB } from "idb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { STORED_HERE } from "./stored_here.ts";

const SESSION = { token: "t1", role: "listener", userId: "ada", reportToken: "r1", expiresAt: "2027-01-01" } as const;
const BEN = { ...SESSION, token: "t2", userId: "ben" };

/** A page that is loaded anew. */
async function load() {
  vi.resetModules();
  const [session, device, left] = await Promise.all([
    import("./session.ts"),
    import("./leave_device.ts"),
    import("./person_left.ts"),
  ]);
  return { ...session, ...device, ...left };
}

/** Something under every name there is. */
function fillStorage(): void {
  for (const key of Object.keys(STORED_HERE.local)) localStorage.setItem(key, "something");
  for (const key of Object.keys(STORED_HERE.tab)) sessionStorage.setItem(key, "something");
}

const keysOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).toSorted();
const namesOf = (kind: keyof typeof STORED_HERE, ...owners: string[]) =>
  Object.entries(STORED_HERE[kind]).flatMap(([name, owner]) => owners.includes(owner) ? [name] : []).toSorted();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("leaveDevice()", () => {
  it("takes the session and everything of the person away, and spares outbox, saved music and the device's own", async () => {
    const { leaveDevice, startSession, getSession } = await load();
    startSession(SESSION, true);
    fillStorage();
    for (const name of Object.keys(STORED_HERE.databases)) (await openDB(name, 1)).close();
    const deleted: string[] = [];
    vi.stubGlobal("caches", { delete: (name: string) => Promise.resolve(deleted.push(name)) });
    await leaveDevice();
    vi.unstubAllGlobals();
    expect(getSession()).toBeNull();
    expect(keysOf(localStorage)).toEqual(namesOf("local", "device", "back office"));
    expect(keysOf(sessionStorage)).toEqual(namesOf("tab", "device", "outbox"));
    expect((await indexedDB.databases()).map(({ name }) => name).toSorted())
      .toEqual(namesOf("databases", "outbox", "locked"));
    expect(deleted).toEqual(namesOf("caches", "person"));
  });

  it("lets the player end its play while the session is still there", async () => {
    const { leaveDevice, startSession, getSession, onPersonLeft } = await load();
    startSession(SESSION, true);
    const users: unknown[] = [];
    onPersonLeft(() => users.push(getSession()?.userId));
    await leaveDevice();
    expect(users).toEqual(["ada"]);
  });

  it("works where the browser keeps no databases and no caches", async () => {
    const { leaveDevice, startSession, getSession } = await load();
    startSession(SESSION, true);
    vi.stubGlobal("indexedDB", { deleteDatabase: () => void raise() });
    vi.stubGlobal("caches", undefined);
    await leaveDevice();
    vi.unstubAllGlobals();
    expect(getSession()).toBeNull();
  });
});

describe("watchPerson()", () => {
  it("clears nothing when a session expires, nor when the same person is back", async () => {
    const { watchPerson, startSession, endSession } = await load();
    startSession(SESSION, true);
    watchPerson();
    localStorage.setItem("orin.queue", "[1]");
    endSession();
    expect(localStorage.getItem("orin.queue")).toBe("[1]");
    startSession({ ...SESSION, token: "t3" }, true);
    expect(localStorage.getItem("orin.queue")).toBe("[1]");
  });

  it("takes away what the one before has left when somebody else logs in after the session expired", async () => {
    const { watchPerson, startSession, endSession, onPersonLeft, getSession } = await load();
    startSession(SESSION, true);
    watchPerson();
    localStorage.setItem("orin.queue", "[1]");
    endSession();
    const left = vi.fn();
    onPersonLeft(left);
    startSession(BEN, true);
    expect(left).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem("orin.queue")).toBeNull();
    expect(localStorage.getItem("orin.person")).toBe("ben");
    expect(getSession()?.userId).toBe("ben");
  });

  it("leaves a visitor their queue when they log in", async () => {
    const { watchPerson, startSession } = await load();
    watchPerson();
    localStorage.setItem("orin.queue", "[1]");
    startSession(SESSION, true);
    expect(localStorage.getItem("orin.queue")).toBe("[1]");
  });

  it("clears after a session that was not to be remembered, once the browser was closed", async () => {
    const before = await load();
    before.startSession(SESSION, false);
    localStorage.setItem("orin.queue", "[1]");
    sessionStorage.clear();
    const locks = { query: () => Promise.resolve({ held: [] }), request: () => Promise.resolve() };
    vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: locks } }));
    const { watchSession, watchPerson, getSession } = await load();
    await watchSession();
    watchPerson();
    vi.unstubAllGlobals();
    expect(getSession()).toBeNull();
    expect(localStorage.getItem("orin.queue")).toBeNull();
  });

  it("hears in one tab that the person has left in another", async () => {
    const { watchPerson, onPersonLeft } = await load();
    watchPerson();
    const left = vi.fn();
    onPersonLeft(left);
    dispatchEvent(new StorageEvent("storage", { key: "orin.person", newValue: "ada" }));
    expect(left).not.toHaveBeenCalled();
    dispatchEvent(new StorageEvent("storage", { key: "orin.person", newValue: null }));
    expect(left).toHaveBeenCalled();
  });
});

function raise(): never {
  throw new Error("SecurityError");
}
