import type { PlayHistoryEntry } from "@contract/listening.ts";
import { act, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { reportReached } from "../lib/connection.ts";
import { startSession } from "../lib/session.ts";
import { createStore, useStore } from "../lib/store.ts";
import type { Receipt } from "../outbox/schema.ts";
import { EMPTY_SNAPSHOT, type OutboxSnapshot } from "../outbox/snapshot.ts";
import { Earnings } from "./Earnings.tsx";

const outbox = createStore<OutboxSnapshot | undefined>(undefined);
vi.mock("../lib/app_outbox.ts", () => ({ useOutboxSnapshot: () => useStore(outbox) }));

const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const SUMMARY = "GET /api/v1/withdrawal-summary";
const HISTORY = "GET /api/v1/play-history";
const TRACK = { title: "Ìrọ̀lẹ́", artist: "Bísí", coverImageUrl: "" };

const summary = {
  availableBalance: 1117.5,
  settlingBalance: 0,
  pendingWithdrawal: 0,
  totalEarned: 1200,
  canWithdraw: true,
};
const play: PlayHistoryEntry = {
  _id: "p1",
  trackId: { _id: "t1", ...TRACK },
  durationPlayed: 1.52,
  tokensEarned: 0.3,
  playedAt: "2026-11-19T07:26:47.854Z",
  listenedMs: 91_072,
  creditedMs: 91_072,
  status: "accepted",
  policyVersion: 1,
  offline: false,
};
const capped: PlayHistoryEntry = {
  ...{ ...play, _id: "p2", tokensEarned: 0, creditedMs: 0, status: "capped", reason: "already_earned" },
  playedAt: "2026-11-18T07:26:47.854Z",
};

const receipt: Receipt = {
  ...{ playId: "p1", userId: "u1", track: TRACK, status: "accepted", tokens: 0.3, gainedUnits: 30 },
  ...{ listenedMs: 91_072, at: Date.now() + 60_000 },
};

function open(answers: Record<string, Answer | readonly Answer[]> = {}) {
  const calls = answerCalls({
    [SUMMARY]: { body: summary },
    [HISTORY]: { body: { playHistory: [play, capped], playCount: 659 } },
    ...answers,
  });
  renderScreen(<Earnings />, { route: "/earnings" });
  return calls;
}

const change = (snapshot: Partial<OutboxSnapshot>) => act(() => outbox.set({ ...EMPTY_SNAPSHOT, ...snapshot }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

beforeEach(() => {
  localStorage.clear();
  startSession(SESSION, true);
  outbox.set(undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  reportReached();
});

describe("Earnings", () => {
  it("shows the four figures with two decimals", async () => {
    open();
    await screen.findByText("Available Balance");
    expect(figure("Available Balance")).toBe("1,117.50tokens");
    expect(figure("Total tokens earned")).toBe("1,200.00");
    expect(figure("Pending amount")).toBe("0.00");
    expect(figure("Tracks played")).toBe("659");
    expect(screen.getByRole("link", { name: "Redeem Tokens" }).getAttribute("href")).toBe("/withdraw-tokens");
  });

  it("opens a play's receipt, which says why it earned nothing", async () => {
    open();
    await screen.findByText("Listening history");
    await userEvent.click(screen.getAllByRole("button", { name: /Ìrọ̀lẹ́/ })[1] ?? document.body);
    const dialog = screen.getByRole("dialog", { name: "Receipt" });
    expect(within(dialog).getByText("1 minute 31 seconds")).toBeTruthy();
    expect(within(dialog).getByText("0 seconds")).toBeTruthy();
    expect(within(dialog).getByText("Earned in part")).toBeTruthy();
    expect(within(dialog).getByText("You have earned all this song can give today.")).toBeTruthy();
    expect(within(dialog).getByRole("link", { name: "Version 1" }).getAttribute("href")).toBe("/policy");
    const song = within(dialog).getByRole("link", { name: play.trackId.title });
    expect(song.getAttribute("href")).toBe(`/track/${play.trackId._id}`);
  });

  it("goes on with older plays", async () => {
    const older = { ...play, _id: "p0", trackId: { ...play.trackId, title: "Older" } };
    open({ [HISTORY]: [{ body: { playHistory: [play], nextCursor: "c" } }, { body: { playHistory: [older] } }] });
    await screen.findByText("Listening history");
    await press("Show older plays");
    expect(await screen.findByText("Older")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show older plays" })).toBeNull();
  });

  it.each([SUMMARY, HISTORY])("fails as a whole when %s fails, and tries that again", async (call) => {
    const calls = open({ [call]: ["no network", { body: { ...summary, playHistory: [] } }] });
    expect(await screen.findByText("Failed to load your earnings data. Please try again later.")).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText("Available Balance")).toBeTruthy();
    expect(calls.filter((made) => made.call === call)).toHaveLength(2);
  });

  it("says what waits, without guessing what it will earn", async () => {
    open();
    await screen.findByText("Available Balance");
    change({ userId: "u1", waiting: 3, waitingMs: 125_000 });
    const waiting = screen.getByText(/3 plays waiting/);
    expect(waiting.textContent).toContain("2 minutes 5 seconds");
    expect(screen.queryByText(/tokens came in/)).toBeNull();
    expect(figure("Available Balance")).toBe("1,117.50tokens");
  });

  it("says what came in, and asks for the figures again", async () => {
    const better = { body: { ...summary, availableBalance: 1118 } };
    open({ [SUMMARY]: [{ body: summary }, better] });
    await screen.findByText("Available Balance");
    change({ userId: "u1", waiting: 1, lastFlush: { at: 1, userId: "u1" } });
    const lastFlush = { at: 2, userId: "u1" };
    change({ userId: "u1", earnedSince: 0.5, receipts: [receipt], lastFlush });
    expect(screen.getByText("0.50 tokens (₦0.50)")).toBeTruthy();
    expect(screen.getByText(/most recently with Ìrọ̀lẹ́\./)).toBeTruthy();
    await vi.waitFor(() => expect(figure("Available Balance")).toBe("1,118.00tokens"));
  });

  it("lists the refused plays with their reasons", async () => {
    open();
    await screen.findByText("Available Balance");
    const row = { id: "p9", track: TRACK, createdAt: Date.now(), lastError: "too_old" };
    change({ userId: "u1", dead: [row as unknown as OutboxSnapshot["dead"][number]] });
    await userEvent.click(screen.getByText("1 play was not counted"));
    expect(screen.getByText("This play is more than 14 days old, too old to count.")).toBeTruthy();
  });

  it("asks to log in again where plays wait for that", async () => {
    open();
    await screen.findByText("Available Balance");
    change({ userId: "u1", waiting: 2, blocked: 2 });
    expect(screen.getByText("Log in again to send them. Nothing gets lost.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Log in" })).toBeTruthy();
  });
});
