import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { givenTrack } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { createStore } from "../lib/store.ts";
import { Dashboard } from "./Dashboard.tsx";
import { Gifts } from "./Gifts.tsx";
import { MusicList } from "./MusicList.tsx";
import { Settings } from "./Settings.tsx";
import { SongPage } from "./SongPage.tsx";

const player = {
  state: createStore<{ track: { id: string } | null; playing: boolean }>({ track: null, playing: false }),
  position: createStore(0),
  seek: vi.fn(),
  toggle: () => player.state.set({ ...player.state.get(), playing: !player.state.get().playing }),
  playTrack: ([track]: { id: string }[]) => player.state.set({ track: track ?? null, playing: true }),
};
vi.mock("../player/app_player.ts", () => ({ appPlayer: () => player }));
vi.mock("./SeriesChart.tsx", () => ({ SeriesChart: () => null }));

const own = (title: string, more = {}) => ({ ...givenTrack(title), state: "ready", downloadable: true, ...more });
const tracks = (...list: unknown[]): Answer => ({ body: { success: true, tracks: list } });
const PROFILE = {
  ...{ success: true, id: "u1", firstName: "Ada", lastName: "Obi", artistName: "Àdá", email: "ada@orin.example" },
  ...{ phone: "", address: "", profilePicture: { url: "/media/pictures/x/512.webp" }, bio: "", city: "", country: "" },
  ...{ stateProvince: "", zipPostalCode: "", twitterHandle: "", instagramHandle: "", linkedinProfile: "" },
  ...{
    facebookProfile: "",
    isContactPublic: true,
    isNamePublic: false,
    role: "creator",
    isAdmin: false,
    createdAt: "2026-01-01T00:00:00Z",
  },
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  startSession({ token: "t1", role: "creator", userId: "u1", reportToken: "r1", expiresAt: "" }, true);
  player.state.set({ track: null, playing: false });
  player.position.set(0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
});

describe("the music list", () => {
  it("plays one track at a time and counts its remaining time down", async () => {
    answerCalls({
      "GET /api/v1/my-tracks": tracks(own("One"), own("Two")),
      "GET /media/peaks/one": { body: [0, 0.5, 1] },
      "GET /media/peaks/two": refusal(404, "Track not found"),
    });
    renderScreen(<MusicList />);
    await userEvent.click(await screen.findByRole("button", { name: /^Play\s*One/ }));
    act(() => player.position.set(30.2));
    expect(screen.getByTitle("Time left").textContent).toContain("-2:30");
    fireEvent.keyDown(screen.getByRole("slider", { name: "Seek in One" }), { key: "ArrowRight" });
    expect(player.seek.mock.calls).toEqual([[35]]);
    await press(/^Play\s*Two/);
    expect(screen.getAllByTitle("Time left")).toHaveLength(1);
    expect(screen.getAllByRole("slider").map((slider) => slider.ariaLabel)).toEqual(["Seek in Two"]);
    await press(/^Pause\s*Two/);
    expect(player.state.get().playing).toBe(false);
  });

  it("deletes a track after the documented question, and says why where it cannot", async () => {
    const calls = answerCalls({
      "GET /api/v1/my-tracks": tracks(own("One"), own("Two")),
      "DELETE /api/v1/tracks/one": [refusal(500, "Something went wrong"), { body: { message: "ok" } }],
    });
    renderScreen(<MusicList />);
    await userEvent.click(await screen.findByRole("button", { name: "Delete One" }));
    const dialog = screen.getByRole("alertdialog");
    expect(within(dialog).getByText("Are you sure you want to delete this track? This action cannot be undone."))
      .toBeTruthy();
    expect(calls.some((call) => call.call.startsWith("DELETE"))).toBe(false);
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Failed to delete track: Something went wrong")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText("One")).toBeNull());
    expect(screen.getByText("Two")).toBeTruthy();
  });

  it("says how tracks are that cannot be played yet, and why one never will", async () => {
    const failed = own("Bad", { state: "failed", reason: "This recording is silent" });
    answerCalls({ "GET /api/v1/my-tracks": tracks(own("New", { state: "processing" }), failed) });
    renderScreen(<MusicList />);
    expect(await screen.findByText("This recording is silent")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Play\s*New/ }).disabled).toBe(true);
  });
});

