/// <reference lib="dom" />
import type { Browser, CDPSession, Page } from "playwright-core";
import type { TrackList } from "../../backend/contract/catalogue.ts";
import type { Hearts } from "../../backend/contract/playlists.ts";
import { newId } from "../../backend/contract/ids.ts";
import { startBrowser } from "../../backend/testing/chromium.ts";
import { startTestServer } from "../../backend/testing/server.ts";
import { keepSession, logInAt } from "../../pwa/e2e/given_people.ts";
import { openFolder } from "../parts/folder.ts";
import { readOptions } from "../parts/options.ts";
import { medianOf } from "../parts/quantiles.ts";
import { tableOf } from "../parts/table.ts";
import { pause } from "../parts/waiting.ts";

/** A phone of many in Nigeria: https://gs.statcounter.com knows 360×740 as its commonest size; two pixels a CSS px. */
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
/** Chromium's own "Slow 3G": bits and ms. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const SLOWDOWN = 4;
const LONG_LIST = 2_000;
/** From the first card to the press, and none. */
const WAITS_MS = [1_500, 0];
const QUIET_MS = 3_000;
const PATIENCE_MS = 90_000;
const TIMES = 5;
/** To make the demo world, music included. */
const DEMO_MS = 600_000;

/** By their attribute: to find thousands by role takes a slow processor minutes. */
const ROW_MENUS = 'button[aria-label^="More for "]';

/** A figure, and the most that it may be. */
interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly most: number;
}

/** What is measured, by name, in this order. */
const PARTS: readonly (readonly [string, (browser: Browser, url: string) => Promise<Figure[]>])[] = [
  ["first visits", measureFirstVisits],
  ["long list", measureLongList],
  ["saver", measureSaver],
];

/**
 * `deno task proofs visit [--only word]`: what a first visit costs in bytes and time, in the Chromium of the tests: of a
 * service of its own with the demo world, or of one that runs: `deno task proofs visit http://localhost:8000`. Each figure
 * is the median of five. The parts: first visits, long list, saver.
 */
if (import.meta.main) {
  const asked = readOptions({ values: ["only"] });
  const [running] = asked.words.filter((word) => URL.canParse(word));
  await using stack = new AsyncDisposableStack();
  const browser = await startBrowser();
  stack.defer(() => browser.close());
  const url = running ?? await serveDemo(stack);
  const figures: Figure[] = [];
  for (const [name, measure] of PARTS) {
    if (!name.includes(asked.text("only") ?? "")) continue;
    console.error(`… ${name}`);
    figures.push(...await measure(browser, url));
  }
  console.log(tableOf(
    ["What", "Measured", "Budget", "Met"],
    figures.map(({ what, measured, most }) => {
      const figure = measured < 20 ? measured.toFixed(1) : String(Math.round(measured));
      return [what, figure, String(most), measured <= most ? "yes" : "**no**"];
    }),
  ));
  console.log(
    `\n${figures.filter(({ measured, most }) => measured <= most).length} of ${figures.length} budgets are met`,
  );
}

async function serveDemo(stack: AsyncDisposableStack): Promise<string> {
  const folder = stack.use(await openFolder("visit"));
  const demo = { env: { ORIN_DEMO: "on" }, withPwa: true, patienceMs: DEMO_MS };
  const server = await startTestServer({ dataDir: folder.path, ...demo });
  return stack.use(server).url;
}

async function measureFirstVisits(browser: Browser, url: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { path, mostKb } of [{ path: "/", mostKb: 200 }, { path: "/songs", mostKb: 300 }]) {
    const bytes = await several(() => visit(browser, { url, path }, ({ bytes, load }) => load().then(bytes)));
    figures.push({ what: `first visit of ${path}, whole, KB`, measured: medianOf(bytes) / 1_000, most: mostKb });
    for (const waitMs of WAITS_MS) {
      const times = await several(() => visit(browser, { url, path }, (page) => playSlowly(page, waitMs)));
      const median = (name: keyof (typeof times)[number]) => medianOf(times.map((one) => one[name])) / 1_000;
      const slowly = `${path} on slow 3G`;
      if (waitMs === WAITS_MS[0]) {
        figures.push({ what: `${slowly}: first playable card, s`, measured: median("cardMs"), most: 5 });
        figures.push({ what: `${slowly}: before it, KB`, measured: median("before"), most: 120 });
      }
      const pressed = waitMs === 0 ? "pressed at once" : `pressed ${waitMs / 1_000} s later`;
      figures.push({ what: `${slowly}: ${pressed}, sound after, s`, measured: median("soundMs"), most: 2 });
    }
  }
  return figures;
}

async function measureSaver(browser: Browser, url: string): Promise<Figure[]> {
  const bytes = await visit(browser, { url, path: "/songs", savesData: true }, listenAMinute);
  return [{ what: "a minute of listening at saver, KB", measured: bytes / 1_000, most: 400 }];
}

interface Visit {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Came over the network so far; what the service worker stores ahead is its own. */
  bytes(): number;
  /** Opens the page and waits until nothing more comes. */
  load(): Promise<void>;
  open(): Promise<void>;
}

/** Where a visit goes, and whether the phone saves data. */
interface VisitRequest {
  readonly url: string;
  readonly path: string;
  readonly savesData?: boolean;
}

