import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, chromium, type LaunchOptions, type Page, type Request } from "playwright-core";
import { timed } from "./profile.ts";
import { waitFor } from "./wait.ts";

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

/** What a screen is made of, besides pictures, letters and sound. */
const OF_A_SCREEN = ["document", "stylesheet", "script", "fetch", "xhr"];

/**
 * The worker's Chromium, from npm or the one named by `ORIN_CHROMIUM`: nothing has to be installed by hand. It is started
 * once for all files of a worker, and `close` ends what a file has opened in it; each has contexts of its own, which share
 * nothing. With options it is one of its own. Nothing in it moves, unless a context asks for `reducedMotion`.
 */
export async function launchBrowser(options?: LaunchOptions): Promise<Browser> {
  if (options) return await start(options);
  const browser = await (shared?.isConnected() ? shared : start({}));
  if (browser === shared) return browser;
  shared = browser;
  // The worker ends it: a pipe that closes ends Chromium.
  browser.close = async () => void await Promise.all(browser.contexts().map((context) => context.close()));
  return browser;
}
let shared: Browser | undefined;

async function start({ args = [], ...rest }: LaunchOptions): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  const browser = await timed(
    "browsers started",
    () => chromium.launch({ executablePath, env, args: [...ARGUMENTS, ...args], ...rest }),
  );
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (more) => {
    const context = await newContext({ reducedMotion: "reduce", ...more });
    context.setDefaultTimeout(PATIENCE_MS);
    context.on("page", watchCalls);
    return context;
  };
  return browser;
}

/** What a page has asked for and has no answer to, and how often it has asked. */
interface Calls {
  readonly open: Set<Request>;
  asked: number;
}
const calls = new WeakMap<Page, Calls>();

function watchCalls(page: Page): void {
  const own: Calls = { open: new Set(), asked: 0 };
  calls.set(page, own);
  page.on("request", (request) => {
    if (!OF_A_SCREEN.includes(request.resourceType())) return;
    // What the page before it asked for ends with it, at times without a word.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) own.open.clear();
    own.open.add(request);
    own.asked++;
  });
  const forget = (request: Request) => void own.open.delete(request);
  page.on("requestfinished", forget);
  page.on("requestfailed", forget);
}

/**
 * Waits until a page has the answers to all that it has asked for, but where the test gives none, and has drawn them: it
 * has nothing to do and asks for nothing more. Pictures and sound are not waited for.
 */
export async function untilAnswered(page: Page, { but }: { but?: RegExp } = {}): Promise<void> {
  const own = calls.get(page);
  if (!own) throw new Error("untilAnswered() is for pages of launchBrowser()");
  const waiting = () => [...own.open].map((request) => request.url()).filter((url) => !but?.test(url));
  await waitFor(`a page with all its answers: ${page.url()}`, async () => {
    if (waiting().length > 0) return false;
    const { asked } = own;
    await page.evaluate(untilIdle);
    return waiting().length === 0 && own.asked === asked;
  });
}

/** Goes to an address, and waits until all of its screen is there. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAnswered(page);
}

/** Runs in the page: what an answer has begun is drawn by the second frame, and then has nothing left to do. */
async function untilIdle(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  await new Promise((idle) => requestIdleCallback(idle));
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
