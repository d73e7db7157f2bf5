import "../../testing/indexed_db.ts";
import { act, renderHook, waitFor } from "@testing-library/react";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import type { Write } from "../outbox/write.ts";

const FOLLOW = "POST /api/v1/follow/ayo";
const write: Write = { kind: "follow", artistId: "ayo", wanted: true };
const NEW = { write, about: "Ayọ̀", before: false };
const sessionOf = (userId: string) => ({
  ...{ token: `t-${userId}`, role: "listener", userId, reportToken: `r-${userId}`, expiresAt: "" } as const,
});

/** A page that is loaded anew: ada is logged in. */
async function openPage() {
  vi.resetModules();
  const [writes, session, app] = await Promise.all([
    import("./writes.ts"),
    import("./session.ts"),
    import("./app_outbox.ts"),
  ]);
  session.startSession(sessionOf("ada"), true);
  const outbox = await app.appOutbox();
  const { result } = renderHook(() => writes.useWrites());
  return { ...writes, session, outbox, app, states: () => result.current.map(({ state }) => state) };
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("indexedDB", new IDBFactory());
  // Deno's channel does not know jsdom's events.
  vi.stubGlobal("BroadcastChannel", undefined);
});

it("a write that meets no network waits, over a reload, and has the same key when it is sent", async () => {
  const calls = answerCalls({ [FOLLOW]: ["no network", { body: { isFollowing: true, followerCount: 1 } }] });
  const first = await openPage();
  await act(async () => expect(await first.submitWrite(NEW)).toMatchObject({ isSent: false }));
  expect(first.states()).toEqual(["waiting"]);
  expect(first.isWaiting(await shownBy(first), "follow/ayo")).toBe(true);
  first.outbox.close();

  const second = await openPage();
  await act(async () => await second.outbox.refresh());
  await act(() => second.outbox.nudge());
  await waitFor(() => expect(second.states()).toEqual(["sent"]));
  const keys = calls.filter(({ call }) => call === FOLLOW).map(({ headers }) => headers.get("idempotency-key"));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it("a write that is refused in front of the user rejects, and is shown no more", async () => {
  answerCalls({ [FOLLOW]: refusal(404, "Artist not found") });
  const page = await openPage();
  await act(async () => await expect(page.submitWrite(NEW)).rejects.toMatchObject({ text: "Artist not found" }));
  expect(page.states()).toEqual([]);
  expect(page.outbox.snapshot()).toMatchObject({ writes: [], refusedWrites: [] });
});

it("a write that was answered is newer than lists from before, and no newer than those from after", async () => {
  answerCalls({ [FOLLOW]: { body: { isFollowing: true, followerCount: 1 } } });
  const page = await openPage();
  await act(async () => expect(await page.submitWrite(NEW)).toMatchObject({ isSent: true }));
  const shown = await shownBy(page);
  const sentAt = shown[0]?.sentAt ?? 0;
  expect(page.newerThan(shown, sentAt - 1)).toHaveLength(1);
  expect(page.newerThan(shown, sentAt + 1)).toEqual([]);
});

it("a write that this page has sent is known as its own before the outbox tells of it, so that nothing is asked anew", async () => {
  answerCalls({ [FOLLOW]: { body: { isFollowing: true, followerCount: 1 } } });
  const page = await openPage();
  const told: boolean[] = [];
  page.app.outboxSnapshot.subscribe(() => {
    for (const { id } of page.app.outboxSnapshot.get()?.sentWrites ?? []) told.push(page.answeredHere.has(id));
  });
  await act(async () => void await page.submitWrite(NEW));
  await act(async () => await page.outbox.refresh());
  expect(new Set(told)).toEqual(new Set([true]));
});

it("nobody is shown what another user did on this device", async () => {
  answerCalls({});
  const page = await openPage();
  await act(async () => void await page.submitWrite(NEW));
  expect(page.states()).toEqual(["waiting"]);
  act(() => page.session.startSession(sessionOf("bola"), true));
  expect(page.states()).toEqual([]);
  await act(async () => await page.outbox.refresh());
  expect(page.states()).toEqual([]);
});

it("a device that cannot store asks the service all the same", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("No", "UnknownError");
    },
  });
  answerCalls({ [FOLLOW]: [{ body: { isFollowing: true, followerCount: 1 } }, "no network"] });
  const page = await openPage();
  await act(async () => expect(await page.submitWrite(NEW)).toMatchObject({ isSent: true }));
  expect(page.states()).toEqual(["sent"]);
  await act(async () => await expect(page.submitWrite(NEW)).rejects.toMatchObject({ kind: "network" }));
});

async function shownBy({ useWrites }: { useWrites: typeof import("./writes.ts").useWrites }) {
  const { result } = renderHook(() => useWrites());
  return await Promise.resolve(result.current);
}
