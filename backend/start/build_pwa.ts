import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { filesIn, hashFiles, ignoreMissing, lockBuild, type Log, readIfThere } from "./build_parts.ts";
import { StartError } from "./start_error.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** What a build is made of. Tests and journeys change nothing in it. */
const SOURCES = ["pwa", "backend/contract", "package.json", "deno.lock"];
const NO_SOURCE = /^pwa\/(dist|e2e)(\/|\.|$)|_test\.tsx?$|\.md$/;
const HASH_FILE = ".build-hash";
/** Files of the last builds: a phone with an older shell asks for them until it has updated. */
const BUILDS_FILE = ".builds.json";
const BUILDS_KEPT = 3;

/** Builds the PWA into `pwa/dist` when its sources changed since the last build. The old one stays until the new is whole. */
export function buildPwaIfChanged(log: Log): Promise<{ built: boolean; ms: number }> {
  const building = buildIfChanged(log);
  // The start builds beside its other work: a failure waits there until the result is asked for.
  building.catch(() => {});
  return building;
}

async function buildIfChanged(log: Log): Promise<{ built: boolean; ms: number }> {
  const startedAt = performance.now();
  const dist = join(ROOT, "pwa/dist");
  using _lock = await lockBuild("build", log);
  const hash = hashSources(ROOT);
  const built = readIfThere(join(dist, HASH_FILE)) !== hash;
  if (built) await build(dist, { hash, log });
  const ms = Math.round(performance.now() - startedAt);
  if (built) log(`PWA: built in ${(ms / 1000).toFixed(1)} s`);
  return { built, ms };
}

async function build(dist: string, { hash, log }: { hash: string; log: Log }): Promise<void> {
  log("PWA: building, because its sources changed (about 10 s)");
  removeUnfinished(dist);
  const fresh = `${dist}.building`;
  await runVite(fresh);
  await compressFiles(fresh);
  await replaceBuild(dist, { fresh, hash });
}

/**
 * Puts `<file>.br` beside every text file, at the best quality: a phone on a slow network waits for these bytes, and they
 * are made once. Pages are left out: the server writes into them.
 */
export async function compressFiles(dir: string): Promise<void> {
  const compress = promisify(brotliCompress);
  const texts = filesIn(dir).filter((file) => [".js", ".css", ".svg", ".webmanifest"].includes(extname(file)));
  await Promise.all(texts.map(async (file) => {
    const whole = await Deno.readFile(join(dir, file));
    const small = await compress(whole);
    if (small.length < whole.length) await Deno.writeFile(join(dir, `${file}.br`), small);
  }));
}

/** A phone that opened the app before this build still finds every file its shell names. */
export async function replaceBuild(dist: string, { fresh, hash }: { fresh: string; hash: string }): Promise<void> {
  const own = filesIn(join(fresh, "assets"));
  const older: string[][] = JSON.parse(readIfThere(join(dist, BUILDS_FILE)) ?? "[]");
  const builds = [own, ...older].slice(0, BUILDS_KEPT);
  for (const file of new Set(builds.slice(1).flat())) {
    if (own.includes(file)) continue;
    await Deno.mkdir(dirname(join(fresh, "assets", file)), { recursive: true });
    await Deno.copyFile(join(dist, "assets", file), join(fresh, "assets", file)).catch(ignoreMissing);
  }
  await Deno.writeTextFile(join(fresh, BUILDS_FILE), JSON.stringify(builds));
  await Deno.writeTextFile(join(fresh, HASH_FILE), hash);
  await Deno.rename(dist, `${dist}.replaced`).catch(ignoreMissing);
  await Deno.rename(fresh, dist);
  removeUnfinished(dist);
}

/** One hash over the names and contents of all sources of the app. */
export function hashSources(root: string): string {
  return hashFiles(root, { sources: SOURCES, without: NO_SOURCE });
}

async function runVite(outDir: string): Promise<void> {
  const vite = new Deno.Command(Deno.execPath(), {
    // Uses node_modules unchanged: Deno would else install what only developers need.
    args: [
      ...["run", "-A", "--node-modules-dir=manual", "node_modules/vite/bin/vite.js"],
      ...["build", "pwa", "--outDir", outDir, "--logLevel", "warn"],
    ],
    // A test may start it: React would come in its slow and large development form.
    env: { NODE_ENV: "production" },
    ...{ cwd: ROOT, stdin: "null", stdout: "piped", stderr: "piped" },
  });
  const { success, stdout, stderr } = await vite.output();
  if (success) return;
  const decoder = new TextDecoder();
  console.error(decoder.decode(stdout) + decoder.decode(stderr));
  throw new StartError("the PWA could not be built: what Vite said stands above");
}

function removeUnfinished(dist: string): void {
  for (const path of [`${dist}.building`, `${dist}.replaced`]) {
    try {
      Deno.removeSync(path, { recursive: true });
    } catch (error) {
      ignoreMissing(error);
    }
  }
}
