import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OneSound } from "../../player/one_sound.ts";
import { FakeLocks } from "../../player/testing/fake_locks.ts";
import type { Found } from "./found.ts";
import { PreviewBar } from "./PreviewBar.tsx";

const ITEM = { id: "1", title: "Èkó", previewUrl: "/preview.mp3", imageUrl: "" } as unknown as Found;

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event("play"));
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event("pause"));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("a preview begins at 70 per cent", () => {
  const { container } = render(<PreviewBar item={ITEM} onClose={() => {}} />);
  expect(container.querySelector("audio")?.volume).toBe(0.7);
});

it("a preview gives way to the music of another tab, and says so while that plays", async () => {
  const locks = new FakeLocks();
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { locks }));
  render(<PreviewBar item={ITEM} onClose={() => {}} />);
  await screen.findByRole("button", { name: "Pause preview" });
  await vi.waitFor(() => expect(locks.holders("orin-sound")).toBe(1));
  const otherTab = new OneSound(locks, { taken() {}, free() {} });
  otherTab.take();
  await screen.findByText(/Playing in another tab/);
  screen.getByRole("button", { name: "Play preview" });
  await act(async () => await otherTab.give());
  await screen.findByText(/Earns nothing/);
  expect(locks.holders("orin-sound")).toBe(0);
});
