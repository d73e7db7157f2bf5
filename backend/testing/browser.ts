import type { Browser, Page, Request } from "playwright-core";
import { startBrowser } from "./chromium.ts";
import { waitFor } from "./wait.ts";

/** What a screen is made of, besides pictures, letters and sound. */
const OF_A_SCREEN = ["document", "stylesheet", "script", "fetch", "xhr"];

/**
 * The Chromium of a worker of tests: started once for all its files, and `close` ends what a file has opened in it. Each
 * file has contexts of its own, which share nothing, and in which nothing moves but where one asks for `reducedMotion`.
 * Chromium ends with the worker.
 */
export async function launchBrowser(): Promise<Browser> {
  if (shared?.isConnected()) return shared;
  const browser = await startBrowser();
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (more) => {
    const context = await newContext({ reducedMotion: "reduce", ...more });
    context.on("page", watchCalls);
    return context;
  };
  browser.close = async () => void await Promise.all(browser.contexts().map((context) => context.close()));
  shared = browser;
  return browser;
}
let shared: Browser | undefined;

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
    await untilDrawn(page);
    return waiting().length === 0 && own.asked === asked;
  });
}

/** Goes to an address, and waits until all of its screen is there. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAnswered(page);
}

/** Waits until a page has drawn what has changed, and has nothing left to do. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(untilIdle);
}

/** Runs in the page. Chromium may give no frame to what does not change, and no idle time: a second is enough then. */
async function untilIdle(): Promise<void> {
  await Promise.race([
    new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    new Promise((late) => setTimeout(late, 1_000)),
  ]);
  await new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 }));
}
