import "../../testing/indexed_db.ts";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { startSession } from "../lib/session.ts";
import { appPlayer } from "../player/app_player.ts";
import { addSuggestions, addToEnd } from "../player/queue.ts";
import { givenTrack, QUEUE } from "../player/testing/given.ts";
import { Queue } from "./Queue.tsx";
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

describe("Queue", () => {
  it("puts songs into another order by arrow keys, which keep the focus, and by buttons", async () => {
    renderScreen(<Queue />);
    const grip = screen.getByRole("button", { name: /^Move Title three: drag/ });
    grip.focus();
    fireEvent.keyDown(grip, { key: "ArrowUp" });
    expect([ids(), document.activeElement?.getAttribute("aria-label")]).toEqual([
      "one three two",
      "Move Title three: drag, or use the arrow keys",
    ]);
    await press("Reorder");
    await press("Move Title three down");
    expect([ids(), appPlayer().state.get().track?.id]).toEqual(["one two three", "one"]);
    await press("Move Title three down");
    expect(ids()).toBe("one two three");
    // What comes does not go before what plays, which has its own place.
    await press("Move Title two up");
    expect(ids()).toBe("one two three");
    expect(screen.queryByRole("button", { name: "Move Title one down" })).toBeNull();
  });

  it("drags a song over another", () => {
    renderScreen(<Queue />);
    const rows = screen.getAllByRole("listitem");
    document.elementFromPoint = () => rows[2] ?? null;
    fireEvent.pointerDown(screen.getByRole("button", { name: /^Move Title two: drag/ }));
    fireEvent.pointerMove(window, { clientX: 5, clientY: 90 });
    fireEvent.pointerUp(window);
    fireEvent.pointerMove(window, { clientX: 5, clientY: 5 });
    expect(ids()).toBe("one three two");
  });

  it("shows what plays, what comes and what Orin adds apart, and what was played behind a fold", () => {
    appPlayer().jumpTo(1);
    addSuggestions(appPlayer(), [givenTrack("near")]);
    renderScreen(<Queue />);
    const titlesIn = (name: string) =>
      within(screen.getByRole("list", { name, hidden: true })).getAllByText(/^Title/).map((one) => one.textContent);
    const parts = ["Now playing", "Next in queue", "Next from Orin", "Already played"];
    expect(parts.map(titlesIn)).toEqual([["Title two"], ["Title three"], ["Title near"], ["Title one"]]);
    expect(screen.getByText("Already played (1)").closest("details")?.open).toBe(false);
  });

  it("has one repeat, whose name says what it does now", async () => {
    renderScreen(<Queue />);
    const states = ["Repeat", "Repeat this song", "Repeat all", "Repeat"];
    for (const [place, name] of states.entries()) {
      const button = screen.getByRole("button", { name });
      expect(button.getAttribute("aria-pressed")).toBe(String(place === 1 || place === 2));
      if (place < 3) await userEvent.click(button);
    }
  });

  it("jumps to a song, takes songs out and clears what comes", async () => {
    renderScreen(<Queue />);
    await userEvent.click(screen.getByRole("button", { name: /^Play.*Title two/ }));
    expect(appPlayer().state.get().track?.id).toBe("two");
    await press("Remove Title one from the queue");
    expect(ids()).toBe("two three");
    await press("Clear");
    expect(ids()).toBe("two");
  });

  it("says why songs are there that nobody chose, and lets them go with the switch", async () => {
    addSuggestions(appPlayer(), [{ ...givenTrack("near"), reason: "followed_artist" }]);
    renderScreen(<Queue />);
    expect(screen.getByRole("heading", { name: "Next from Orin" })).toBeTruthy();
    expect(screen.getByText("Because you follow Ayọ̀")).toBeTruthy();
    await userEvent.click(screen.getByRole("checkbox", { name: "Next from Orin" }));
    expect([ids(), screen.queryByRole("heading", { name: "Next from Orin" })]).toEqual(["one two three", null]);
    await userEvent.click(screen.getByRole("checkbox", { name: "Next from Orin" }));
  });

  it("becomes a playlist of Premium, each song once, and says to all others what it is part of", async () => {
    startSession({ token: "t", role: "listener", userId: "u1", reportToken: "r", expiresAt: "" }, true);
    const lists = (canEdit: boolean) => ({ body: { playlists: [], canEdit } });
    answerCalls({ "GET /api/v1/playlists": lists(false) });
    renderScreen(<Queue />);
    await press("Save as playlist");
    expect(await screen.findByRole("dialog", { name: "Custom playlists are part of Premium" })).toBeTruthy();
    cleanup();
    addToEnd(appPlayer(), [givenTrack("one")]);
    const calls = answerCalls({ "GET /api/v1/playlists": lists(true), "POST /api/v1/playlists": { body: {} } });
    renderScreen(<Queue />);
    await press("Save as playlist");
    await userEvent.type(await screen.findByLabelText("Name"), "Sunday");
    await press("Create");
    await vi.waitFor(() => expect(calls.find(({ call }) => call === "POST /api/v1/playlists")?.body).toBeDefined());
    expect(calls.find(({ call }) => call === "POST /api/v1/playlists")?.body).toMatchObject({
      ...{ name: "Sunday", trackIds: ["one", "two", "three"] },
    });
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
