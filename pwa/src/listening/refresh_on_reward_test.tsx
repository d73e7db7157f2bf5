import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { givenListener } from "../../testing/given_session.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import type { Store } from "../lib/store.ts";
import { EarnedToday } from "./EarnedToday.tsx";

const outbox = vi.hoisted((): { snapshot: Store<{ lastFlush?: { at: number } } | undefined> | undefined } => ({
  snapshot: undefined,
}));
vi.mock("../lib/app_outbox.ts", async () => {
  const { createStore, useStore } = await import("../lib/store.ts");
  const snapshot: NonNullable<typeof outbox.snapshot> = createStore<{ lastFlush?: { at: number } } | undefined>(
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

it("what was earned today is asked for again after the first report of an outbox that never sent one", async () => {
  const none = { body: { playHistory: [] } };
  const one = {
    body: { playHistory: [{ playedAt: new Date().toISOString(), tokensEarned: 0.06, creditedMs: 6_000 }] },
  };
  answerCalls({
    "GET /api/v1/play-history": [none, one],
    "GET /api/v1/withdrawal-summary": { body: { availableBalance: 0, settlingBalance: 0 } },
  });
  renderScreen(<EarnedToday />);
  expect(await screen.findByText("0.00")).toBeTruthy();
  act(() => outbox.snapshot?.set({}));
  act(() => outbox.snapshot?.set({ lastFlush: { at: Date.now() } }));
  await waitFor(() => expect(screen.getByText("0.06")).toBeTruthy());
});
