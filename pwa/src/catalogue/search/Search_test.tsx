import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, type Call, refusal } from "../../../testing/answer_calls.ts";
import { givenTrack, trackPage } from "../../../testing/given_tracks.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { reportReached } from "../../lib/connection.ts";
import { endSession, startSession } from "../../lib/session.ts";

const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const EMPTY = { href: "", limit: 10, next: null, offset: 0, previous: null, total: 0 };
const SONG = {
  artists: [{ id: "a", name: "Ayọ̀" }],
  duration_ms: 61_000,
  album: { id: "al", name: "City", images: [] },
};
const OWN = [givenTrack("Èkó"), givenTrack("Èkó Again")].map((track) => ({
  ...SONG,
  ...{ id: track._id, name: track.title, type: "track", uri: `orin:track:${track._id}`, preview_url: null, track },
  external_urls: { orin: `https://orin.example/track/${track._id}` },
}));
const ELSEWHERE = {
  ...SONG,
  ...{ id: "9", name: "Far Away", type: "track", uri: "spotify:track:9", preview_url: null },
  external_urls: { spotify: "https://open.spotify.com/track/9" },
};
const FOUND = { body: { tracks: { ...EMPTY, items: OWN } } };
const TOKEN = { body: { accessToken: "s1", tokenType: "Bearer", expiresIn: 300 } };

/** A fresh module each time: it keeps the search's token. */
async function open(answers: Record<string, Answer | readonly Answer[]>, path = "/search?q=eko"): Promise<Call[]> {
  vi.resetModules();
  const { Search } = await import("./Search.tsx");
  const calls = answerCalls({ "GET /api/v1/token": TOKEN, "GET /api/v1/search": FOUND, ...answers });
  renderScreen(<Search />, { route: "/search", path });
  return calls;
}

beforeEach(() => {
  localStorage.clear();
  endSession();
});

afterEach(() => {
  vi.doUnmock("../playing.ts");
  vi.unstubAllGlobals();
  reportReached();
});

