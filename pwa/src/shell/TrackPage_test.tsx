import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { givenTrack, trackPage } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { reportReached } from "../lib/connection.ts";
import { endSession, startSession } from "../lib/session.ts";
import { TrackPage } from "./TrackPage.tsx";

const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const TRACK = givenTrack("One", { album: "Roads" });
const EARNED = { trackId: "one", tokens: 0.24, plays: 3, creditedMs: 72_000, lastPlayedAt: "2026-11-20T09:00:00.000Z" };
const [OF_TRACK, OF_EARNED] = ["GET /api/v1/tracks/one", "GET /api/v1/track-earnings/one"];

function open(answers: Record<string, Answer | readonly Answer[]> = {}) {
  const calls = answerCalls({
    [OF_TRACK]: { body: { success: true, track: TRACK, albumId: "roads" } },
    [OF_EARNED]: { body: EARNED },
    "GET /api/v1/comments/track/one": { body: { comments: [], page: 1, totalPages: 1, total: 0 } },
    "GET /api/v1/hearts": { body: { trackIds: [], artistIds: [], tracks: [] } },
    ...answers,
  });
  renderScreen(<TrackPage />, { route: "/track/:id", path: "/track/one" });
  return calls;
}

const earned = async () => (await screen.findByRole("region", { name: "What it earned you" })).textContent;

beforeEach(() => {
  localStorage.clear();
  endSession();
});

afterEach(() => {
  vi.unstubAllGlobals();
  reportReached();
});

describe("a track's page", () => {
  it("shows the song, its credits with the ways on, and what there is to do", async () => {
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "One" })).toBeTruthy();
    const credits = within(screen.getByRole("region", { name: "Credits" }));
    const ways = credits.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(ways).toEqual([["Ayọ̀", "/artists/ayo"], ["Roads", "/music-details?id=roads"], [
      "highlife",
      "/songs?genre=highlife",
    ]]);
    expect(credits.getByText("19 Nov 2026")).toBeTruthy();
    for (
      const name of ["Play One by Ayọ̀", "Share One by Ayọ̀", "Add to favourites: One by Ayọ̀", "More for One by Ayọ̀"]
    ) {
      expect(screen.getByRole("button", { name: name.startsWith("Play") ? /^Play/ : name })).toBeTruthy();
    }
    expect(screen.getByRole("link", { name: "Send a gift" }).getAttribute("href")).toBe("/gift/ayo?track=one");
    expect(document.title).toBe("One by Ayọ̀ · Orin");
  });

  it("has the comments of the track, which visitors read and are asked to log in for", async () => {
    open();
    await userEvent.type(await screen.findByLabelText("Write a comment"), "Nice");
    await userEvent.click(screen.getByRole("button", { name: "Post Comment" }));
    expect(screen.getByText("Please log in to comment")).toBeTruthy();
  });

  it("says what the song has earned the listener, by the service's sum", async () => {
    startSession(SESSION, true);
    open();
    expect(await screen.findByText("0.24")).toBeTruthy();
    expect(await earned()).toContain("3 plays, 1:12 counted. Last played 20 Nov 2026.");
  });

  it("says of a song that was not heard that it has earned nothing yet", async () => {
    startSession(SESSION, true);
    open({ [OF_EARNED]: { body: { trackId: "one", tokens: 0, plays: 0, creditedMs: 0 } } });
    expect(await screen.findByText(/Nothing yet\. Play it/)).toBeTruthy();
  });

  it("shows the song also where the sum could not be had, and asks for it again", async () => {
    startSession(SESSION, true);
    open({ [OF_EARNED]: [{ status: 500, body: undefined }, { body: EARNED }] });
    expect(await screen.findByText("Failed to load your earnings data. Please try again later.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("0.24")).toBeTruthy();
  });

  it("asks for no sum of visitors, and of artists none of their own songs", async () => {
    const visitor = open();
    expect(await earned()).toContain("Log in");
    expect(visitor.some(({ call }) => call === OF_EARNED)).toBe(false);
  });

  it("tells artists that their own songs earn them nothing, and offers no gift to themselves", async () => {
    startSession({ ...SESSION, userId: "ayo", role: "creator" }, true);
    const calls = open();
    expect(await earned()).toContain("Your own songs earn you no listening tokens.");
    expect(screen.queryByRole("link", { name: "Send a gift" })).toBeNull();
    expect(calls.some(({ call }) => call === OF_EARNED)).toBe(false);
  });

  it("in early access leads to Premium instead of playing", async () => {
    const early = { ...TRACK, audioUrl: "", earlyAccessUntil: "2090-01-02T17:05:00.000Z" };
    open({ [OF_TRACK]: { body: { success: true, track: early } } });
    expect((await screen.findByRole("link", { name: "Go Premium" })).getAttribute("href")).toBe("/subscriptions");
    expect(screen.getByText(/for Premium until 2 Jan 2090/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Play/ })).toBeNull();
  });

  it.each([400, 404])("that is no page says so, after the answer %i", async (status) => {
    open({ [OF_TRACK]: refusal(status, "Track not found") });
    expect(await screen.findByRole("heading", { level: 1, name: "Song not found" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse Tracks" }).getAttribute("href")).toBe("/songs");
  });

  it("opens from a list that is on the device where there is no network, but not when the song is gone", async () => {
    const fromList = (answer: Answer) => {
      answerCalls({ [OF_TRACK]: answer });
      const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
      client.setQueryData(["catalogue", "tracks", "", ""], { pages: [trackPage([TRACK]).body], pageParams: [""] });
      renderScreen(<TrackPage />, { route: "/track/:id", path: "/track/one", client });
    };
    fromList("no network");
    expect(screen.getByRole("heading", { level: 1, name: "One" })).toBeTruthy();
    cleanup();
    fromList(refusal(404, "Track not found"));
    expect(await screen.findByRole("heading", { level: 1, name: "Song not found" })).toBeTruthy();
  });

  it("that failed to load tries again", async () => {
    open({ [OF_TRACK]: [{ status: 500, body: undefined }, { body: { success: true, track: TRACK } }] });
    expect(await screen.findByText("Failed to load song")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { level: 1, name: "One" })).toBeTruthy();
  });
});
