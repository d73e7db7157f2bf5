import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { EARNING_OF_A_NEWCOMER as EARNING } from "../../testing/given_earning.ts";
import { givenListener } from "../../testing/given_session.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import type { Store } from "../lib/store.ts";
import { EarningLine } from "./EarningLine.tsx";

const outbox = vi.hoisted((): {
  snapshot: Store<{ receipts: []; lastFlush?: { at: number } } | undefined> | undefined;
} => ({
  snapshot: undefined,
}));
vi.mock("../lib/app_outbox.ts", async () => {
  const { createStore, useStore } = await import("../lib/store.ts");
  const snapshot: NonNullable<typeof outbox.snapshot> = createStore<
    { receipts: []; lastFlush?: { at: number } } | undefined
  >(
    undefined,
  );
  outbox.snapshot = snapshot;
  return {
    useOutboxSnapshot: () => useStore(snapshot),
    outboxSnapshot: snapshot,
    appOutbox: () => new Promise(() => {}),
  };
});

givenListener();

it("what is earned is asked for again, once, after the first report of an outbox that never sent one", async () => {
  const of = (earned: number) => ({ body: { ...EARNING, today: { ...EARNING.today, earned } } });
  const calls = answerCalls({ "GET /api/v1/earning": [of(0), of(0.06)] });
  // On a screen, and in the player.
  renderScreen(
    <>
      <EarningLine />
      <EarningLine />
    </>,
  );
  expect(await screen.findAllByText("₦0 of ₦2 today")).toHaveLength(2);
  act(() => outbox.snapshot?.set({ receipts: [] }));
  act(() => outbox.snapshot?.set({ receipts: [], lastFlush: { at: Date.now() } }));
  await waitFor(() => expect(screen.getAllByText("₦0.06 of ₦2 today")).toHaveLength(2));
  expect(calls.filter(({ call }) => call === "GET /api/v1/earning")).toHaveLength(2);
});
