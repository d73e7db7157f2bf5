import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { keepSession, logInAt } from "./given_people.ts";
import { startBrowser } from "../../backend/testing/chromium.ts";
import { startTestServer } from "../../backend/testing/server.ts";

const FOLDER = join(import.meta.dirname ?? "", "../../docs/screens");
const PASSWORD = "Orin-demo-2026!";
const PHONE = { width: 360, height: 740 };
/** Bytes of a picture: README shows them all together. */
const MOST_BYTES = 40_000;
const PATIENCE_MS = 90_000;

/** How pictures are tried, the best first: px a CSS px, and quality. */
const LOOKS = [[1.5, 80], [1.5, 68], [1.5, 56], [1.25, 66], [1.25, 54], [1, 70], [1, 56]] as const;

interface Shot {
  readonly name: string;
  readonly theme: "dark" | "light";
  /** Leads to the screen and waits until all of it is there. */
  open(page: Page): Promise<void>;
}

const SHOTS: readonly Shot[] = [
  { name: "home", theme: "light", open: (page) => openScreen(page, "/") },
  { name: "now-playing", theme: "dark", open: openNowPlaying },
];

/**
 * `deno task make screenshots`: takes README's pictures again, of a service of its own with the demo world, or of one that
 * runs: `deno task make screenshots http://localhost:8000 home`.
 */
if (import.meta.main) {
  const [url] = Deno.args.filter((one) => URL.canParse(one));
  const names = Deno.args.filter((one) => one !== url);
  if (url !== undefined) await takeAll(url, names);
  else {
    const dataDir = await Deno.makeTempDir({ prefix: "orin-screens-" });
    try {
      await using server = await startTestServer({ dataDir, env: { ORIN_DEMO: "on" }, withPwa: true });
      await takeAll(server.url, names);
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  }
}

/** Those of these names; all of them where none is named. */
async function takeAll(url: string, names: readonly string[]): Promise<void> {
  const browser = await startBrowser();
  try {
    await Deno.mkdir(FOLDER, { recursive: true });
    const wanted = SHOTS.filter(({ name }) => names.length === 0 || names.includes(name));
    for (const shot of wanted) console.log(`${shot.name}: ${await take(browser, url, shot)} bytes`);
  } finally {
    await browser.close();
  }
}

async function take(browser: Browser, url: string, { name, theme, open }: Shot): Promise<number> {
  const context = await browser.newContext({
    ...{ viewport: PHONE, deviceScaleFactor: 2, baseURL: url, colorScheme: theme, reducedMotion: "reduce" },
    ...{ isMobile: true, hasTouch: true, locale: "en-NG", timezoneId: "Africa/Lagos" },
  });
  try {
    context.setDefaultTimeout(PATIENCE_MS);
    const session = await logInAt(url, { userId: "", email: "listener@orin.example", password: PASSWORD });
    await context.addInitScript(keepSession, session);
    const page = await context.newPage();
    // The font comes with the worker.
    await page.goto("/policy");
    // `ready` never comes where no worker could be stored; this ends after a while.
    await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active));
    await page.goto("/policy");
    await page.evaluate(() => document.fonts.load("600 1rem Inter").then(() => undefined));
    await open(page);
    return await save(name, await page.screenshot());
  } finally {
    await context.close();
  }
}

/** As good as it fits; answers its bytes. */
async function save(name: string, png: Uint8Array): Promise<number> {
  for (const [scale, quality] of LOOKS) {
    const picture = await sharp(png).resize(PHONE.width * scale).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length > MOST_BYTES) continue;
    await Deno.writeFile(join(FOLDER, `${name}.webp`), picture);
    return picture.length;
  }
  throw new Error(`The picture of ${name} does not fit into ${MOST_BYTES} bytes`);
}

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("main").getByRole("heading").first().waitFor();
  await settle(page);
}

/** Until nothing is on its way and every picture in sight is there. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  // What is beside the screen comes only when it is swiped to.
  await page.waitForFunction(() => {
    const seen = [...document.images].filter((one) => {
      const { top, left, right, width } = one.getBoundingClientRect();
      return width > 0 && top < innerHeight && left < innerWidth && right > 0;
    });
    return seen.every(({ complete }) => complete);
  });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function openNowPlaying(page: Page): Promise<void> {
  const creator = await page.request.post("/api/auth/login", {
    data: { email: "creator@orin.example", password: PASSWORD },
  });
  await openScreen(page, `/artists/${(await creator.json()).userId}`);
  await page.getByRole("main").getByRole("button", { name: /^Play / }).first().click();
  await page.waitForFunction(() => navigator.mediaSession.playbackState === "playing");
  await page.getByRole("button", { name: /Now Playing/ }).first().click();
  await page.getByRole("dialog", { name: "Now Playing" }).waitFor();
  await page.waitForTimeout(4_000);
}
