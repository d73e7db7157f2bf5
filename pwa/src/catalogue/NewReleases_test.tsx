import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls } from "../../testing/answer_calls.ts";
import { givenTrack, trackPage } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { NewReleases } from "./NewReleases.tsx";

const RELEASES = "GET /api/v1/tracks/admin-uploads";
const EKO = givenTrack("Èkó Ò Ní Bàjẹ́", { artist: "Arógundádé Big Band" });
const WATA = givenTrack("Hasken Wata", { artist: "Zee Ɗanjuma" });

function open(answer: Answer | readonly Answer[]) {
  const calls = answerCalls({ [RELEASES]: answer });
  renderScreen(<NewReleases />);
  return calls;
}

const search = (term: string) => userEvent.type(screen.getByPlaceholderText("Search by title or artist..."), term);
const rows = () => screen.queryAllByRole("listitem").map((row) => row.textContent ?? "");

beforeEach(() =>
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
);
afterEach(() => vi.unstubAllGlobals());

describe("NewReleases", () => {
  it("says what it is doing", async () => {
    open(trackPage([EKO]));
    expect(screen.getByText("Loading new releases...")).toBeTruthy();
    await screen.findByText(EKO.title);
    expect(screen.queryByText("Loading new releases...")).toBeNull();
  });

  it.each([
    ["title", "EKO o", EKO.title],
    ["artist", "danjuma", WATA.title],
    ["title with its accents", "bàjẹ́", EKO.title],
  ])("finds by %s", async (_what, term, title) => {
    open(trackPage([EKO, WATA]));
    await screen.findByText(EKO.title);
    await search(term);
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toContain(title);
  });

  it("puts a promo banner after every 20th release, as long as more follow", async () => {
    const releases = Array.from({ length: 41 }, (_, index) => givenTrack(`Song ${index + 1}`));
    open(trackPage(releases));
    await screen.findByText("Song 24");
    expect(screen.queryByText("Song 25")).toBeNull();
    expect(screen.getAllByRole("link", { name: "Upgrade Now" })).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Show all new releases" }));
    await screen.findByText("Song 41");
    expect(screen.getAllByRole("link", { name: "Upgrade Now" })).toHaveLength(2);
    const shown = rows().map((row) => /Premium Sound Experience/.test(row));
    expect(shown.flatMap((isPromo, index) => isPromo ? [index] : [])).toEqual([20, 41]);
  });

  it("says that nothing matches", async () => {
    open(trackPage([EKO]));
    await screen.findByText(EKO.title);
    await search("polka");
    expect(screen.getByText('No matches found for "polka". Try a different search term.')).toBeTruthy();
  });

  it("looks through older pages, too, before it says so", async () => {
    const calls = open([trackPage([EKO], "c1"), trackPage([WATA])]);
    await screen.findByText(EKO.title);
    await search("wata");
    expect(await screen.findByText(WATA.title)).toBeTruthy();
    expect(calls).toHaveLength(2);
  });

  it.each(
    [
      ["the service fails", { status: 503, body: {} }],
      ["the answer has no tracks", { body: { success: true } }],
      ["the answer is no success", { body: { success: false, tracks: [] } }],
      ["nobody answers", "no network"],
    ] as const,
  )("fails when %s", async (_what, answer) => {
    open(answer);
    expect(await screen.findByText("Failed to load new releases. Please try again later.")).toBeTruthy();
  });
});
