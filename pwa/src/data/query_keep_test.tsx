import { QueryClient } from "@tanstack/react-query";
import { IDBFactory } from "fake-indexeddb";
import "../../testing/indexed_db.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";

const answerOf = (
  userId: string,
) => ({ token: `t-${userId}`, role: "listener", userId, reportToken: "", expiresAt: "" } as const);

/** A page that is loaded anew, with an empty memory. */
async function openPage() {
  vi.resetModules();
  const [{ keepQueries }, session] = await Promise.all([import("./query_keep.ts"), import("../lib/session.ts")]);
  const client = new QueryClient();
  return { client, session, keep: () => keepQueries(client) };
}

/** The next page reads behind what this has begun to write. */
async function isSaved(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1_200);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.clear();
  vi.stubGlobal("indexedDB", new IDBFactory());
});

describe("keepQueries()", () => {
  it("restores the answers of the kept roots, with their age, and no others", async () => {
    const first = await openPage();
    first.session.startSession(answerOf("ada"), true);
    await first.keep();
    first.client.setQueryData(["wallet", "summary"], { availableBalance: 7 }, { updatedAt: 1_000 });
    first.client.setQueryData(["secret"], "never kept");
    await isSaved();

    const second = await openPage();
    await second.keep();
    expect(second.client.getQueryData(["wallet", "summary"])).toEqual({ availableBalance: 7 });
    expect(second.client.getQueryState(["wallet", "summary"])?.dataUpdatedAt).toBe(1_000);
    const kept = second.client.getQueryCache().getAll().filter(({ queryKey }) => queryKey[0] !== "secret");
    expect(kept.length).toBeGreaterThan(0);
    // However young: a page that loads shows what is there now.
    expect(kept.every((query) => query.isStale())).toBe(true);
    expect(second.client.getQueryData(["secret"])).toBeUndefined();
  });

  it("keeps a creator's own figures, and nothing of an artist for whom the tab works", async () => {
    const first = await openPage();
    first.session.startSession({ ...answerOf("ada"), role: "creator" }, true);
    await first.keep();
    for (const what of ["stats", "posts", "team"]) first.client.setQueryData(["creator", what], what);
    await isSaved();
    const kept = async () => {
      const page = await openPage();
      await page.keep();
      return [page, ...["stats", "posts", "team"].map((what) => page.client.getQueryData(["creator", what]))] as const;
    };
    expect((await kept()).slice(1)).toEqual(["stats", "posts", undefined]);
    sessionStorage.setItem("orin.acting", "{}");
    const [acting, ...others] = await kept();
    expect(others).toEqual([undefined, undefined, undefined]);
    acting.client.setQueryData(["creator", "stats"], "the artist's");
    await isSaved();
    sessionStorage.removeItem("orin.acting");
    expect((await kept())[1]).toBeUndefined();
  });

  it("calls what was kept of the lists old when Premium comes, here or in another tab, and when it ends", async () => {
    const page = await openPage();
    const { askPremium, watchPremium } = await import("../lib/premium.ts");
    page.session.startSession(answerOf("ada"), true);
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ isSubscribed: false })));
    watchPremium();
    await page.keep();
    const renewed = () => {
      const isOld = page.client.getQueryState(["catalogue", "tracks"])?.isInvalidated;
      page.client.setQueryData(["catalogue", "tracks"], ["song"]);
      return isOld;
    };
    page.client.setQueryData(["wallet", "summary"], {});
    renewed();
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ isSubscribed: true })));
    await askPremium({ anew: true });
    expect(renewed()).toBe(true);
    await askPremium({ anew: true });
    expect(renewed()).toBe(false);
    dispatchEvent(new StorageEvent("storage", { key: "orin.premium", newValue: "" }));
    expect(renewed()).toBe(true);
    dispatchEvent(new StorageEvent("storage", { key: "orin.premium", newValue: "ada" }));
    expect(renewed()).toBe(true);
    expect(page.client.getQueryState(["wallet", "summary"])?.isInvalidated).toBe(false);
  });

  it("keeps an answer whose renewal failed, over any number of visits without a network", async () => {
    const first = await openPage();
    await first.keep();
    first.client.setQueryData(["catalogue", "tracks"], ["song"], { updatedAt: 1_000 });
    for (let visit = 0; visit < 2; visit++) {
      await isSaved();
      const page = await openPage();
      await page.keep();
      expect(page.client.getQueryState(["catalogue", "tracks"])).toMatchObject({ status: "success", error: null });
      const queryFn = () => Promise.reject(new Error("no network"));
      await page.client.prefetchQuery({ queryKey: ["catalogue", "tracks"], queryFn, retry: false });
      expect(page.client.getQueryState(["catalogue", "tracks"])?.status).toBe("error");
    }
    await isSaved();
    const last = await openPage();
    await last.keep();
    expect(last.client.getQueryState(["catalogue", "tracks"])).toMatchObject({ data: ["song"], dataUpdatedAt: 1_000 });
  });

  it("shows nothing of one user to the next, in memory or after a reload", async () => {
    const page = await openPage();
    page.session.startSession(answerOf("ada"), true);
    await page.keep();
    page.client.setQueryData(["wallet", "summary"], { availableBalance: 7 });
    await isSaved();
    page.session.startSession(answerOf("bayo"), true);
    expect(page.client.getQueryData(["wallet", "summary"])).toBeUndefined();
    await isSaved();

    const reloaded = await openPage();
    await reloaded.keep();
    expect(reloaded.client.getQueryData(["wallet", "summary"])).toBeUndefined();
    reloaded.session.startSession(answerOf("ada"), true);
    const asAda = await openPage();
    await asAda.keep();
    expect(asAda.client.getQueryData(["wallet", "summary"])).toBeUndefined();
  });

  it("leaves nothing on the device of somebody whose session ended while no page was open", async () => {
    const first = await openPage();
    first.session.startSession(answerOf("ada"), true);
    await first.keep();
    first.client.setQueryData(["wallet", "summary"], { availableBalance: 7 });
    await isSaved();
    localStorage.clear();
    await (await openPage()).keep();
    localStorage.setItem("token", "t-ada");
    localStorage.setItem("userId", "ada");
    const asAda = await openPage();
    await asAda.keep();
    expect(asAda.client.getQueryData(["wallet", "summary"])).toBeUndefined();
  });

  it("opens without saved answers when the device cannot store", async () => {
    vi.stubGlobal("indexedDB", {
      open: () => {
        throw new DOMException("No", "UnknownError");
      },
    });
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const page = await openPage();
    await page.keep();
    expect(page.client.getQueryCache().getAll()).toEqual([]);
    warn.mockRestore();
  });
});
