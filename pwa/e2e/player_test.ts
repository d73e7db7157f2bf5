import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { publishAlbum } from "./given_album.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

let world: World;
let server: TestServer;
let browser: Browser;
let songs: { trackId: string; title: string }[];
let session: Record<string, unknown>;

beforeAll(async () => {
  world = await openWorld();
  ({ songs } = await publishAlbum(world, { album: "Ọ̀kan", songs: 2 }));
  const person = await givePerson(world, "Ada", "listener");
  await world.deps.store.settle();
  server = await serveApp(world);
  session = await logInAt(server.url, person);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

it("of two tabs the newest sounds; the other says so, and a press takes the sound back", async () => {
  await using context = await open();
  const [one, two] = [await openSongs(context), await openSongs(context)];
  await play(one, 0);
  await untilSounds(one);
  await play(two, 1);
  await untilSounds(two);
  await says(one).waitFor();
  await expect.poll(() => Promise.all([one, two].map(state))).toEqual([["paused", false], ["playing", true]]);

  await one.getByRole("button", { name: /Open Now Playing/ }).first().click();
  await one.getByRole("dialog").getByText("Playing in another tab").waitFor();
  await one.getByRole("dialog").getByRole("button", { name: "Play here" }).click();
  await untilSounds(one);
  await says(two).waitFor();
  await expect.poll(() => Promise.all([one, two].map(state))).toEqual([["playing", true], ["paused", false]]);

  await two.reload();
  await two.getByRole("region", { name: "Player" }).waitFor();
  expect(await state(one)).toEqual(["playing", true]);
  await play(two, 1);
  await one.getByRole("dialog").getByText("Playing in another tab").waitFor();
  await two.close();
  await one.getByRole("dialog").getByText("Playing in another tab").waitFor({ state: "detached" });
  await expect.poll(() => state(one)).toEqual(["paused", false]);
});

it("two tabs that begin at once end with one", async () => {
  await using context = await open();
  const pages = [await openSongs(context), await openSongs(context)];
  for (let round = 0; round < 3; round++) {
    await Promise.all(pages.map((page, index) => press(page, index)));
    await expect.poll(() => Promise.all(pages.map(state))).toEqual(
      expect.arrayContaining([["playing", true], ["paused", false]]),
    );
    const playing = (await Promise.all(pages.map(state))).findIndex(([, isSounding]) => isSounding);
    await pages[playing]?.getByRole("region", { name: "Player" }).getByRole("button", { name: "Pause" }).click();
    await expect.poll(() => Promise.all(pages.map(state))).toEqual([["paused", false], ["paused", false]]);
  }
});

it("Back closes the queue, then Now Playing, and then leaves the page; nothing is left behind", async () => {
  await using context = await open();
  const page = await openSongs(context);
  await page.getByRole("link", { name: "Earnings" }).first().click();
  await page.getByRole("heading", { name: "Your Earnings", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Stream & Earn" }).first().click();
  await play(page, 0);
  // The page is long enough once all its lists have come.
  await expect.poll(() => page.evaluate(() => (scrollTo(0, 60), scrollY))).toBe(60);
  for (const name of ["Queue", "Sleep timer"]) {
    await openOver(page, name);
    await page.goBack();
    expect(await over(page, ["Now Playing"])).toEqual(["Now Playing"]);
    await page.goBack();
    expect(await over(page, [])).toEqual([]);
    await expect.poll(() => new URL(page.url()).pathname).toBe("/songs");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(60);
  }

  await openOver(page, "Queue");
  await page.keyboard.press("Escape");
  expect(await over(page, ["Now Playing"])).toEqual(["Now Playing"]);
  await page.getByRole("button", { name: "Sleep timer" }).click();
  await page.getByRole("dialog", { name: "Sleep timer" }).getByRole("button", { name: "30 minutes" }).click();
  expect(await over(page, ["Now Playing"])).toEqual(["Now Playing"]);
  await page.getByRole("button", { name: "Close Now Playing" }).click();
  expect(await over(page, [])).toEqual([]);

  await page.goBack();
  await page.getByRole("heading", { name: "Your Earnings", level: 1 }).waitFor();
  expect(await over(page, [])).toEqual([]);
  await page.goForward();
  await page.getByRole("heading", { name: "Stream & Earn", level: 1 }).waitFor();
  expect(await over(page, [])).toEqual([]);
});

it("keys open one sheet in place of the other, and Escape pressed twice leaves the page where it is", async () => {
  await using context = await open();
  const page = await openSongs(context);
  await play(page, 0);
  await page.getByRole("region", { name: "Player" }).waitFor();
  await page.keyboard.press("q");
  expect(await over(page, ["Queue"])).toEqual(["Queue"]);
  await page.keyboard.press("t");
  expect(await over(page, ["Sleep timer"])).toEqual(["Sleep timer"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  expect(await over(page, [])).toEqual([]);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/songs");
});

it("the bar of a phone says the whole reason why nothing sounds", async () => {
  await using context = await open();
  const page = await openSongs(context);
  await page.route("**/media/**", (route) => route.abort());
  const text = "You have used today's free plays. Go Premium or use Pay Per View to keep listening";
  const refusal = { error: text, message: text, code: "free_plays_used_up", requestId: "r" };
  await page.route("**/api/v1/stream/**", (route) => route.fulfill({ status: 402, json: refusal }));
  await play(page, 0);
  const reason = page.getByRole("region", { name: "Player" }).getByText("You have used today's free plays.", {
    exact: true,
  });
  await reason.waitFor({ state: "attached" });
  const hidden = await reason.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
    scrollHeight > clientHeight || scrollWidth > clientWidth
  );
  expect(hidden).toBe(false);
});

/** Opens Now Playing and a sheet over it. */
async function openOver(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /Open Now Playing/ }).first().click();
  await page.getByRole("dialog", { name: "Now Playing" }).getByRole("button", { name }).click();
  await page.getByRole("dialog", { name }).waitFor();
}

/** What lies over the page once it is what is expected, or after a while whatever does. */
async function over(page: Page, expected: string[]): Promise<string[]> {
  const read = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("dialog[open]")].map((one) =>
        one.getAttribute("aria-label") ?? one.querySelector("h2")?.textContent ?? ""
      )
    );
  const isThere = async () => (await read()).join() === expected.join();
  await expect.poll(isThere).toBe(true).catch(() => undefined);
  return await read();
}

async function open(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });
  await context.addInitScript(keepSession, session);
  await context.addInitScript(rememberAudio);
  return context;
}

