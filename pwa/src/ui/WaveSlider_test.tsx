import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BARS, barsOf } from "./wave_bars.ts";
import { WaveSlider } from "./WaveSlider.tsx";

const slider = (peaks: number[] | undefined) => (
  <WaveSlider label="Seek" value={30} max={120} valueText="30 seconds" onChange={() => {}} peaks={peaks} />
);

describe("WaveSlider", () => {
  it("is a slider with or without a waveform, and keeps its place when the waveform comes", () => {
    const { container, rerender } = render(slider(undefined));
    const input = screen.getByRole("slider", { name: "Seek" });
    const frame = container.firstElementChild?.className;
    expect(container.querySelector("svg")).toBeNull();
    rerender(slider([0.2, 1]));
    expect(screen.getByRole("slider", { name: "Seek" })).toBe(input);
    expect(container.firstElementChild?.className).toBe(frame);
    expect(container.querySelectorAll("svg path")).toHaveLength(2);
    expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
    expect(container.querySelector("div")?.style.getPropertyValue("--played")).toBe("25%");
  });
});

describe("barsOf()", () => {
  it("draws the loudest of each stretch around the middle, and silence as a low line", () => {
    const bars = barsOf([...Array.from({ length: 100 }, () => 0), ...Array.from({ length: 100 }, () => 0.5), 7]).split(
      "z",
    );
    expect(bars).toHaveLength(BARS + 1);
    expect(bars[0]).toBe("M0 47.5h0.62v5h-0.62");
    expect(bars[BARS - 2]).toBe(`M${BARS - 2} 25h0.62v50h-0.62`);
    expect(bars[BARS - 1]).toBe(`M${BARS - 1} 0h0.62v100h-0.62`);
  });

  it("draws few peaks and none", () => {
    expect(barsOf([1]).split("z")).toHaveLength(BARS + 1);
    expect(barsOf([])).toBe("");
  });
});
