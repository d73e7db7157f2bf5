import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const ANSWER = {
  token: "token-a",
  role: "creator",
  userId: "user-a",
  reportToken: "report-a",
  expiresAt: "2026-12-01T00:00:00.000Z",
} as const;

/** A page that is loaded anew: the module reads the storage again. */
async function load() {
  vi.resetModules();
  return await import("./session.ts");
}

/** Web Locks as far as the session uses them; jsdom has none. */
function fakeLocks(held: string[]) {
  const locks = {
    query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
    request: (name: string) => {
      held.push(name);
      return Promise.resolve();
    },
  };
  vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: locks } }));
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => vi.unstubAllGlobals());

describe("startSession()", () => {
  it("keeps the token under the documented names and survives a reload", async () => {
    const session = await load();
    session.startSession(ANSWER, true);
    expect(localStorage.getItem("token")).toBe("token-a");
    expect(localStorage.getItem("userId")).toBe("user-a");
    const reloaded = await load();
    expect(reloaded.getSession()).toEqual({ ...ANSWER, remember: true });
  });

  it("tells those who listen", async () => {
    const session = await load();
    const listener = vi.fn();
    session.subscribeSession(listener);
    session.startSession(ANSWER, true);
    session.endSession();
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe("endSession()", () => {
  it("forgets the session and nothing else", async () => {
    const session = await load();
    session.startSession(ANSWER, true);
    localStorage.setItem("orin.theme", "light");
    session.endSession();
    expect(session.getSession()).toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
    expect(localStorage.getItem("orin.theme")).toBe("light");
  });
});

describe("watchSession()", () => {
  it("forgets a session without remember me once no tab is left", async () => {
    fakeLocks([]);
    (await load()).startSession(ANSWER, false);
    sessionStorage.clear();
    fakeLocks([]);
    const session = await load();
    await session.watchSession();
    expect(session.getSession()).toBeNull();
  });

  it("keeps it over a reload of the same tab", async () => {
    fakeLocks([]);
    (await load()).startSession(ANSWER, false);
    fakeLocks([]);
    const session = await load();
    await session.watchSession();
    expect(session.getSession()?.token).toBe("token-a");
  });

  it("keeps it in a new tab while another one lives", async () => {
    fakeLocks([]);
    (await load()).startSession(ANSWER, false);
    sessionStorage.clear();
    fakeLocks(["orin-session"]);
    const session = await load();
    await session.watchSession();
    expect(session.getSession()?.token).toBe("token-a");
  });

  it("follows a log-out in another tab", async () => {
    const session = await load();
    session.startSession(ANSWER, true);
    await session.watchSession();
    localStorage.removeItem("token");
    dispatchEvent(new StorageEvent("storage", { key: "token" }));
    expect(session.getSession()).toBeNull();
  });
});

describe("nextPath()", () => {
  it("returns to the place that was asked for", async () => {
    const { nextPath } = await load();
    expect(nextPath("?next=%2Fearnings%3Fpage%3D2", "/")).toBe("/earnings?page=2");
  });

  it("never leads to another site, nor back to the log-in", async () => {
    const { nextPath } = await load();
    const evil = [
      "https://evil.example",
      "//evil.example/x",
      "/\\evil.example/x",
      "javascript:alert(1)",
      "/login?next=/",
    ];
    expect(evil.map((next) => nextPath(`?next=${encodeURIComponent(next)}`, "/"))).toEqual(["/", "/", "/", "/", "/"]);
  });
});
