import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { timed } from "./profile.ts";

const CACHE = join(import.meta.dirname ?? "", "../../node_modules/.cache");

/** For a screen or a press: only catches hangs, as all limits of tests. */
const PATIENCE_MS = 120_000;

/** Nothing here goes to the network by itself, and music may start without a tap: these are test machines. */
const ARGUMENTS = [
  "--autoplay-policy=no-user-gesture-required",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Starts the Chromium that comes from npm, or the one named by `ORIN_CHROMIUM`. Nothing has to be installed by hand. */
export async function startBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  const browser = await timed(
    "browsers started",
    () => chromium.launch({ executablePath, env, args: ARGUMENTS }),
  );
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (more) => {
    const context = await newContext(more);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

async function findChromium(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const own = Deno.env.get("ORIN_CHROMIUM");
  if (own) return { executablePath: own, env: Deno.env.toObject() };
  if (Deno.build.target !== "x86_64-unknown-linux-gnu") {
    throw new Error(
      `The Chromium from npm runs on Linux x64 only: set ORIN_CHROMIUM to the path of a Chrome or Chromium`,
    );
  }
  const folder = await unpackChromium();
  // The package brings the shared libraries and fonts that a bare machine lacks.
  const libraries = [join(folder, "al2023", "lib"), Deno.env.get("LD_LIBRARY_PATH")].filter(Boolean).join(":");
  const env = { ...Deno.env.toObject(), LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: await writeFontsConfig(folder) };
  return { executablePath: join(folder, "chromium"), env };
}

/** The package's own configuration names folders of another system; a page without any font shows no text at all. */
async function writeFontsConfig(folder: string): Promise<string> {
  const path = join(folder, "orin-fonts.conf");
  const text = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, "fonts")}</dir><dir>/usr/share/fonts</dir>
<cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>`;
  if (!existsSync(path)) await Deno.writeTextFile(path, text);
  return path;
}

/** Unpacks the package's archives once per checkout, and returns their folder. */
async function unpackChromium(): Promise<string> {
  const require = createRequire(import.meta.url);
  const entry = require.resolve("@sparticuz/chromium");
  const { version } = require(join(dirname(entry), "..", "package.json"));
  const folder = join(CACHE, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await Deno.mkdir(CACHE, { recursive: true });
  const unfinished = await Deno.makeTempDir({ dir: CACHE, prefix: "chromium-unfinished-" });
  await unpackInto(unfinished, entry);
  // Everyone who can read the checkout can run it, too.
  for (const path of [unfinished, join(unfinished, "chromium")]) await Deno.chmod(path, 0o755);
  // Two runs may unpack at the same time; the first one wins, and the other's copy is just as good.
  await Deno.rename(unfinished, folder).catch(() => Deno.remove(unfinished, { recursive: true }));
  return folder;
}

/** In a process of its own, because the package unpacks to wherever the process has its temporary folder. */
async function unpackInto(folder: string, entry: string): Promise<void> {
  const script = `const { default: chromium } = await import(${
    JSON.stringify(entry)
  }); await chromium.executablePath();`;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", script],
    cwd: join(import.meta.dirname ?? "", "../.."),
    // The package adds its shared libraries only where it believes to be on this system.
    env: { TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
  }).output();
  if (!success) throw new Error(`Cannot unpack Chromium to "${folder}": ${new TextDecoder().decode(stderr)}`);
}
