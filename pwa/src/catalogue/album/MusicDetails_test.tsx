import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls } from "../../../testing/answer_calls.ts";
import { givenTrack } from "../../../testing/given_tracks.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { reportReached } from "../../lib/connection.ts";
import { GivenPlayer } from "../../player/testing/given.ts";
import { MusicDetails } from "./MusicDetails.tsx";

// The real player, on an element that jsdom cannot give.
const given = new GivenPlayer();
vi.mock("../../player/app_player.ts", () => ({ appPlayer: () => given.player }));

const CARD = {
  ...{ _id: "a1", title: "Harmattan", artist: "Ayọ̀", artistId: "u1", coverImageUrl: "", placeholder: "" },
  ...{ trackCount: 1, durationSeconds: 60, releasedAt: "2026-11-01T10:00:00Z" },
};
const ALBUM = { body: { ...CARD, tracks: [givenTrack("One")], artists: [], moreMusic: [{ ...CARD, _id: "a2" }] } };

function open(answers: Record<string, Answer | readonly Answer[]>, path: string) {
  const calls = answerCalls(answers);
  renderScreen(<MusicDetails />, { route: "/music-details", path });
  return calls;
}

afterEach(() => {
  vi.unstubAllGlobals();
  reportReached();
});

describe("an album's page", () => {
  it("shows the album of the address, and asks for no other", async () => {
    const calls = open({ "GET /api/v1/albums/a1": ALBUM }, "/music-details?id=a1");
    expect(await screen.findByRole("heading", { name: "Harmattan" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Play All" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "More Music" })).toBeTruthy();
    expect(calls.map(({ call }) => call)).not.toContain("GET /api/v1/albums");
  });

  it("without an id shows the newest one, after another try where that failed", async () => {
    const newest = ["no network", { body: { albums: [CARD] } }] as const;
    open({ "GET /api/v1/albums": newest, "GET /api/v1/albums/a1": ALBUM }, "/music-details");
    expect(await screen.findByText("Failed to load album")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Harmattan" })).toBeTruthy();
  });

  it("tells plays that came from a release's page apart from those of the album's", async () => {
    open({ "GET /api/v1/albums/a1": ALBUM }, "/music-details?id=a1&from=release");
    await userEvent.click(await screen.findByRole("button", { name: "Play All" }));
    await vi.waitFor(() => expect(given.player.state.get().source).toBe("release"));
  });

  it("says that there is none", async () => {
    open({ "GET /api/v1/albums": { body: { albums: [] } } }, "/music-details");
    expect(await screen.findByRole("heading", { name: "Album not found" })).toBeTruthy();
  });
});