describe("the music list with figures", () => {
  const figure = { plays: 1_234, listeners: { value: 40, error: 0 }, savers: 7, gifts: 60_000, royalties: 129.69 };
  const answers = {
    "GET /api/v1/my-tracks": tracks(own("One"), own("Two")),
    "GET /api/v1/creator-stats/songs": { body: { songs: { two: figure } } },
  };

  it("says what each song has had, orders and finds songs, and leads to their own page", async () => {
    answerCalls(answers);
    renderScreen(<MusicList />);
    expect(await screen.findByText("1,234 plays · 40 listeners · 7 savers · ₦60,129.69")).toBeTruthy();
    const titles = () => screen.getAllByRole("link", { name: /^(One|Two)$/ }).map((one) => one.textContent);
    expect(titles()).toEqual(["One", "Two"]);
    await userEvent.selectOptions(screen.getByLabelText("Order"), "Most earned");
    expect(titles()).toEqual(["Two", "One"]);
    expect(screen.getByRole("link", { name: "Two" }).getAttribute("href")).toBe("/cs-music-list/two");
    await userEvent.type(screen.getByLabelText("Search your songs"), "on");
    expect(titles()).toEqual(["One"]);
    await userEvent.type(screen.getByLabelText("Search your songs"), "xyz");
    expect(screen.getByText("No song found")).toBeTruthy();
  });

  it("changes several songs in one call, and what was left empty stays", async () => {
    const calls = answerCalls({ ...answers, "PUT /api/v1/my-tracks": { body: { message: "ok" } } });
    renderScreen(<MusicList />);
    await userEvent.click(await screen.findByRole("button", { name: "Select several" }));
    await userEvent.click(screen.getByLabelText("Select One"));
    await userEvent.click(screen.getByLabelText("Select Two"));
    await userEvent.click(screen.getByLabelText("Select One"));
    expect(screen.getByText("1 song selected")).toBeTruthy();
    await press("Select all shown");
    await press("Change genre or credits");
    const dialog = within(screen.getByRole("dialog", { name: "Change 2 songs" }));
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
    await userEvent.selectOptions(dialog.getByLabelText("Genre"), "gospel");
    await userEvent.type(dialog.getByLabelText("Writers"), "Ada Obi{enter}Bola");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.filter(({ call }) => call.startsWith("PUT")).map(({ body }) => body))
      .toEqual([{ trackIds: ["one", "two"], genre: "gospel", writers: ["Ada Obi", "Bola"] }]);
    expect(screen.queryByLabelText("Select One")).toBeNull();
  });

  it("has a page for each song, with a section for each job", async () => {
    const playlists = [{ _id: "p1", name: "Owambe", ownerName: "A listener", trackCount: 12 }];
    const calls = answerCalls({
      ...answers,
      "GET /api/v1/tracks/two/lyrics/source": { body: null },
      "GET /api/v1/creator-stats/playlists/two": { body: { playlists } },
    });
    renderScreen(<SongPage />, { route: "/cs-music-list/:trackId", path: "/cs-music-list/two" });
    for (const name of ["Details", "Links", "Shares", "Lyrics", "Replace the recording", "Take it down"]) {
      expect(await screen.findByRole("heading", { name })).toBeTruthy();
    }
    expect(await screen.findByText("₦60,129.69")).toBeTruthy();
    const playlist = await screen.findByRole("link", { name: "Owambe" });
    expect(playlist.getAttribute("href")).toBe("/playlists/p1");
    expect(playlist.closest("li")?.textContent).toBe("OwambeA listener · 12 songs");
    expect(screen.getByRole("link", { name: "All insights of this song" }).getAttribute("href"))
      .toBe("/cs-insights?track=two");
    await userEvent.click(screen.getByRole("button", { name: "Delete this song" }));
    expect(screen.getByRole("alertdialog", { name: "Delete Two?" })).toBeTruthy();
    expect(calls.some(({ call }) => call.startsWith("DELETE"))).toBe(false);
  });

  it("says of a song that is not in the list that it is not there", async () => {
    answerCalls(answers);
    renderScreen(<SongPage />, { route: "/cs-music-list/:trackId", path: "/cs-music-list/gone" });
    expect(await screen.findByText("This song is not in your list")).toBeTruthy();
  });
});

