import type { Activity } from "@contract/creator.ts";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render_screen.tsx";
import { startOfToday } from "../lib/format.ts";
import { Breakdown, RemovedPlays } from "./Listening.tsx";
import { RecentActivity, RecentFollowers } from "./Dashboard.tsx";

const NOBODY = { id: "", username: "A listener", profileImageUrl: "" };
const AMAKA = { id: "u1", username: "Amaka", profileImageUrl: "/media/pictures/u1/512.webp" };
const TODAY = new Date(startOfToday()).toISOString();
const YESTERDAY = new Date(startOfToday() - 24 * 3_600_000).toISOString();
const times = () => screen.getAllByText(/^(Today|Yesterday|Just now|.* ago)$/).map(({ textContent }) => textContent);

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  // Two people without an id are two rows.
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

describe("people on a creator's dashboard", () => {
  it("follow without a name on a day, and with one at a time", () => {
    const now = new Date().toISOString();
    const followers = [{ ...AMAKA, followedAt: now }, { ...NOBODY, followedAt: TODAY }, {
      ...NOBODY,
      followedAt: YESTERDAY,
    }];
    renderScreen(<RecentFollowers followers={followers} />);
    expect(screen.getAllByText("A listener")).toHaveLength(2);
    expect(times()).toEqual(["Just now", "Today", "Yesterday"]);
  });

  it("listen without a name on a day, too", () => {
    const play = { type: "play" as const, data: { track: { id: "t1", title: "Danfo Love" } }, timestamp: TODAY };
    renderScreen(<RecentActivity activity={[{ ...play, user: NOBODY }, { ...play, user: NOBODY }]} />);
    expect(screen.getAllByText(/listened to Danfo Love/)).toHaveLength(2);
    expect(times()).toEqual(["Today", "Today"]);
  });

  it("and their activity lead to the song, a comment on it to its comments, and a follow nowhere", () => {
    const data = { track: { id: "t1", title: "Danfo Love" } };
    const of = (type: Activity["type"], more = data as Activity["data"]) => (
      { type, user: AMAKA, data: more, timestamp: TODAY }
    );
    renderScreen(<RecentActivity activity={[of("play"), of("comment"), of("comment", {}), of("new_follower", {})]} />);
    const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["listened to Danfo Love", "/track/t1"],
      ["commented on Danfo Love", "/track/t1#comments"],
    ]);
    expect(screen.getByText("commented on your page", { exact: false })).toBeTruthy();
    expect(screen.getByText("started following you", { exact: false })).toBeTruthy();
  });

  it("are sums among the top listeners", () => {
    const nothing = { points: [], tracks: [], reasons: [], sources: [], removed: [] };
    const series = { unit: "day" as const, from: "", to: "", ...nothing };
    const sum = (listeners: number, seconds: number) => ({ listeners, plays: 9, seconds });
    renderScreen(
      <Breakdown series={{ ...series, topListeners: [sum(10, 7_200), sum(1_234, 60)] }} />,
    );
    expect(screen.getByText("Your top 10 listeners").nextSibling?.textContent).toBe("2h 0m");
    expect(screen.getByText("1,234 other listeners").nextSibling?.textContent).toBe("0h 1m");
    cleanup();
    renderScreen(<Breakdown series={{ ...series, topListeners: [sum(4, 2_760)] }} />);
    expect(screen.getByText("4 listeners").nextSibling?.textContent).toBe("0h 46m");
  });
});

describe("removed plays", () => {
  const on = (removedOn: string, title: string, plays: number) => ({ removedOn, _id: title, title, plays });

  it("are summed for each day, with their songs", () => {
    const removed = [
      on("2026-11-03", "Danfo Love", 1_200),
      on("2026-11-03", "Night Bus", 40),
      on("2026-11-01", "X", 1),
    ];
    renderScreen(<RemovedPlays removed={removed} />);
    expect(screen.getByText(/^1,240 plays from accounts that did not listen were removed on 3 Nov 2026/)).toBeTruthy();
    expect(screen.getByText(/^1 play from accounts that did not listen was removed on 1 Nov 2026/)).toBeTruthy();
    expect(screen.getByText("Danfo Love").nextSibling?.textContent).toBe("1,200 plays");
  });

  it("are not mentioned where there are none", () => {
    renderScreen(<RemovedPlays removed={[]} />);
    expect(screen.queryByText("Removed plays")).toBe(null);
  });
});