async function openSongs(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/songs");
  await page.getByRole("button", { name: `Play ${songs[0]?.title}` }).first().waitFor();
  return page;
}

function says(page: Page): Locator {
  return page.getByRole("region", { name: "Player" }).getByText("Playing in another tab");
}

async function play(page: Page, index: number): Promise<void> {
  await page.getByRole("button", { name: `Play ${songs[index]?.title}` }).first().click();
}

/** The button as it is at this moment, without waiting for it to be hit. */
async function press(page: Page, index: number): Promise<void> {
  await page.getByRole("button", { name: `Play ${songs[index]?.title}` }).first().dispatchEvent("click");
}

async function untilSounds(page: Page): Promise<void> {
  await expect.poll(() => state(page)).toEqual(["playing", true]);
}

/** What the lock screen shows, and whether the page's audio element plays. */
function state(page: Page): Promise<[string, boolean]> {
  return page.evaluate(() => {
    const { audios = [] } = globalThis as { audios?: HTMLAudioElement[] };
    return [navigator.mediaSession.playbackState, audios.some((audio) => !audio.paused)];
  });
}

/** Runs in the page, before its scripts: the player's element is in no document. */
function rememberAudio(): void {
  const audios: HTMLAudioElement[] = [];
  Object.assign(globalThis, {
    audios,
    Audio: class extends Audio {
      constructor(src?: string) {
        super(src);
        audios.push(this);
      }
    },
  });
}
