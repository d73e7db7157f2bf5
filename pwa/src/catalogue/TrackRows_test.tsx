import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { givenTrack } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { TrackRows } from "./TrackRows.tsx";

let comeNear: () => void = () => {};

afterEach(() => vi.unstubAllGlobals());

it("a long list makes only the rows that come near, and none of them twice", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private tell: (entries: readonly { isIntersecting: boolean }[]) => void) {}
      observe(element: Element) {
        // Covers are waited for, too.
        if (element.matches("li[aria-hidden]")) comeNear = () => this.tell([{ isIntersecting: true }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  const made: string[] = [];
  const tracks = Array.from({ length: 200 }, (_, index) => givenTrack(`Song ${index}`, { _id: `t${index}` }));
  const buttons = ({ title }: { title: string }) => {
    made.push(title);
    return null;
  };
  renderScreen(<TrackRows label="Long" source="liked" tracks={tracks} buttons={buttons} />);
  await screen.findByText("Song 59");
  expect(screen.queryByText("Song 60")).toBeNull();
  made.length = 0;
  act(comeNear);
  expect(screen.getByText("Song 179")).toBeTruthy();
  expect(made).toEqual(tracks.slice(60, 180).map(({ title }) => title));
  act(comeNear);
  expect(screen.getAllByRole("listitem")).toHaveLength(200);
});
