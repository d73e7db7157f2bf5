import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render_screen.tsx";
import type { SavedSnapshot } from "../lib/saved/library.ts";
import { createStore, useStore } from "../lib/store.ts";
import { OfflineBar } from "./OfflineBar.tsx";

const saved = createStore<Pick<SavedSnapshot, "lock"> & { tracks: { state: string }[] } | undefined>(undefined);

vi.mock("../lib/saved/app_saved.ts", () => ({ useSaved: () => useStore(saved) }));

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  saved.set(undefined);
});

function show(path = "/songs", { plays = 0, changes = 0 } = {}): string {
  renderScreen(<OfflineBar plays={plays} changes={changes} onClose={() => {}} />, { route: path });
  return screen.getByRole("status").textContent ?? "";
}

it("offline is told of saved music only to those who have some that plays", () => {
  expect(show()).toBe("Offline. Screens you have opened still work.");
  cleanup();
  saved.set({ lock: undefined, tracks: [{ state: "waiting" }] });
  expect(show()).toBe("Offline. Screens you have opened still work.");
  cleanup();
  saved.set({ lock: undefined, tracks: [{ state: "saved" }] });
  expect(show()).toBe("Offline. Saved music still plays.");
  cleanup();
  saved.set({ lock: "premium_ended", tracks: [{ state: "saved" }] });
  expect(show()).toBe("Offline. Screens you have opened still work.");
});

it("offline says on the ways in that they need a connection, and elsewhere what waits", () => {
  expect(show("/login")).toBe("Offline. Logging in needs a connection.");
  cleanup();
  expect(show("/songs", { plays: 2, changes: 1 })).toContain("2 plays and 1 change waiting.");
});
