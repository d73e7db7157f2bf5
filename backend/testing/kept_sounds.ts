import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "../..");
const CACHE = join(ROOT, "node_modules/.cache/orin-sounds");
/** Where the code is that decides what a file becomes. */
const MAKERS = ["backend/adapters/media", "backend/contract"];
/** Some tests make a sound of their own in each run. */
const MOST_AGE_MS = 7 * 24 * 3_600_000;

/**
 * The folder of what this code has made of the tests' sounds and pictures, in this run and in those before: to encode an
 * album takes half a minute of a core. What other code has made is not found there.
 */
export function openKeptSounds(cache = CACHE): string {
  const folder = join(cache, hashOfMakers());
  Deno.mkdirSync(folder, { recursive: true });
  removeOld(folder);
  removeOld(cache);
  return folder;
}

function hashOfMakers(): string {
  const require = createRequire(import.meta.url);
  const { dependencies } = require("../../package.json");
  const hash = createHash("sha256").update(`${dependencies["@ffmpeg/core"]} ${dependencies.sharp}`);
  for (const folder of MAKERS) {
    const names = Array.from(Deno.readDirSync(join(ROOT, folder)), ({ name }) => name)
      .filter((name) => name.endsWith(".ts") && !name.includes("test"));
    for (const name of names.sort()) hash.update(name).update(Deno.readFileSync(join(ROOT, folder, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Files, and folders that nothing was added to of late. */
function removeOld(folder: string): void {
  for (const { name } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    try {
      const { mtime } = Deno.statSync(path);
      if (mtime && Date.now() - mtime.getTime() > MOST_AGE_MS) Deno.removeSync(path, { recursive: true });
    } catch (error) {
      // Another run removes the same.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
