import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { PlayerView } from "./player_view.ts";
import { SeekBar } from "./SeekBar.tsx";

function playerAt(seconds: number, duration: number) {
  const seek = vi.fn();
  const player: PlayerView = {
    track: null,
    playing: true,
    waiting: false,
    duration,
    volume: 80,
    repeat: false,
    repeatAll: false,
    isShuffled: false,
    asksWhetherHeard: false,
    error: null,
    isElsewhere: false,
    subscribeTime(listener) {
      listener(seconds);
      return () => undefined;
    },
    toggle() {},
    next() {},
    previous() {},
    seek,
    setVolume() {},
    changeRepeat() {},
    close() {},
  };
  return { player, seek };
}

describe("SeekBar", () => {
  it("says the position in words and shows it in figures", () => {
    render(<SeekBar player={playerAt(94.7, 187).player} />);
    const slider = screen.getByRole("slider", { name: "Seek" });
    expect(slider.getAttribute("aria-valuetext")).toBe("1 minute 34 seconds of 3 minutes 7 seconds");
    expect(slider.getAttribute("value")).toBe("94");
    expect(screen.getByText("1:34")).toBeTruthy();
  });

  it("seeks once, when the thumb is let go", () => {
    const { player, seek } = playerAt(10, 180);
    render(<SeekBar player={player} />);
    const slider = screen.getByRole("slider");
    fireEvent.change(slider, { target: { value: "60" } });
    fireEvent.change(slider, { target: { value: "90" } });
    expect(screen.getByText("1:30")).toBeTruthy();
    expect(seek).not.toHaveBeenCalled();
    fireEvent.pointerUp(slider);
    expect(seek.mock.calls).toEqual([[90]]);
  });

  it("moves 5 seconds by arrow and 15 by page, within the song", () => {
    const { player, seek } = playerAt(178, 180);
    render(<SeekBar player={player} />);
    const slider = screen.getByRole("slider");
    for (const key of ["ArrowLeft", "ArrowRight", "PageDown", "PageUp"]) fireEvent.keyDown(slider, { key });
    expect(seek.mock.calls).toEqual([[173], [180], [163], [180]]);
  });
});
