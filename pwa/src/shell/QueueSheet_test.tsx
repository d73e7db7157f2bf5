import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render_screen.tsx";
import { appPlayer } from "../player/app_player.ts";
import { QUEUE } from "../player/testing/given.ts";
import { QueueSheet } from "./QueueSheet.tsx";
import { SleepSheet } from "./SleepSheet.tsx";

beforeEach(() => {
  // jsdom has the element, but no sound.
  for (const name of ["play", "pause", "load"] as const) {
    vi.spyOn(HTMLMediaElement.prototype, name).mockImplementation(() => Promise.resolve());
  }
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  appPlayer().playTrack(QUEUE, 0);
});

const ids = () => appPlayer().state.get().queue.map(({ id }) => id).join(" ");
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("QueueSheet", () => {
  it("puts songs into another order by arrow keys, which keep the focus, and by buttons", async () => {
    renderScreen(<QueueSheet onClose={() => {}} />);
    const grip = screen.getByRole("button", { name: /^Move Title three: drag/ });
    grip.focus();
    fireEvent.keyDown(grip, { key: "ArrowUp" });
    expect([ids(), document.activeElement?.getAttribute("aria-label")]).toEqual([
      "one three two",
      "Move Title three: drag, or use the arrow keys",
    ]);
    await press("Reorder");
    await press("Move Title one down");
    expect([ids(), appPlayer().state.get().track?.id]).toEqual(["three one two", "one"]);
    await press("Move Title two down");
    expect(ids()).toBe("three one two");
  });

  it("drags a song over another", () => {
    renderScreen(<QueueSheet onClose={() => {}} />);
    const rows = screen.getAllByRole("listitem");
    document.elementFromPoint = () => rows[2] ?? null;
    fireEvent.pointerDown(screen.getByRole("button", { name: /^Move Title one: drag/ }));
    fireEvent.pointerMove(window, { clientX: 5, clientY: 90 });
    fireEvent.pointerUp(window);
    fireEvent.pointerMove(window, { clientX: 5, clientY: 5 });
    expect(ids()).toBe("two three one");
  });

  it("jumps to a song, takes songs out and clears what comes", async () => {
    renderScreen(<QueueSheet onClose={() => {}} />);
    await userEvent.click(screen.getByRole("button", { name: /^Play.*Title two/ }));
    expect(appPlayer().state.get().track?.id).toBe("two");
    await press("Remove Title one from the queue");
    expect(ids()).toBe("two three");
    await press("Clear");
    expect(ids()).toBe("two");
  });
});

describe("SleepSheet", () => {
  it("sets the end of the song, and nothing again", async () => {
    renderScreen(<SleepSheet onClose={() => {}} />);
    await press("End of song");
    expect(appPlayer().state.get().stopsAfterTrack).toBe(true);
    cleanup();
    renderScreen(<SleepSheet onClose={() => {}} />);
    expect(screen.getByText("The music stops at the end of this song.")).toBeTruthy();
    await press("Off");
    await act(() => Promise.resolve());
    expect(appPlayer().state.get().stopsAfterTrack).toBe(false);
  });
});
