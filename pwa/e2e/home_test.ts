import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { axeFindings } from "./axe_findings.ts";
import { publishAlbum } from "./given_album.ts";
import { waitForWorker } from "./given_listener.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { closeAll, serveApp } from "./given_stage.ts";

const PHONE = { width: 360, height: 740 };
const SONGS = 3;
const PATIENCE = { timeout: 120_000, interval: 250 };

let world: World;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  world = await openWorld();
  await publishAlbum(world, { album: "Home", songs: SONGS });
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
  const asked: (string | null)[] = [];
  const order: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    order.push(pathname);
    if (pathname === "/api/v1/home") void request.headerValue("x-device-id").then((device) => asked.push(device));
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Play today's mix" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([await page.evaluate(() => localStorage.getItem("orin.device"))]);
  // Not behind what the screen's own scripts ask for.
  expect(order.indexOf("/api/v1/home")).toBeLessThan(order.indexOf("/api/v1/top-artists"));
  expect(order.filter((path) => /\/first-[\w-]+\.js$/.test(path))).toHaveLength(1);
});

it("the home screen plays the whole mix in one press, then what one was at, and opens without a network", async () => {
  const session = await logInAt(server.url, await givePerson(world, "Ada", "listener"));
  await using context = await browser.newContext({ viewport: PHONE, baseURL: server.url });
  await context.addInitScript(keepSession, session);
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("link", { name: /Follow artists you like/ }).waitFor();
  await page.getByRole("region", { name: "Start here" }).waitFor();
  expect(await bottomOf(page, "Play today's mix")).toBeLessThanOrEqual(400);
  await page.getByRole("button", { name: "Play today's mix" }).click();
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.playbackState), PATIENCE).toBe("playing");
  const heard = new Set<string | undefined>();
  for (let song = 0; song < 2; song++) {
    await expect.poll(async () => heard.has(await titleOf(page)), PATIENCE).toBe(false);
    heard.add(await titleOf(page));
    // Long enough to be a wish to hear it, and not yet a song that was heard.
    await page.waitForTimeout(6_000);
    if (song === 0) await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  expect(heard.size).toBe(2);
  await page.getByRole("button", { name: "Pause today's mix" }).click();
  await expect.poll(async () => {
    await page.reload();
    return await page.getByRole("button", { name: /^Continue listening/ }).waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  }, PATIENCE).toBe(true);
  expect(await bottomOf(page, "Continue listening")).toBeLessThanOrEqual(400);
  await page.getByRole("region", { name: "Recently played" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await axeFindings(page)).toEqual([]);
  await waitForWorker(page);
  await page.waitForTimeout(3_000);
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/^Showing saved home/).waitFor();
  await page.getByRole("region", { name: "Recently played" }).waitFor();
  await page.getByText("None of its songs is on this device.").or(page.getByRole("button", { name: /today's mix/ }))
    .first().waitFor();
});
