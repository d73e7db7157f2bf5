import "../../testing/indexed_db.ts";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { givenTrack } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { appSaved } from "../lib/saved/app_saved.ts";
import { startSession } from "../lib/session.ts";
import { SavedMusic } from "./SavedMusic.tsx";

const TRACKS = [givenTrack("One", { _id: "one" }), givenTrack("Two", { _id: "two" })];
const ALBUM = { kind: "album", id: "first", title: "First", coverImageUrl: "/c/256.webp" } as const;

beforeEach(() => {
  // jsdom keeps no files; here only the records count.
  const cache = { keys: () => Promise.resolve([]), delete: () => Promise.resolve(true) };
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache) });
  answerCalls({
    "GET /api/v1/offline-licence": refusal(403, "Offline mode is part of Premium", { code: "premium_only" }),
  });
  startSession({ token: "t", role: "listener", userId: "u1", reportToken: "r", expiresAt: "" }, true);
});
afterEach(async () => {
  await (await appSaved()).removeAll();
  vi.unstubAllGlobals();
});

const show = async () => {
  renderScreen(<SavedMusic />, { route: "/saved" });
  await screen.findByRole("heading", { name: "Saved music" });
};

describe("SavedMusic", () => {
  it("says what to do where nothing is saved", async () => {
    await show();
    expect(await screen.findByText("Nothing saved yet")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse Tracks" })).toBeTruthy();
  });

  it("shows songs and albums with their progress, and why they are locked", async () => {
    await (await appSaved()).save(TRACKS, "high", ALBUM);
    await show();
    expect(await screen.findByText("0 of 2 songs saved")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "Saving First" })).toBeTruthy();
    expect(await screen.findByText(/locked because your Premium has ended/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "See Premium" })).toBeTruthy();
  });

  it("removes a song, and all after asking", async () => {
    await (await appSaved()).save(TRACKS, "high");
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Remove One from this device" }));
    expect(await screen.findByText("0 of 1 song saved")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove all" }));
    const [, confirm] = screen.getAllByRole("button", { name: "Remove all" });
    if (confirm) await userEvent.click(confirm);
    expect(await screen.findByText("Nothing saved yet")).toBeTruthy();
  });
});
