import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { givenTrack } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { reportReached } from "../lib/connection.ts";
import { endSession, startSession } from "../lib/session.ts";
import { ArtistProfile } from "./ArtistProfile.tsx";

const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const ARTIST = "GET /api/auth/creators/ayo";
const IS_FOLLOWING = "GET /api/v1/is-following/ayo";
const FOLLOW = "POST /api/v1/follow/ayo";

const profile = {
  _id: "ayo",
  name: "Ayọ̀",
  firstName: "Ayọ̀",
  lastName: "",
  profilePicture: { url: "" },
  placeholder: "",
  bio: "",
  city: "Ibadan",
  stateProvince: "",
  country: "Nigeria",
  followerCount: 1_249,
  trackCount: 1,
  albums: 0,
  tracks: [givenTrack("One")],
};

function open(answers: Record<string, Answer | readonly Answer[]>) {
  const calls = answerCalls(answers);
  renderScreen(<ArtistProfile />, { route: "/artists/:id", path: "/artists/ayo" });
  return calls;
}

const followButton = (name: RegExp) => screen.findByRole("button", { name });

beforeEach(() => {
  localStorage.clear();
  endSession();
});

afterEach(() => vi.unstubAllGlobals());

describe("ArtistProfile", () => {
  it("shows who it is, in documented words where something is missing", async () => {
    open({ [ARTIST]: { body: { ...profile, tracks: [], trackCount: 0 } } });
    expect(screen.getByText("Loading artist profile...")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Ayọ̀" })).toBeTruthy();
    expect(screen.getByText("Ibadan, Nigeria")).toBeTruthy();
    expect(screen.getByText("1.2K")).toBeTruthy();
    expect(screen.getByText("No bio available for this artist.")).toBeTruthy();
    expect(screen.getByText("No tracks available from this artist yet.")).toBeTruthy();
  });

  it("says how often each song was played, where the service says so", async () => {
    open({ [ARTIST]: { body: { ...profile, tracks: [givenTrack("One", { plays: 1_250 }), givenTrack("Two")] } } });
    const rows = (await screen.findAllByRole("listitem")).filter((row) => row.dataset["track"]);
    expect(rows.map((row) => /[\d.]+K? plays?/.exec(row.textContent ?? "")?.[0])).toEqual(["1.3K plays", undefined]);
  });

  it("can be followed where nobody could be asked whether that is so already", async () => {
    startSession(SESSION, true);
    open({ [ARTIST]: { body: profile }, [IS_FOLLOWING]: "no network" });
    const button = await followButton(/^Follow(?!ing)/);
    await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false));
    reportReached();
  });

  it.each(["word ".repeat(40).trim(), "w".repeat(151)])(
    "shortens a bio of more than 150 characters until asked",
    async (bio) => {
      open({ [ARTIST]: { body: { ...profile, bio } } });
      const short = await screen.findByText(/…$/);
      expect(short.textContent?.length).toBeLessThanOrEqual(151);
      await userEvent.click(await screen.findByRole("button", { name: "Read More" }));
      expect(screen.getByText(bio)).toBeTruthy();
    },
  );

  it.each(
    [
      [refusal(404, "Artist not found"), "Artist not found"],
      [refusal(500, "Broken"), "Error loading artist profile: Broken"],
      ["no network", "Error loading artist profile: Failed to fetch creator"],
    ] as const,
  )("says what went wrong", async (answer, text) => {
    open({ [ARTIST]: answer });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("asks visitors to log in before they follow", async () => {
    const calls = open({ [ARTIST]: { body: profile } });
    await userEvent.click(await followButton(/^Follow/));
    expect(screen.getByText("Please log in to follow artists")).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it("follows at once, and takes the count of the service", async () => {
    startSession(SESSION, true);
    open({
      [ARTIST]: { body: profile },
      [IS_FOLLOWING]: { body: { isFollowing: false, followerCount: 9 } },
      [FOLLOW]: { body: { isFollowing: true, followerCount: 12 } },
    });
    await waitFor(async () => expect(await followButton(/^Follow/)).toHaveProperty("disabled", false));
    await userEvent.click(await followButton(/^Follow/));
    expect(await followButton(/^Following/)).toBeTruthy();
    expect(await screen.findByText("12")).toBeTruthy();
  });

  it.each(
    [
      [refusal(409, "Follow limit reached"), "Follow limit reached"],
      ["no network", "Failed to update follow status"],
    ] as const,
  )("takes a refused follow back and says so", async (answer, text) => {
    startSession(SESSION, true);
    const state = { body: { isFollowing: false, followerCount: 9 } };
    open({ [ARTIST]: { body: profile }, [IS_FOLLOWING]: state, [FOLLOW]: answer });
    await waitFor(async () => expect(await followButton(/^Follow/)).toHaveProperty("disabled", false));
    await userEvent.click(await followButton(/^Follow/));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Following/ })).toBeNull();
    expect(screen.getByText("9")).toBeTruthy();
  });
});
