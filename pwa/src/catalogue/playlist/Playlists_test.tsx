import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { type Answer, answerCalls, type Call } from "../../../testing/answer_calls.ts";
import { givenListener } from "../../../testing/given_session.ts";
import { givenTrack } from "../../../testing/given_tracks.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { Playlists } from "./Playlists.tsx";

const MINE = "GET /api/v1/playlist";
const [ONE, TWO] = [givenTrack("One"), givenTrack("Two")];
const CARD = { _id: "p0", name: "My Playlist", isDefault: true, isPublic: false, trackCount: 1, covers: [] };
const NAMED = { ...CARD, _id: "p1", name: "Morning", isDefault: false, isOwn: true, tracks: [ONE, TWO] };
const ALBUM = {
  ...{ _id: "a1", title: "Èkó", artist: "Bísí", artistId: "b", coverImageUrl: "", placeholder: "", trackCount: 3 },
  ...{ durationSeconds: 600, releasedAt: "2026-11-02T12:00:00Z" },
};
const FREE = { isSubscribed: false, freePlayLimit: 20, remainingFreePlays: 17 };
const FAILED: Answer = { status: 500, body: undefined };

function open(answers: Record<string, Answer | readonly Answer[]> = {}, path = "/playlist"): Call[] {
  const calls = answerCalls({
    [MINE]: { body: { tracks: [ONE], playlistId: "p0" } },
    "GET /api/v1/playlists": { body: { playlists: [CARD, NAMED], canEdit: true } },
    "GET /api/v1/playlists/p1": { body: NAMED },
    "GET /api/v1/hearts": { body: { trackIds: ["one"], artistIds: [], tracks: [ONE], artists: [] } },
    "GET /api/v1/followed-albums": { body: { albums: [ALBUM] } },
    "GET /api/v1/policy": { body: { current: { premiumMonthKobo: 100_000, extraPlayUnits: 100 }, history: [] } },
    ...answers,
  });
  renderScreen(<Playlists />, { route: "/playlist", path });
  return calls;
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name }));
}

async function remove(): Promise<void> {
  await press("More for One by Ayọ̀");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Remove" }));
}

givenListener();

it("the library leads to each list, pins what one wants first, and filters", async () => {
  open();
  const library = within(await screen.findByRole("list", { name: "Your lists" }));
  const titles = () => library.getAllByRole("link").map((link) => link.querySelector("bdi")?.textContent);
  await library.findByText("Album · Bísí");
  expect(titles()).toEqual(["My Playlist", "Liked Songs", "Èkó", "Morning"]);
  expect(library.getByRole("link", { name: /Morning/ }).getAttribute("href")).toBe("/playlist?list=p1");
  expect(library.getByRole("link", { current: "page" }).textContent).toContain("My Playlist");
  await press("Pin Morning");
  await press("Unpin Liked Songs");
  expect(titles()).toEqual(["My Playlist", "Morning", "Èkó", "Liked Songs"]);
  await press("Albums");
  expect(titles()).toEqual(["Èkó"]);
});

it("a library whose lists cannot be loaded says so, and still leads to the songs that one likes", async () => {
  open({ "GET /api/v1/playlists": [FAILED, { body: { playlists: [CARD, NAMED], canEdit: true } }] });
  expect(await screen.findByText("Your other lists could not be loaded.")).toBeTruthy();
  expect(screen.getByRole("link", { name: /Liked Songs/ })).toBeTruthy();
  await press("Load them again");
  expect(await screen.findByRole("link", { name: /Morning/ })).toBeTruthy();
});

