import { join } from "node:path";
import { expect, it } from "vitest";
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