async function visit<Answer>(
  browser: Browser,
  { url, path, savesData = false }: VisitRequest,
  act: (visit: Visit) => Promise<Answer>,
): Promise<Answer> {
  const context = await browser.newContext({ ...PHONE, baseURL: url, serviceWorkers: "block" });
  try {
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(noteSounds);
    if (savesData) await context.addInitScript(() => localStorage.setItem("orin.data-saver", "on"));
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send("Network.enable");
    let lastAt = 0;
    const came = new Map<string, number>();
    cdp.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      came.set(requestId, (came.get(requestId) ?? 0) + encodedDataLength);
      lastAt = performance.now();
    });
    // With its headers.
    cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => came.set(requestId, encodedDataLength));
    const bytes = () => came.values().reduce((sum, one) => sum + one, 0);
    const open = async () => void await page.goto(path, { waitUntil: "commit" });
    const load = async () => {
      await open();
      lastAt = performance.now();
      while (performance.now() - lastAt < QUIET_MS) await pause(100);
    };
    return await act({ page, cdp, bytes, load, open });
  } finally {
    await context.close();
  }
}

/** Runs in the page: remembers what plays. */
function noteSounds(): void {
  const sounds: HTMLMediaElement[] = [];
  Object.assign(globalThis, { sounds });
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    sounds.push(this);
    return play.call(this);
  };
}

async function playSlowly({ page, cdp, bytes, open }: Visit, waitMs: number) {
  await cdp.send("Network.emulateNetworkConditions", SLOW_3G);
  const openedAt = performance.now();
  await open();
  const card = page.getByRole("main").getByRole("button", { name: /^Play / }).first();
  await card.waitFor();
  const [cardMs, before] = [performance.now() - openedAt, bytes()];
  await page.waitForTimeout(waitMs);
  const pressedAt = performance.now();
  await card.click();
  await untilHeard(page, 0);
  return { cardMs, before, soundMs: performance.now() - pressedAt };
}

async function listenAMinute({ page, bytes, load }: Visit): Promise<number> {
  await load();
  await page.getByRole("main").getByRole("button", { name: /^Play / }).first().click();
  await untilHeard(page, 1);
  const before = bytes();
  await page.waitForTimeout(60_000);
  return bytes() - before;
}

async function untilHeard(page: Page, second: number): Promise<void> {
  await page.waitForFunction(
    (second) => {
      const { sounds } = globalThis as unknown as { sounds: HTMLMediaElement[] };
      return sounds.some(({ currentTime }) => currentTime > second);
    },
    second,
    { polling: 20 },
  );
}

/**
 * How long presses take to show in a long list of liked songs, on a processor four times as slow. The songs are the
 * demo's, again and again.
 */
async function measureLongList(browser: Browser, url: string): Promise<Figure[]> {
  const session = await logInAt(url, { userId: "", email: "listener@orin.example", password: "Orin-demo-2026!" });
  const { tracks }: TrackList = await (await fetch(`${url}/api/v1/tracks?limit=100`)).json();
  const long = Array.from({ length: Math.ceil(LONG_LIST / tracks.length) }, () => tracks).flat().slice(0, LONG_LIST)
    .map((track) => ({ ...track, _id: newId() }));
  const presses = await several(() =>
    visit(browser, { url, path: "/playlist?list=liked" }, async ({ page, cdp, open }) => {
      await page.addInitScript(keepSession, session);
      await page.addInitScript(notePresses);
      const json: Hearts = { trackIds: long.map(({ _id }) => _id), artistIds: [], tracks: long, artists: [] };
      await page.route(/\/api\/v1\/hearts($|\?)/, (route) => route.fulfill({ json }));
      await open();
      await page.getByRole("list", { name: "Liked Songs" }).waitFor();
      await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
      await scrollThrough(page);
      const rows = await page.locator(ROW_MENUS).count();
      if (rows < LONG_LIST) throw new Error(`Only ${rows} songs were scrolled through`);
      return await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { presses: number[] }).presses));
    })
  );
  const what = `longest press in ${LONG_LIST} songs, processor ${SLOWDOWN} times slower, ms`;
  return [{ what, measured: medianOf(presses), most: 100 }];
}

/** Runs in the page: how long each press took to show, ms (https://web.dev/articles/inp). */
function notePresses(): void {
  const presses: number[] = [];
  Object.assign(globalThis, { presses });
  new PerformanceObserver((list) => presses.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

/** To the end and back, with keys and wheel; the menu of a song is opened on the way. */
async function scrollThrough(page: Page): Promise<void> {
  await page.locator("body").click({ position: { x: 5, y: 200 } });
  for (const key of ["End", "PageUp", "PageUp", "Home", ...Array(20).fill("PageDown")]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
  }
  const until = performance.now() + PATIENCE_MS;
  while (await page.locator(ROW_MENUS).count() < LONG_LIST && performance.now() < until) {
    await page.mouse.wheel(0, 3_000);
    await page.waitForTimeout(100);
  }
  for (let time = 0; time < 3; time++) {
    const rows = page.locator(ROW_MENUS);
    const seen = await rows.evaluateAll((all) =>
      all.findIndex((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top > 200 && bottom < 500;
      })
    );
    await rows.nth(seen).click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.wheel(0, -5_000);
    await page.waitForTimeout(300);
  }
}

async function several<Answer>(measure: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let time = 0; time < TIMES; time++) answers.push(await measure());
  return answers;
}
