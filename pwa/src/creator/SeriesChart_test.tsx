import { expect, it, vi } from "vitest";

it("the chart loads for a browser whose language Intl does not know", async () => {
  vi.stubGlobal("devicePixelRatio", 1);
  vi.stubGlobal("matchMedia", () => new EventTarget());
  vi.stubGlobal("navigator", { language: "en-US@posix" });
  expect(() => new Intl.NumberFormat("en-US@posix")).toThrow("en-US@posix");
  await expect(import("./SeriesChart.tsx")).resolves.toHaveProperty("SeriesChart");
  vi.unstubAllGlobals();
});