describe("settings", () => {
  it("save only what was changed, tell the page, and say so for three seconds", async () => {
    const calls = answerCalls({
      "GET /api/v1/creator-profile": { body: PROFILE },
      "PUT /api/v1/update-profile": { body: { ...PROFILE, bio: "Sings." } },
    });
    const told = vi.fn();
    addEventListener("refresh-profile", told);
    renderScreen(<Settings />);
    await userEvent.type(await screen.findByLabelText("Bio"), "Sings.");
    await press("Save");
    expect(await screen.findByText("Profile updated successfully")).toBeTruthy();
    expect(calls.find((call) => call.call.startsWith("PUT"))?.body).toEqual({ bio: "Sings." });
    expect(told).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByText("Profile updated successfully")).toBeNull(), { timeout: 4_000 });
  });

  it("publish the full name and the contacts by a switch each", async () => {
    const calls = answerCalls({
      "GET /api/v1/creator-profile": { body: PROFILE },
      "PUT /api/v1/update-profile": { body: { ...PROFILE, isNamePublic: true } },
    });
    renderScreen(<Settings />);
    const shown = (label: string) => screen.findByRole<HTMLInputElement>("checkbox", { name: label });
    const [name, contacts] = ["Show my full name in rankings and on my page", "Show my email and phone on my page"];
    expect([(await shown(name)).checked, (await shown(contacts)).checked]).toEqual([false, true]);
    await userEvent.click(await shown(name));
    await press("Save");
    expect(await screen.findByText("Profile updated successfully")).toBeTruthy();
    expect(calls.find((call) => call.call.startsWith("PUT"))?.body).toEqual({ isNamePublic: true });
    expect([(await shown(name)).checked, (await shown(contacts)).checked]).toEqual([true, true]);
  });

  it("ask before the picture goes, and show the documented text when it does not", async () => {
    answerCalls({
      "GET /api/v1/creator-profile": { body: PROFILE },
      "DELETE /api/v1/delete-dp": { status: 500, body: {} },
    });
    renderScreen(<Settings />);
    await userEvent.click(await screen.findByRole("button", { name: "Delete picture" }));
    await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Failed to delete profile picture. Please try again later.")).toBeTruthy();
  });

  it("change the password only when all three fields are there and two are the same", async () => {
    const calls = answerCalls({
      "GET /api/v1/creator-profile": { body: PROFILE },
      "PUT /api/v1/change-password": [refusal(400, "Current password is incorrect"), { body: { message: "ok" } }],
    });
    renderScreen(<Settings />, { route: "/cs-settings", path: "/cs-settings?tab=security" });
    await press("Change password");
    expect(screen.getByText("Please fill in all required fields")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Current password"), "old password");
    await userEvent.type(screen.getByLabelText("New password"), "New.passw0rd");
    await userEvent.type(screen.getByLabelText("Confirm password"), "New.password");
    await press("Change password");
    expect(screen.getByText("Passwords do not match")).toBeTruthy();
    expect(calls.some((call) => call.call.startsWith("PUT"))).toBe(false);
    await userEvent.clear(screen.getByLabelText("Confirm password"));
    await userEvent.type(screen.getByLabelText("Confirm password"), "New.passw0rd");
    await press("Change password");
    expect(await screen.findByText("Current password is incorrect")).toBeTruthy();
    await press("Change password");
    expect(await screen.findByText("Password changed successfully")).toBeTruthy();
  });
});

it("gifts show a tier by their dollars", async () => {
  const gift = (id: string, amount: number) => (
    {
      id,
      sender: { name: `From ${id}` },
      amount,
      naira: amount * 1_500,
      date: "2026-11-01T10:00:00Z",
      message: "",
      tier: "",
      method: "card",
    }
  );
  const gifts = [["a", 99], ["b", 100], ["c", 250], ["d", 500], ["e", 1_000]].map(([id, amount]) =>
    gift(String(id), Number(amount))
  );
  const stats = {
    totalGifts: 5,
    totalAmount: 1_949,
    directGifts: 5,
    trackGifts: 0,
    directAmount: 1_949,
    trackAmount: 0,
    naira: { total: 0, direct: 0, track: 0 },
  };
  answerCalls({ "GET /api/v1/gifts/received": { body: { gifts, stats } } });
  renderScreen(<Gifts />);
  const cards = await screen.findAllByRole("listitem");
  const tiers = ["Bronze", "Silver", "Gold", "Platinum", "Diamond"];
  expect(cards.map((card, index) => within(card).queryByText(tiers[index] ?? "") !== null)).toEqual(
    tiers.map(() => true),
  );
});

it.each([
  ["the dashboard", "GET /api/v1/creator-stats", Dashboard, "Failed to load creator stats"],
  ["gifts", "GET /api/v1/gifts/received", Gifts, "Failed to load supporter data. Please try again later."],
  ["settings", "GET /api/v1/creator-profile", Settings, "Failed to load profile data. Please try again later."],
])("%s: the documented text when the service says nothing", async (_, call, Screen, text) => {
  answerCalls({ [call]: { status: 500, body: {} } });
  renderScreen(<Screen />);
  expect(await screen.findByText(text)).toBeTruthy();
});
