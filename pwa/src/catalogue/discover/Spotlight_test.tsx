import type { TopArtist, TopArtists } from "@contract/discover.ts";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { reportReached } from "../../lib/connection.ts";
import { endSession, startSession } from "../../lib/session.ts";
import { submitWrite } from "../../lib/writes.ts";
import { Spotlight } from "./Spotlight.tsx";
import { Week } from "./Week.tsx";

vi.mock("../../lib/writes.ts", async (real) => ({ ...await real<object>(), submitWrite: vi.fn() }));

const TREND = { before: 100, change: 12.5 };

function artist(rank: number, more: Partial<TopArtist> = {}): TopArtist {
  const profile = { profileImage: "", placeholder: "", fullName: `Artist ${rank}`, email: "", followerCount: 1_250 };
  const heard = { totalStreams: 40, totalDurationPlayed: 7_500, uniqueTracksCount: 3, averageStreamDuration: 187 };
  const who = { artistId: `a${rank}`, artistName: `Artist ${rank}` };
  return { rank, rankBefore: rank, ...who, ...heard, trend: TREND, profile, ...more };
}

function week(artists: readonly TopArtist[]): { body: TopArtists } {
  const trends = { totalStreams: TREND, totalDuration: TREND, uniqueTracks: TREND, averageDuration: TREND };
  const totals = { totalStreams: 1_234, totalDuration: 52_740, uniqueTracks: 26, averageDuration: 58, trends };
  const updatedAt = new Date(Date.now() - 5 * 60_000).toISOString();
  return { body: { success: true, artists: [...artists], totals, from: "", to: "", updatedAt } };
}

function open(answer: Answer = week([artist(1)])) {
  answerCalls({ "GET /api/v1/top-artists": answer });
  renderScreen(
    <>
      <Spotlight />
      <Week room="" />
    </>,
  );
}

const carousel = () => screen.getByRole("region", { name: "Highlights" });

beforeEach(() => {
  localStorage.clear();
  endSession();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reportReached();
});

describe("the carousel", () => {
  const tick = () => act(() => vi.advanceTimersByTime(5_000));

  it("goes on or back under a finger that moves to the side, and stays under one that scrolls", () => {
    open();
    const shown = () => carousel().querySelector("[aria-current=true]")?.getAttribute("aria-label")?.slice(0, 7);
    const swipe = (to: number) => {
      fireEvent.touchStart(carousel(), { touches: [{ clientX: 200 }] });
      fireEvent.touchEnd(carousel(), { touches: [], changedTouches: [{ clientX: to }] });
      return shown();
    };
    expect([shown(), swipe(100), swipe(190), swipe(300), swipe(300)]).toEqual([
      ...["Slide 1", "Slide 2", "Slide 2", "Slide 1", "Slide 5"],
    ]);
  });

  it("shows a slide every five seconds, and goes round", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    open();
    const seen = Array.from({ length: 6 }, () => {
      const title = within(visible()).getByRole("link").getAttribute("href");
      tick();
      return title;
    });
    const lists = ["new-albums", "discover", "top-artist", "new-releases", "top-100", "new-albums"];
    expect(seen).toEqual(lists.map((list) => `/songs?list=${list}`));
  });

  it("stands still under the pointer, in focus, and once it is stopped", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    open();
    fireEvent.focus(screen.getByRole("button", { name: "Next slide" }));
    tick();
    expect(visible().getAttribute("aria-label")).toBe("1 of 5");
    fireEvent.blur(screen.getByRole("button", { name: "Next slide" }));
    tick();
    expect(visible().getAttribute("aria-label")).toBe("2 of 5");
    fireEvent.click(screen.getByRole("button", { name: "Pause the slides" }));
    tick();
    expect(visible().getAttribute("aria-label")).toBe("2 of 5");
  });

  it("goes back from the first to the last, and where a dot says", async () => {
    open();
    await userEvent.click(screen.getByRole("button", { name: "Previous slide" }));
    expect(visible().getAttribute("aria-label")).toBe("5 of 5");
    await userEvent.click(screen.getByRole("button", { name: "Slide 2: Discover Your Favourite Sound" }));
    expect(visible().getAttribute("aria-label")).toBe("2 of 5");
  });

  function visible(): HTMLElement {
    const slides = within(carousel()).getAllByRole("group");
    const found = slides.find((slide) => !slide.hasAttribute("inert"));
    if (!found) throw new Error("No slide is shown");
    return found;
  }
});

