import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { givePremium } from "../../backend/testing/premium.ts";
import { launchBrowser, untilAnswered } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { axeFindings } from "./axe_findings.ts";
import { publishAlbum } from "./given_album.ts";
import { untilKept, waitForWorker } from "./given_listener.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { rememberSound, untilHeard } from "./given_sound.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const PHONE = { width: 360, height: 740 };
const SONGS = 3;
const WISH_S = 6;

let world: World;
let server: TestServer;
let browser: Browser;

let album: Awaited<ReturnType<typeof publishAlbum>>;

beforeAll(async () => {
  world = await openWorld();
  album = await publishAlbum(world, { album: "Home", songs: SONGS });
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

const titleOf = async (page: Page) => await page.evaluate(() => navigator.mediaSession.metadata?.title);
const bottomOf = async (page: Page, name: string) => {
  const box = await page.getByRole("button", { name }).boundingBox();
  return box ? box.y + box.height : Infinity;
};

it("a visitor's first answer is asked for once, beside the scripts, by the name of the device", async () => {
  await using context = await browser.newContext({ viewport: PHONE, baseURL: server.url, serviceWorkers: "block" });
  const page = await context.newPage();
  const asked: Promise<string | null>[] = [];
  const order: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    order.push(pathname);
    if (pathname === "/api/v1/home") asked.push(request.headerValue("x-device-id"));
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Play today's mix" }).waitFor();
  await untilAnswered(page);
  expect(await Promise.all(asked)).toEqual([await page.evaluate(() => localStorage.getItem("orin.device"))]);
  // Not behind what the screen's own scripts ask for.
  expect(order.indexOf("/api/v1/home")).toBeLessThan(order.indexOf("/api/v1/top-artists"));
  expect(order.filter((path) => /\/first-[\w-]+\.js$/.test(path))).toHaveLength(1);
});

it("the home screen plays the whole mix in one press, then what one was at, and opens without a network", async () => {
  const session = await logInAt(server.url, await givePerson(world, "Ada", "listener"));
  await using context = await browser.newContext({ viewport: PHONE, baseURL: server.url });
  await context.addInitScript(keepSession, session);
  await context.addInitScript(rememberSound);
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("link", { name: /Follow artists you like/ }).waitFor();
  await page.getByRole("region", { name: "Start here" }).waitFor();
  await expect.poll(() => bottomOf(page, "Play today's mix")).toBeLessThanOrEqual(400);
  await page.getByRole("button", { name: "Play today's mix" }).click();
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe("playing");
  const heard = new Set<string | undefined>();
  for (let song = 0; song < 2; song++) {
    await expect.poll(async () => heard.has(await titleOf(page))).toBe(false);
    heard.add(await titleOf(page));
    // Long enough to be a wish to hear it, and not yet a song that was heard.
    await untilHeard(page, WISH_S * (song + 1));
    if (song === 0) await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  expect(heard.size).toBe(2);
  await page.getByRole("button", { name: "Pause today's mix" }).click();
  await expect.poll(async () => {
    await page.reload();
    const goesOn = page.getByRole("button", { name: /^Continue listening/ });
    await goesOn.or(page.getByRole("link", { name: /Follow artists you like/ })).first().waitFor();
    return await goesOn.isVisible();
  }).toBe(true);
  await expect.poll(() => bottomOf(page, "Continue listening")).toBeLessThanOrEqual(400);
  await page.getByRole("region", { name: "Recently played" }).waitFor();
  await untilAnswered(page);
  expect(await axeFindings(page)).toEqual([]);
  await waitForWorker(page);
  await untilKept(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/^Showing saved home/).waitFor();
  await page.getByRole("region", { name: "Recently played" }).waitFor();
  await page.getByText("None of its songs is on this device.").or(page.getByRole("button", { name: /today's mix/ }))
    .first().waitFor();
});

it("a visitor reads what a list or an album is before any script has come, while its answer is under way", async () => {
  const owner = await givePerson(world, "Ngozi", "listener");
  await givePremium(world.deps, owner.userId);
  const { token } = await logInAt(server.url, owner);
  const call = async (method: string, path: string, body: object) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    return await (await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })).json();
  };
  const trackIds = album.songs.map(({ trackId }) => trackId);
  const { _id: listId } = await call("POST", "/api/v1/playlists", { name: "Roads of Jos", trackIds });
  await call("PUT", `/api/v1/playlists/${listId}`, { isPublic: true });
  await world.settle();
  const pages = [
    [`/playlists/${listId}`, "Roads of Jos", `/api/v1/playlists/${listId}`],
    [`/music-details?id=${album.albumId}`, "Home by Test Artist", `/api/v1/albums/${album.albumId}`],
  ] as const;
  for (const colorScheme of ["dark", "light"] as const) {
    await using context = await browser.newContext({ colorScheme, viewport: PHONE, serviceWorkers: "block" });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.route("**/assets/*.js", () => undefined);
    for (const [path, heading, answer] of pages) {
      await page.goto(server.url + path, { waitUntil: "commit" });
      const h1 = page.getByRole("heading", { level: 1 });
      await expect.poll(() => h1.allInnerTexts()).toEqual([heading]);
      await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        PHONE.width,
      );
      expect(asked).toContain(answer);
    }
  }
});

it("keys reach the player from the page's start, each card comes whole into sight, and a finger pulls the player down", async () => {
  const session = await logInAt(server.url, await givePerson(world, "Tobi", "listener"));
  await using context = await browser.newContext({ viewport: PHONE, baseURL: server.url, hasTouch: true });
  await context.addInitScript(keepSession, session);
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("button", { name: "Play today's mix" }).click();
  const player = page.getByRole("region", { name: "Player" });
  await player.getByRole("button", { name: "Pause" }).click();
  await page.reload();
  await player.waitFor();
  const shelf = page.getByRole("list", { name: "Start here" }).or(page.getByRole("list", { name: "Recently played" }));
  const cards = shelf.first().getByRole("button", { name: /^Play / });
  await cards.first().focus();
  for (let card = 0; card < SONGS; card++) {
    await expect.poll(async () => {
      const box = await page.evaluate(() => document.activeElement?.closest("li")?.getBoundingClientRect().toJSON());
      return [box?.left >= 0, box?.right <= PHONE.width];
    }).toEqual([true, true]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
  }
  await page.evaluate(() => document.body.focus());
  await page.reload();
  await player.waitFor();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to player" });
  await expect.poll(() => skip.evaluate((link) => link === document.activeElement)).toBe(true);
  await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect.poll(() =>
    player.getByRole("button", { name: /Now Playing/ }).evaluate((one) => one === document.activeElement)
  )
    .toBe(true);
  await page.keyboard.press("g");
  await expect.poll(() => skip.evaluate((link) => link === document.activeElement)).toBe(true);
  await player.getByRole("button", { name: /Now Playing/ }).tap();
  const full = page.getByRole("dialog", { name: "Now Playing" });
  await full.waitFor();
  await pullDown(page, 60);
  await page.waitForTimeout(500);
  await expect.poll(() => full.count()).toBe(1);
  await pullDown(page, 200);
  await full.waitFor({ state: "detached" });
});

/** With one finger, from near the top of the screen, in px. */
async function pullDown(page: Page, by: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x: 180, y: 150 }]);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch("touchMove", [{ x: 180, y: 150 + by * part }]);
  // Slower than what is meant as a flick.
  await page.waitForTimeout(200);
  await touch("touchEnd", []);
}
