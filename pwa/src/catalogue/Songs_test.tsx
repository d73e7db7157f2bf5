import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { givenTrack, trackPage } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { reportReached } from "../lib/connection.ts";
import { endSession, startSession } from "../lib/session.ts";
import { GivenPlayer } from "../player/testing/given.ts";
import { Songs } from "./Songs.tsx";

const TRACKS = "GET /api/v1/tracks";
const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const ONE = givenTrack("One");
const TWO = givenTrack("Two", { genre: "jazz" });
const THREE = givenTrack("Three");

// The real player, on an element that jsdom cannot give.
const given = new GivenPlayer();
vi.mock("../player/app_player.ts", () => ({ appPlayer: () => given.player }));

function open(answers: Record<string, Answer | readonly Answer[]>, path = "/songs") {
  const calls = answerCalls(answers);
  renderScreen(<Songs today={null} reward={null} />, { route: "/songs", path });
  return calls;
}

const titles = () => screen.getAllByRole("button", { name: /^(Play|Pause) .* by/ }).map((button) => button.title);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  localStorage.clear();
  endSession();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

afterEach(async () => {
  act(() => given.player.close());
  // Its last events come after the task, and must not come after the test.
  await new Promise((settled) => setTimeout(settled, 20));
  vi.unstubAllGlobals();
  reportReached();
});

describe("Songs", () => {
  it("shows the tracks and the genres found among them", async () => {
    open({ [TRACKS]: trackPage([ONE, TWO, THREE]) });
    await screen.findByRole("list", { name: "Tracks" });
    const chips = within(screen.getByRole("group", { name: "Genre" })).getAllByRole("button");
    expect(chips.map((chip) => chip.textContent)).toEqual(["All", "highlife", "jazz"]);
    await press("jazz");
    expect(titles()).toEqual(["Play Two by Ayọ̀"]);
    await press("All");
    expect(titles()).toHaveLength(3);
  });

  it("leads to the chart, which has each song's rank, movement and plays, also among a genre's", async () => {
    const chart = [
      givenTrack("Risen", { chart: { rank: 1, rankBefore: 4, plays: 1_200 } }),
      givenTrack("Fallen", { chart: { rank: 2, rankBefore: 1, plays: 31 }, genre: "jazz" }),
      givenTrack("Same", { chart: { rank: 3, rankBefore: 3, plays: 9 } }),
      givenTrack("Fresh", { chart: { rank: 4, rankBefore: null, plays: 1 }, genre: "jazz" }),
    ];
    open({ [TRACKS]: [trackPage([ONE]), trackPage(chart)] });
    await userEvent.click(await screen.findByRole("link", { name: "Top 100" }));
    const rows = async () =>
      within(await screen.findByRole("list", { name: "Tracks" })).getAllByRole("listitem").map((row) =>
        row.textContent
      );
    await screen.findByText("Risen");
    expect(screen.queryByRole("link", { name: "Top 100" })).toBeNull();
    expect(await rows()).toEqual([
      expect.stringMatching(/^13.*Risen.*1,200 plays/),
      expect.stringMatching(/^21.*Fallen.*31 plays/),
      expect.stringMatching(/^3Play.*Same.*9 plays/),
      expect.stringMatching(/^4New.*Fresh.*1 play(?!s)/),
    ]);
    expect(screen.getByRole("img", { name: "up by" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "down by" })).toBeTruthy();
    await press("jazz");
    expect(await rows()).toEqual([expect.stringMatching(/^21.*Fallen/), expect.stringMatching(/^4New.*Fresh/)]);
    await press(/Play\s*Fresh/);
    expect(given.state).toMatchObject({ index: 1, source: "chart", playing: true });
  });

  it.each([[true, [8, 17]], [false, []]])(
    "has an ad after every 8th track, the last one too: %s",
    async (hasAds, ads) => {
      const tracks = Array.from({ length: 16 }, (_, index) => givenTrack(`Song ${index}`));
      answerCalls({ [TRACKS]: trackPage(tracks) });
      renderScreen(<Songs today={null} reward={null} hasAds={hasAds} />, { route: "/songs" });
      const cells = within(await screen.findByRole("list", { name: "Tracks" })).getAllByRole("listitem");
      expect(cells).toHaveLength(16 + ads.length);
      expect(cells.flatMap((cell, place) => within(cell).queryByText("Ad") ? [place] : [])).toEqual(ads);
    },
  );

  it("asks the service for a genre while not every track is here", async () => {
    const older = givenTrack("Older", { genre: "jazz" });
    const calls = open({ [TRACKS]: [trackPage([ONE, TWO], "c1"), trackPage([TWO, older])] });
    await screen.findByRole("list", { name: "Tracks" });
    await press("jazz");
    await screen.findByText("Older");
    expect(titles()).toHaveLength(2);
    expect(calls).toHaveLength(2);
  });

  it("loads the next page when asked to, and shows a moved track once", async () => {
    open({ [TRACKS]: [trackPage([ONE, TWO], "c1"), "no network", trackPage([TWO, THREE])] });
    await screen.findByRole("list", { name: "Tracks" });
    await press("Load more");
    await screen.findByText("Failed to fetch tracks");
    expect(titles()).toHaveLength(2);
    await press("Try Again");
    await screen.findByText("Three");
    expect(titles()).toHaveLength(3);
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it.each(
    [
      ["/songs", "No Tracks Available", trackPage([])],
      ["/songs?genre=fuji", "No tracks found for this genre", trackPage([ONE])],
      ["/songs?genre=polka", "No tracks found for this genre", [trackPage([ONE], "c1"), refusal(400, "Invalid genre")]],
    ] as const,
  )("says at %s: %s", async (path, text, answer) => {
    open({ [TRACKS]: answer }, path);
    expect(await screen.findByRole("heading", { name: text })).toBeTruthy();
  });

  it("says that it failed, and tries again", async () => {
    open({ [TRACKS]: [{ status: 500, body: {} }, trackPage([ONE])] });
    expect(await screen.findByText("Failed to fetch tracks")).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText("One")).toBeTruthy();
  });

  it("refuses an answer of another shape", async () => {
    open({ [TRACKS]: { body: { tracks: [] } } });
    expect(await screen.findByText("Failed to fetch tracks")).toBeTruthy();
  });

  it("plays a card with the list as the queue, and highlights that one", async () => {
    open({ [TRACKS]: trackPage([ONE, TWO, THREE]) });
    await screen.findByRole("list", { name: "Tracks" });
    await press(/^Play Two/);
    await screen.findByRole("button", { name: /^Pause Two/ });
    expect(given.state.queue.map((track) => track.title)).toEqual(["One", "Two", "Three"]);
    expect(given.state).toMatchObject({ index: 1, source: "songs", playing: true });
    await press(/^Pause Two/);
    await screen.findByRole("button", { name: /^Play Two/ });
    act(() => given.player.next());
    await screen.findByRole("button", { name: /^Pause Three/ });
    expect(screen.getAllByRole("button", { name: /^Pause/ })).toHaveLength(1);
  });

  it("dims what cannot be played offline, but not what plays", async () => {
    open({ [TRACKS]: [trackPage([ONE, TWO], "c1"), "no network"] });
    await screen.findByRole("list", { name: "Tracks" });
    await press(/^Play One/);
    await press("Load more");
    expect(await screen.findByText("Not saved for offline")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Play Two/ })).toHaveProperty("disabled", true);
    expect(screen.getByRole("button", { name: /^Pause One/ })).toHaveProperty("disabled", false);
    expect(screen.getByText(/^Showing saved list from \d\d:\d\d$/)).toBeTruthy();
  });
});

