import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import type { PlayHistory } from "../../backend/contract/listening.ts";
import { addPerson as addPersonTo } from "../../backend/testing/people_fixtures.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { publishAlbum } from "./given_album.ts";
import { GivenNetwork } from "./given_network.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const PASSWORD = "Orin-demo-2026!";
const PREMIUM = "premium@orin.example";
const FREE = "listener@orin.example";
const ALBUM = "Ìrìn Àjò";
const HEARD_S = 35;

let world: World;
let server: TestServer;
let network: GivenNetwork;
let browser: Browser;
let albumId: string;
let songs: { trackId: string; title: string }[];

beforeAll(async () => {
  world = await openWorld();
  ({ albumId, songs } = await publishAlbum(world, { album: ALBUM, songs: 2 }));
  await givePremium(world.deps, await addPerson(PREMIUM));
  await addPerson(FREE);
  await world.deps.store.settle();
  server = await serveApp(world);
  network = new GivenNetwork(server.url);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, network, server, world));

describe("saved music", () => {
  it("plays and earns without a network, once, after a reload", async () => {
    await using context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: network.url });
    const page = await logIn(context, PREMIUM);
    await saveAlbum(page);

    network.take();
    await page.reload();
    await page.getByRole("status").filter({ hasText: "Offline. Saved music still plays." }).waitFor();
    const [song] = songs;
    await page.getByRole("button", { name: new RegExp(`^Play ${song?.title}`) }).click();
    await page.getByRole("button", { name: /Now Playing/ }).first().click();
    await untilHeard(page, HEARD_S);
    await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
    const heardS = await heard(page);

    // The end of the page is the end of what can be told of the listen.
    await page.reload();
    await page.getByText(/Offline\./).first().waitFor();
    network.give();
    await page.getByText(/You earned \d+\.\d\d tokens/).waitFor({ timeout: 300_000 });
    const { playHistory } = await read<PlayHistory>(page, "/api/v1/play-history");
    expect(playHistory).toMatchObject([{ offline: true, status: "accepted", trackId: { _id: song?.trackId } }]);
    expect(playHistory[0]?.creditedMs).toBeGreaterThan((heardS - 5) * 1_000);
    expect(playHistory[0]?.creditedMs).toBeLessThan((heardS + 3) * 1_000);
    expect(playHistory[0]?.tokensEarned).toBeGreaterThan(0);
  });

  it("is part of Premium: others are told so, and nothing is saved", async () => {
    await using context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: network.url });
    const page = await logIn(context, FREE);
    await openAlbum(page);
    await page.getByRole("button", { name: "Save on this device" }).click();
    await page.getByRole("dialog", { name: "Offline mode is part of Premium" }).waitFor();
    await page.getByRole("link", { name: "See Premium" }).click();
    await page.waitForURL("**/subscriptions");
    await page.goto("/saved");
    await page.getByText("Nothing saved yet").waitFor();
  });
});

describe("each quality", () => {
  it.each([[PREMIUM, "saver", "saver"], [PREMIUM, "normal", "normal"], [PREMIUM, "high", "high"], [
    FREE,
    "high",
    "normal",
  ]])(
    "plays: %s asks for %s and gets %s",
    async (email, asked, given) => {
      await using context = await browser.newContext({ baseURL: network.url });
      const page = await logIn(context, email);
      const path = `/api/v1/stream/${songs[0]?.trackId}?quality=${asked}`;
      const { streamUrl, quality } = await read<{ streamUrl: string; quality: string }>(page, path);
      expect(quality).toBe(given);
      const { duration, heard } = await page.evaluate(playFor, { url: streamUrl, seconds: 2 });
      expect(heard).toBeGreaterThanOrEqual(2);
      expect(duration).toBeGreaterThan(40);
    },
  );
});

async function addPerson(email: string): Promise<string> {
  const login = { email, passwordHash: await hashPassword(PASSWORD) };
  return (await addPersonTo(world.deps, { firstName: "Ada", ...login })).userId;
}

async function logIn(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  return page;
}

async function openAlbum(page: Page): Promise<void> {
  await page.goto(`/music-details?id=${albumId}`);
  await page.getByRole("heading", { name: ALBUM, level: 1 }).waitFor();
}

async function saveAlbum(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await openAlbum(page);
  await page.getByRole("button", { name: "Save on this device" }).click();
  await page.getByRole("link", { name: "Saved", exact: true }).click({ timeout: 60_000 });
  await page.getByText("2 of 2 songs saved").waitFor();
}

/** The position that the player shows, which follows the sound. */
async function untilHeard(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => heard(page), { timeout: 300_000, interval: 500 }).toBeGreaterThanOrEqual(seconds);
}

async function heard(page: Page): Promise<number> {
  return Number(await page.getByRole("dialog").getByRole("slider", { name: "Seek" }).inputValue());
}

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const answer = await page.request.get(path, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(200);
  return await answer.json();
}

/** Runs in the page: plays an address until so much of it was heard. */
async function playFor({ url, seconds }: { url: string; seconds: number }) {
  const audio = new Audio(url);
  await audio.play();
  await new Promise<void>((done, fail) => {
    audio.addEventListener("error", () => fail(new Error(`The element gave up with ${audio.error?.code}`)));
    audio.addEventListener("timeupdate", () => audio.currentTime >= seconds && done());
  });
  return { duration: audio.duration, heard: audio.currentTime };
}
