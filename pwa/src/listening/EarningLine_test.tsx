import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { EARNING_OF_A_NEWCOMER as EARNING } from "../../testing/given_earning.ts";
import { givenListener } from "../../testing/given_session.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { reportUnreached } from "../lib/connection.ts";
import { endSession } from "../lib/session.ts";
import { createStore, useStore } from "../lib/store.ts";
import { EMPTY_SNAPSHOT, type OutboxSnapshot } from "../outbox/snapshot.ts";
import { tellHeard } from "../player/live_play.ts";
import { EarningLine, ShortEarningLine } from "./EarningLine.tsx";

const outbox = createStore<OutboxSnapshot | undefined>(undefined);
vi.mock("../lib/app_outbox.ts", () => ({ useOutboxSnapshot: () => useStore(outbox) }));

const CALL = "GET /api/v1/earning";
const OVER = /That's your ₦2 for today. Keep listening; earning restarts at midnight./;
const hear = (listenedMs: number) => act(() => tellHeard({ playId: "p1", listenedMs }));
const receipt = {
  ...{ playId: "p1", userId: "u1", track: { title: "Ìrọ̀lẹ́", artist: "Bísí", coverImageUrl: "" } },
  ...{ status: "accepted" as const, tokens: 0.02, gainedUnits: 2, listenedMs: 6_000, at: 1 },
  outlook: { unitsLeft: 100, msPerUnit: 3_000 },
};

givenListener();
beforeEach(() => {
  outbox.set({ ...EMPTY_SNAPSHOT, userId: "u1", receipts: [receipt] });
  tellHeard(undefined);
});
afterEach(() => void vi.useRealTimers());

it("the earning line is one sentence with a meter, and each part leads to where it is about", async () => {
  answerCalls({ [CALL]: { body: EARNING } });
  renderScreen(<EarningLine />);
  const line = await screen.findByRole("region", { name: "What you earn" });
  expect(line.textContent).toBe("₦1.79 of ₦2 today · ₦98.21 to your first ₦100 · 4 steps to ₦24 a day");
  expect(screen.getByRole("progressbar", { name: "Earned today" }).getAttribute("aria-valuetext"))
    .toBe("₦1.79 of ₦2 today");
  expect(screen.getByRole("link", { name: "4 steps to ₦24 a day" }).getAttribute("href")).toBe("/settings/level");
});

it("grows with the song that is heard, everywhere at the same time", async () => {
  answerCalls({ [CALL]: { body: EARNING } });
  renderScreen(
    <>
      <EarningLine />
      <ShortEarningLine />
    </>,
  );
  expect(await screen.findAllByText("₦1.79 of ₦2 today")).toHaveLength(2);
  hear(18_000);
  expect(screen.getAllByText("₦1.83 of ₦2 today")).toHaveLength(2);
});

it("says once that the day's limit is reached, and stays as a quiet mark", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  answerCalls({ [CALL]: { body: EARNING } });
  renderScreen(<ShortEarningLine />);
  await vi.waitFor(() => expect(screen.getByText("₦1.79 of ₦2 today")).toBeTruthy());
  hear(66_000);
  expect(screen.queryByText(OVER)).toBeNull();
  hear(69_000);
  expect(screen.getByText(OVER)).toBeTruthy();
  act(() => void vi.runAllTimers());
  expect(screen.queryByText(OVER)).toBeNull();
  expect(screen.getByText("₦2 today, earning again at midnight")).toBeTruthy();
  hear(10_000);
  hear(90_000);
  expect(screen.queryByText(OVER)).toBeNull();
});

it("says offline what waits, and nothing to visitors", async () => {
  const calls = answerCalls({ [CALL]: { body: EARNING } });
  renderScreen(<EarningLine />);
  await screen.findByText("₦1.79 of ₦2 today");
  act(() => outbox.set({ ...EMPTY_SNAPSHOT, userId: "u1", waiting: 2 }));
  expect(screen.queryByText(/waiting/)).toBeNull();
  act(() => reportUnreached());
  expect(screen.getByText("2 plays waiting for a network")).toBeTruthy();
  act(() => endSession());
  expect(screen.queryByRole("region")).toBeNull();
  expect(calls).toHaveLength(1);
});
