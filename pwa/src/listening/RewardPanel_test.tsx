import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render_screen.tsx";
import { createStore, useStore } from "../lib/store.ts";
import type { Receipt } from "../outbox/schema.ts";
import { EMPTY_SNAPSHOT, type OutboxSnapshot } from "../outbox/snapshot.ts";
import { tellHeard } from "../player/live_play.ts";
import { RewardPanel } from "./RewardPanel.tsx";

const outbox = createStore<OutboxSnapshot | undefined>(undefined);
vi.mock("../lib/app_outbox.ts", () => ({ useOutboxSnapshot: () => useStore(outbox) }));

const TRACK = { title: "Ìrọ̀lẹ́", artist: "Bísí", coverImageUrl: "" };
let at = Date.now() + 60_000;
let playId: string;

const OUTLOOK = { unitsLeft: 10, msPerUnit: 3_000 };

/** The newest answer about the play. */
function answer({ outlook = OUTLOOK, ...change }: Partial<Receipt> = {}): void {
  show({ ...given(), outlook, ...change });
}

function given(): Receipt {
  return {
    ...{ playId, userId: "u1", track: TRACK, status: "accepted", tokens: 0.02, gainedUnits: 2, listenedMs: 6_100 },
    at: at++,
  };
}

function show(receipt: Receipt): void {
  const lastFlush = { at, userId: "u1" };
  act(() => outbox.set({ ...EMPTY_SNAPSHOT, userId: "u1", receipts: [receipt], lastFlush }));
}

const hear = (listenedMs: number) => act(() => tellHeard({ playId, listenedMs }));
const shown = () => screen.queryByRole("status")?.textContent ?? "";

beforeEach(() => {
  playId = crypto.randomUUID();
  tellHeard(undefined);
  outbox.set(undefined);
});

describe("RewardPanel", () => {
  it("says what the newest answered play earned, until it is put away", async () => {
    renderScreen(<RewardPanel />);
    answer({ at: 1 });
    expect(screen.queryByText(/earned/)).toBeNull();
    answer({ tokens: 0.3 });
    expect(screen.getByText("0.30 tokens earned")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(shown()).toBe("");
    // The same play is not brought back by its next answer, another one is.
    answer({ tokens: 0.4 });
    expect(shown()).toBe("");
    answer({ playId: crypto.randomUUID(), tokens: 0.4 });
    expect(screen.getByText("0.40 tokens earned")).toBeTruthy();
  });

  it("grows while the play goes on, marked as an estimate, and follows each answer", () => {
    renderScreen(<RewardPanel />);
    hear(6_100);
    answer();
    expect(screen.getByText("0.02 tokens earned")).toBeTruthy();
    hear(8_900);
    expect(screen.getByText("0.02 tokens earned")).toBeTruthy();
    hear(16_000);
    expect(screen.getByText("About 0.05 tokens so far")).toBeTruthy();
    answer({ tokens: 0.06, listenedMs: 18_500, outlook: { unitsLeft: 6, msPerUnit: 3_000 } });
    expect(screen.getByText("0.06 tokens earned")).toBeTruthy();
  });

  it("never says more than the last answer leaves for today", () => {
    renderScreen(<RewardPanel />);
    hear(6_100);
    answer({ outlook: { unitsLeft: 3, msPerUnit: 3_000 } });
    hear(600_000);
    expect(screen.getByText("About 0.05 tokens so far")).toBeTruthy();
  });

  it("adds nothing once an answer says that less was credited, none tells what is left, or another play goes on", () => {
    renderScreen(<RewardPanel />);
    hear(6_100);
    answer({ status: "capped", reason: "already_earned" });
    hear(60_000);
    expect(shown()).not.toContain("About");
    show(given());
    expect(shown()).not.toContain("About");
    answer();
    act(() => tellHeard({ playId: "another", listenedMs: 90_000 }));
    expect(shown()).not.toContain("About");
  });

  it.each(
    [
      ["capped", "already_earned", "You have earned all this song can give today."],
      ["capped", "pool_empty", "Today's reward pool is used up. A new one starts tomorrow."],
      ["refused", "unknown_track", "This song is no longer on Orin."],
      ["capped", "a_reason_of_tomorrow", "Orin did not count all of this play."],
    ] as const,
  )("says why a play was %s: %s", (status, reason, text) => {
    renderScreen(<RewardPanel />);
    answer({ status, reason, tokens: 0 });
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText("Not counted") !== null).toBe(status === "refused");
  });
});