describe("the week", () => {
  it("has four figures with their trend, the true time, and the artist of the week", async () => {
    open(week([artist(1), artist(2, { rankBefore: 5 }), artist(3, { rankBefore: null })]));
    expect(await screen.findByText("Updated 5 minutes ago")).toBeTruthy();
    expect(screen.getByText("1,234")).toBeTruthy();
    expect(screen.getByText("14h 39m")).toBeTruthy();
    expect(screen.getAllByText(/\+12\.5%/)).toHaveLength(4);
    const best = within(screen.getByRole("region", { name: "Artist Of The Week" }));
    expect(best.getByRole("link", { name: "Artist 1" }).getAttribute("href")).toBe("/artists/a1");
    expect(best.getByRole("link", { name: "Subscribe Now" }).getAttribute("href")).toBe("/subscriptions");
    expect(screen.getByRole("img", { name: "up by" })).toBeTruthy();
    expect(screen.getByText("New")).toBeTruthy();
    expect(screen.getAllByText("2h 5m")).toHaveLength(3);
  });

  it("tells of falls to creators alone", async () => {
    const { body } = week([artist(1), artist(2, { rankBefore: 1 })]);
    const answer = {
      body: {
        ...body,
        totals: { ...body.totals, trends: { ...body.totals.trends, totalStreams: { before: 9, change: -20 } } },
      },
    };
    open(answer);
    expect(await screen.findAllByText(/\+12\.5%/)).toHaveLength(3);
    expect(screen.queryByText(/-20%/)).toBeNull();
    expect(screen.queryByRole("img", { name: "down by" })).toBeNull();
    cleanup();
    act(() => startSession({ token: "t1", role: "creator", userId: "u1", reportToken: "r1", expiresAt: "" }, true));
    open(answer);
    expect(await screen.findByText(/-20%/)).toBeTruthy();
    expect(screen.getByRole("img", { name: "down by" })).toBeTruthy();
  });

  it("shows every artist of the ranking at once, and each full name that is another than the artist's", async () => {
    const named = { ...artist(2).profile, fullName: "Adùkẹ́ Adébáyọ̀" };
    open(week([artist(1), artist(2, { profile: named }), ...[3, 4, 5, 6, 7, 8].map((rank) => artist(rank))]));
    const rows = within(
      (await screen.findByRole("heading", { name: "Complete Rankings" })).parentElement ?? document.body,
    )
      .getAllByRole("listitem");
    expect(rows).toHaveLength(8);
    expect(rows[1]?.textContent).toContain("Adùkẹ́ Adébáyọ̀ · 1.3K followers");
    expect(rows[0]?.textContent?.match(/Artist 1/g)).toHaveLength(1);
    expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
  });

  it("of more than twenty artists says how many it shows, and shows the rest when asked", async () => {
    open(week(Array.from({ length: 45 }, (_, index) => artist(index + 1))));
    await userEvent.click(await screen.findByRole("button", { name: "Show 20 more" }));
    expect(screen.getByText("40 of 45")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show 5 more" }));
    expect(screen.getByRole("link", { name: "Artist 45" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
  });

  it("in which nobody was heard has its headings and no zeros", async () => {
    const { body } = week([]);
    open({ body: { ...body, totals: { ...body.totals, totalStreams: 0 } } });
    expect(await screen.findByText("No plays this week yet")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Weekly Top Artists" })).toBeTruthy();
    const best = screen.getByRole("region", { name: "Artist Of The Week" });
    expect(best.textContent).toContain("Nobody yet");
    expect(within(best).getByRole("link", { name: "Subscribe Now" })).toBeTruthy();
    expect(screen.queryByText("0h 0m")).toBeNull();
  });

  it("has a heart for visitors, which leads to log in and is given when they are back", async () => {
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Add to favourites: Artist 1" }));
    const ask = await screen.findByRole("dialog", { name: "Please log in to add favourites" });
    await userEvent.click(within(ask).getByRole("link", { name: "Log in" }));
    cleanup();
    vi.mocked(submitWrite).mockResolvedValue({ isSent: false, answer: undefined });
    act(() => startSession({ token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" }, true));
    open();
    await waitFor(() =>
      expect(submitWrite).toHaveBeenCalledWith(
        expect.objectContaining({ write: { kind: "heart", what: "artist", id: "a1", wanted: true } }),
      )
    );
    cleanup();
    open();
    await screen.findByRole("button", { name: /Artist 1/ });
    expect(submitWrite).toHaveBeenCalledTimes(1);
  });

  it("without an answer is empty, with zeros and without a word", async () => {
    open({ status: 500, body: undefined });
    expect(await screen.findByText("0h 0m")).toBeTruthy();
    expect(screen.queryByText("Complete Rankings")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(screen.queryByRole("region", { name: "Artist Of The Week" })).toBeNull());
  });
});
