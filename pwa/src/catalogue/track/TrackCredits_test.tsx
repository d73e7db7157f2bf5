import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { givenTrack } from "../../../testing/given_tracks.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { TrackCredits } from "./TrackCredits.tsx";

// What no device keeps ahead, asked for without a network.
vi.mock("../release/TrackMakers.tsx", () => ({
  get TrackMakers(): never {
    throw new TypeError("Failed to fetch dynamically imported module");
  },
}));

it("shows the credits also where the code of the makers cannot come", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  renderScreen(<TrackCredits track={givenTrack("One", { album: "Roads" })} albumId="roads" />);
  // React says so once it has given up.
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled(), { timeout: 5_000 });
  expect(screen.getByRole("link", { name: "Roads" })).toBeDefined();
});