describe("a shared song", () => {
  it("is opened above the list by one call, wherever it stands in it, and plays on a press alone", async () => {
    const one = { "GET /api/v1/tracks/two": { body: { success: true, track: TWO } } };
    open({ [TRACKS]: trackPage([ONE], "c1"), ...one }, "/songs?track=two");
    const shared = await screen.findByRole("region", { name: "Shared with you" });
    expect(within(shared).getByRole("heading").textContent).toBe("Two");
    expect(given.state.track).toBeNull();
    await userEvent.click(within(shared).getByRole("button", { name: "Play" }));
    await waitFor(() => expect(given.state.track?.id).toBe("two"));
    await userEvent.click(within(shared).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("region", { name: "Shared with you" })).toBeNull();
  });

  it("that is gone is said to be gone", async () => {
    open(
      { [TRACKS]: trackPage([ONE]), "GET /api/v1/tracks/gone": refusal(404, "Track not found") },
      "/songs?track=gone",
    );
    expect(await screen.findByText("This song is no longer on Orin.")).toBeTruthy();
  });
});

describe("used up free plays", () => {
  async function playWithout(session: boolean) {
    if (session) startSession(SESSION, true);
    given.audio.deliver = () => "refused";
    given.getStreamUrl = () => Promise.reject(Object.assign(new Error(), { status: 402, text: "Used up" }));
    const policy = { current: { premiumMonthKobo: 100_000, extraPlayUnits: 100 }, history: [] };
    open({ [TRACKS]: trackPage([ONE]), "GET /api/v1/policy": { body: policy } });
    await screen.findByRole("list", { name: "Tracks" });
    await press(/^Play One/);
  }

  it("show listeners Premium and Pay Per View with their prices", async () => {
    await playWithout(true);
    const dialog = await screen.findByRole("dialog", { name: "Choose a Plan" });
    expect(within(dialog).getByRole("button", { name: "Pay Per View" })).toBeTruthy();
    expect(await within(dialog).findByText("₦1,000.00 a month")).toBeTruthy();
    expect(within(dialog).getByText("1.00 token (₦1.00)")).toBeTruthy();
    const way = within(dialog).getByRole("link", { name: "Subscribe Monthly" });
    expect(way.getAttribute("href")).toBe("/subscriptions");
  });

  it("ask visitors to create an account", async () => {
    await playWithout(false);
    const name = "Create a free account to keep listening and earn";
    const dialog = await screen.findByRole("dialog", { name });
    expect(within(dialog).getByRole("link", { name: "Sign up" }).getAttribute("href")).toBe("/signup");
  });
});
