import "../../../testing/indexed_db.ts";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { givenTrack } from "../../../testing/given_tracks.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { appSaved } from "../../lib/saved/app_saved.ts";
import { startSession } from "../../lib/session.ts";
import { LikedSongs } from "./LikedSongs.tsx";

const [ONE, TWO, THREE] = ["One", "Two", "Three"].map((title) => givenTrack(title, { _id: title }));
const LICENCE = { licence: "l", deviceId: "d", issuedAt: Date.now(), until: Date.now() + 9e8, now: Date.now() };

// What comes lazily is here before anybody waits for it.
beforeAll(async () => {
  await Promise.all([import("../saving/SaveMusic.tsx"), appSaved()]);
});
beforeEach(() => {
  // jsdom keeps no files; here only the records count.
  const cache = { keys: () => Promise.resolve([]), delete: () => Promise.resolve(true) };
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache) });
  startSession({ token: "t", role: "listener", userId: "u1", reportToken: "r", expiresAt: "" }, true);
});
afterEach(async () => {
  await (await appSaved()).removeAll();
  vi.unstubAllGlobals();
});

function open() {
  const page = { trackIds: ["One", "Two", "Three"], artistIds: [] };
  const calls = answerCalls({
    "GET /api/v1/hearts": [
      { body: { ...page, tracks: [ONE, TWO], nextCursor: "c2" } },
      { body: { ...page, tracks: [THREE] } },
    ],
    "GET /api/v1/offline-licence": { body: LICENCE },
  });
  renderScreen(<LikedSongs />, { route: "/playlist", path: "/playlist?list=liked" });
  return calls;
}

it("Liked Songs are saved as a whole, also those that were not loaded yet", async () => {
  const calls = open();
  expect(await screen.findByText("Two")).toBeTruthy();
  expect(calls.filter(({ call }) => call === "GET /api/v1/hearts")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Save on this device" }));
  expect(await screen.findByRole("link", { name: "Saving 0 of 3" })).toBeTruthy();
  const { collections } = (await appSaved()).snapshot.get();
  expect(collections).toMatchObject([{ id: "liked", title: "Liked Songs", trackIds: ["One", "Two", "Three"] }]);
});