describe("a search", () => {
  it("of a visitor carries the search's own token", async () => {
    const calls = await open({});
    expect((await screen.findAllByRole("link", { name: "Èkó" }))[0]?.getAttribute("href")).toBe(`/track/${OWN[0]?.id}`);
    const asked = calls.find(({ call }) => call === "GET /api/v1/search");
    expect(asked?.headers.get("authorization")).toBe("Bearer s1");
  });

  it("needs words", async () => {
    const calls = await open({}, "/search");
    await userEvent.type(screen.getByRole("searchbox"), "   {Enter}");
    expect(calls.filter(({ call }) => call === "GET /api/v1/search")).toHaveLength(0);
    await userEvent.type(screen.getByRole("searchbox"), "eko{Enter}");
    expect((await screen.findAllByText("Èkó")).length).toBeGreaterThan(0);
    expect(calls.filter(({ call }) => call === "GET /api/v1/search")).toHaveLength(1);
  });

  it("as one types asks once the fingers rest, for all kinds, and Enter plays what fits best", async () => {
    const { togglePlay } = await playingStandIn();
    const artist = { id: "ayo", name: "Ayọ̀ Èkó", images: [], type: "artist", uri: "", external_urls: {} };
    const artists = { ...EMPTY, total: 9, items: [artist] };
    const calls = await open({ "GET /api/v1/search": { body: { ...FOUND.body, artists } } }, "/search");
    await userEvent.type(screen.getByRole("searchbox"), "eko");
    const top = await screen.findByRole("region", { name: "Top result" });
    expect(within(top).getByRole("link", { name: "Èkó" })).toBeTruthy();
    expect(calls.filter(({ call }) => call === "GET /api/v1/search")).toHaveLength(1);
    expect(screen.getByRole("link", { name: "Show all artists" }).getAttribute("href")).toBe(
      "/search?q=eko&type=artist",
    );
    await userEvent.type(screen.getByRole("searchbox"), "{Enter}");
    expect(togglePlay).toHaveBeenCalledWith(OWN.map(({ track }) => track), { index: 0, source: "search" });
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Èkó");
    await userEvent.keyboard("{Escape}");
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    await userEvent.keyboard("{Escape}");
    expect(await screen.findByRole("button", { name: "eko" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Forget the search eko" }));
    expect(screen.queryByRole("button", { name: "eko" })).toBeNull();
  });

  it("without a network finds what the device knows, without marks and with a slip", async () => {
    await open({ "GET /api/v1/tracks": trackPage([givenTrack("Èkó Wá"), givenTrack("Morning")]) }, "/search");
    await screen.findByRole("heading", { name: "What would you like to hear?" });
    answerCalls({ "GET /api/v1/token": "no network", "GET /api/v1/search": "no network" });
    await userEvent.type(screen.getByRole("searchbox"), "mornign");
    expect(await screen.findByText(/You are offline/)).toBeTruthy();
    expect(screen.getAllByText("Morning").length).toBeGreaterThan(0);
    expect(screen.queryByText("Èkó Wá")).toBeNull();
  });

  it("before it was asked anything offers the genres that have songs", async () => {
    await open({ "GET /api/v1/tracks": trackPage([givenTrack("Èkó", { genre: "afro-soul" })]) }, "/search");
    const genre = await screen.findByRole("link", { name: "afro-soul" });
    expect(genre.getAttribute("href")).toBe("/songs?genre=afro-soul");
    expect(screen.getByText("What would you like to hear?")).toBeTruthy();
  });

  it.each<[string, Record<string, Answer>]>([
    ["Failed to get access token", { "GET /api/v1/token": { status: 500, body: undefined } }],
    ["Network error while getting token", { "GET /api/v1/token": "no network" }],
    [
      "Search failed. Orin is busy: please try again soon",
      { "GET /api/v1/search": refusal(503, "Orin is busy: please try again soon") },
    ],
    ["Search failed: The catalogue is asleep", { "GET /api/v1/search": refusal(503, "The catalogue is asleep") }],
  ])("that fails says: %s", async (text, answers) => {
    await open(answers);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("of somebody logged in asks for no token", async () => {
    startSession(SESSION, true);
    const calls = await open({});
    expect((await screen.findAllByText("Èkó")).length).toBeGreaterThan(0);
    expect(calls.some(({ call }) => call === "GET /api/v1/token")).toBe(false);
  });
});

it("Orin's own songs play in the player with the results as the queue; there is nothing to preview", async () => {
  const { togglePlay } = await playingStandIn();
  await open({});
  await userEvent.click(await screen.findByRole("button", { name: "Play Èkó Again by Ayọ̀" }));
  expect(togglePlay).toHaveBeenCalledWith(OWN.map(({ track }) => track), { index: 1, source: "search" });
  expect(screen.queryByRole("button", { name: /^Preview/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Share Èkó by Ayọ̀" })).toBeTruthy();
});

it("another catalogue's track without a preview says so", async () => {
  await open({ "GET /api/v1/search": { body: { tracks: { ...EMPTY, items: [ELSEWHERE] } } } });
  const [link] = await screen.findAllByRole("link", { name: /Far Away/ });
  expect(link?.getAttribute("href")).toBe("https://open.spotify.com/track/9");
  await userEvent.click(screen.getByRole("button", { name: "Preview Far Away" }));
  expect(screen.getByText("No preview available for this item")).toBeTruthy();
});

/** The screen's modules come anew each time, so this replaces them before they do. */
async function playingStandIn() {
  const togglePlay = vi.fn(() => Promise.resolve());
  const real = await vi.importActual<typeof import("../playing.ts")>("../playing.ts");
  vi.doMock("../playing.ts", () => ({ ...real, togglePlay }));
  return { togglePlay };
}
