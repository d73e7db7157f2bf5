import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Artists } from "./Artists.tsx";

const CREATORS = "GET /api/auth/creators";
const ADA = {
  firstName: "Ada",
  lastName: "Obi",
  profilePicture: { url: "" },
  followerCount: 1_200,
  albums: 1,
  tracks: [],
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("Artists", () => {
  it("shows who there is, and says for 1.8 seconds that a link was copied", async () => {
    answerCalls({ [CREATORS]: { body: [{ ...ADA, _id: "a1", name: "Ada Obi" }] } });
    const writeText = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
    renderScreen(<Artists />, { route: "/artists" });
    const link = await screen.findByRole("link", { name: "Ada Obi" });
    expect(link.getAttribute("href")).toBe("/artists/a1");
    expect(screen.getByText("1.2K")).toBeTruthy();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await act(() => {
      screen.getByRole("button", { name: "Copy the link to Ada Obi" }).click();
      return Promise.resolve();
    });
    act(() => void vi.advanceTimersByTime(1_799));
    expect(screen.getByText("Link copied!")).toBeTruthy();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText("Link copied!")).toBeNull();
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/artists/a1`);
  });

  it("says the documented text when they cannot be loaded", async () => {
    answerCalls({ [CREATORS]: { status: 500, body: {} } });
    renderScreen(<Artists />, { route: "/artists" });
    expect(await screen.findByText("Failed to fetch creators")).toBeTruthy();
  });
});
