import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { openKeptSounds } from "./kept_sounds.ts";

it("keeps what this code made of late, and removes what is old", async () => {
  const cache = await Deno.makeTempDir();
  const folder = openKeptSounds(cache);
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  for (const path of [join(folder, "new"), join(folder, "old"), join(cache, "of-other-code")]) {
    await Deno.writeTextFile(path, "");
    if (!path.endsWith("new")) await Deno.utime(path, old, old);
  }
  expect(openKeptSounds(cache)).toBe(folder);
  expect(namesIn(folder)).toEqual(["new"]);
  expect(namesIn(cache)).toEqual([basename(folder)]);
});

function namesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name);
}
