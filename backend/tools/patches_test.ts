import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { applyPatches, type Patch } from "./patches.ts";

it("applyPatches() mends once, leaves a mended file alone and refuses one that has changed", async () => {
  const file = join(await Deno.makeTempDir(), "library.js");
  const patch: Patch = { name: "library", file, before: "broken()", after: "mended()" };
  await Deno.writeTextFile(file, "x; broken(); y;");
  expect([applyPatches([patch]), applyPatches([patch])]).toEqual([["library"], []]);
  expect(await Deno.readTextFile(file)).toBe("x; mended(); y;");
  await Deno.writeTextFile(file, "something else");
  expect(() => applyPatches([patch])).toThrow("Cannot patch library");
});

it("the chart loads for a browser whose language Intl does not know", async () => {
  for (const name of ["window", "document"]) vi.stubGlobal(name, new EventTarget());
  vi.stubGlobal("devicePixelRatio", 1);
  vi.stubGlobal("matchMedia", () => new EventTarget());
  vi.stubGlobal("navigator", { language: "en-US@posix" });
  expect(() => new Intl.NumberFormat("en-US@posix")).toThrow("en-US@posix");
  applyPatches();
  await expect(import("uplot/dist/uPlot.esm.js")).resolves.toHaveProperty("default");
  vi.unstubAllGlobals();
});
