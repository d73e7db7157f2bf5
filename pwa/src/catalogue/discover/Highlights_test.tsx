import type { TopArtist, TopArtists } from "@contract/discover.ts";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { reportReached } from "../../lib/connection.ts";
import { endSession } from "../../lib/session.ts";
import { Highlights } from "./Highlights.tsx";

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
  renderScreen(<Highlights room="" />);
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
    fireEvent.click(screen.getByRole("button", { name: "Stop the slides" }));
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

  it("without an answer is empty, with zeros and without a word", async () => {
    open({ status: 500, body: undefined });
    expect(await screen.findByText("0h 0m")).toBeTruthy();
    expect(screen.queryByText("Complete Rankings")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