it("an empty playlist leads to the tracks", async () => {
  open({ [MINE]: { body: { tracks: [], playlistId: "p0" } } });
  expect(await screen.findByText("Your playlist is empty")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Browse Tracks" }).getAttribute("href")).toBe("/songs");
});

it("a playlist that cannot be fetched is tried again", async () => {
  open({ [MINE]: [FAILED, { body: { tracks: [ONE], playlistId: "p0" } }] });
  expect(await screen.findByText("Failed to fetch playlist")).toBeTruthy();
  await press("Try Again");
  expect(await screen.findByText("One")).toBeTruthy();
});

it("Remove takes a track out at once", async () => {
  const calls = open({
    [MINE]: [{ body: { tracks: [ONE], playlistId: "p0" } }, { body: { tracks: [], playlistId: "p0" } }],
    "DELETE /api/v1/playlist/remove/one": { body: { success: true } },
  });
  await remove();
  expect(await screen.findByText("Your playlist is empty")).toBeTruthy();
  await waitFor(() => expect(calls.some(({ call }) => call.startsWith("DELETE"))).toBe(true));
});

it("a track that cannot be removed is back, and it is said", async () => {
  open({ "DELETE /api/v1/playlist/remove/one": FAILED });
  await remove();
  expect(await screen.findByRole("dialog", { name: "Failed to remove track from playlist" })).toBeTruthy();
  expect(screen.getByRole("list", { name: "My Playlist" })).toBeTruthy();
});

it("without Premium, New playlist offers Premium and nothing that costs tokens", async () => {
  open({ "GET /api/v1/playlists": { body: { playlists: [CARD], canEdit: false } } });
  await screen.findByText("One");
  await press("Add a playlist");
  await userEvent.click(await screen.findByRole("menuitem", { name: "New playlist" }));
  const dialog = await screen.findByRole("dialog", { name: "Custom playlists are part of Premium" });
  expect(within(dialog).getByRole("link", { name: "See Premium" }).getAttribute("href")).toBe("/subscriptions");
  expect(within(dialog).queryByText(/Pay Per View|token/)).toBeNull();
});

it("the plans open by choice: with plays left, Pay Per View says why it takes no token", async () => {
  const calls = open({ "GET /api/v1/free-plays": { body: FREE } });
  await press("Choose a plan");
  const dialog = await screen.findByRole("dialog", { name: "Choose a Plan" });
  expect(within(dialog).getByRole("link", { name: "Subscribe Monthly" }).getAttribute("href")).toBe("/subscriptions");
  expect(await within(dialog).findByText("₦1,000.00 a month")).toBeTruthy();
  expect(within(dialog).getByText("1.00 token (₦1.00)")).toBeTruthy();
  expect(within(dialog).getByText("One more play today. You do not need it yet: 17 free plays left.")).toBeTruthy();
  await press("Pay Per View");
  expect(calls.some(({ call }) => call.endsWith("pay-per-view"))).toBe(false);
});

it.each([
  ["a member", { ...FREE, isSubscribed: true }],
  ["somebody of whom nothing is known yet", "no network" as const],
])("the plans are not shown to %s", async (_who, answer) => {
  open({ "GET /api/v1/free-plays": answer === "no network" ? answer : { body: answer } });
  await screen.findByText("One");
  expect(screen.queryByRole("button", { name: "Choose a plan" })).toBeNull();
});

it("Pay Per View buys one play once none is left, and twice pressed without an answer still one", async () => {
  const calls = open({
    "GET /api/v1/free-plays": { body: { ...FREE, remainingFreePlays: 0 } },
    "POST /api/v1/pay-per-view": ["no network", { body: { message: "", tokens: 1, newBalance: 9, freePlayLimit: 21 } }],
  });
  await press("Choose a plan");
  await press("Pay Per View");
  expect(await screen.findByText("No answer from Orin. Please try again.")).toBeTruthy();
  await press("Pay Per View");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const keys = calls.filter(({ call }) => call.endsWith("pay-per-view")).map(({ headers }) =>
    headers.get("idempotency-key")
  );
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it("a named list is put into another order", async () => {
  const calls = open({ "PUT /api/v1/playlists/p1": { body: NAMED } }, "/playlist?list=p1");
  await press("Reorder");
  await press("Move One down");
  await waitFor(() =>
    expect(calls.find(({ call }) => call === "PUT /api/v1/playlists/p1")?.body)
      .toEqual({ trackIds: ["two", "one"] })
  );
});
