import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlayHistory } from "../../backend/contract/listening.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { EACH_QUALITY, publishAlbum } from "./given_album.ts";
import { GivenNetwork } from "./given_network.ts";
import { givePerson, keepSession, logInAt, type Person } from "./given_people.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const ALBUM = "Ìrìn Àjò";
// The player stores what it heard every half a minute: a shorter play is in only after the page that comes has begun.
const HEARD_S = 35;
/** Only catches hangs. */
const PATIENCE_MS = 300_000;

let world: World;
let server: TestServer;
let network: GivenNetwork;
let browser: Browser;
let albumId: string;
let songs: { trackId: string; title: string }[];
const people: Record<string, Person> = {};

beforeAll(async () => {
  world = await openWorld();
  ({ albumId, songs } = await publishAlbum(world, { album: ALBUM, songs: 2, qualities: EACH_QUALITY }));
  for (const plan of ["Premium", "free"]) people[plan] = await givePerson(world, plan, "listener");
  await givePremium(world.deps, personOf("Premium").userId);
  await world.deps.store.settle();
  server = await serveApp(world);
  network = new GivenNetwork(server.url);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, network, server, world));

describe("saved music", () => {
  it("plays and earns without a network, once, after a reload", async () => {
    await using context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: network.url });
    const page = await logIn(context, "Premium");
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
    await page.getByText(/You earned \d+\.\d\d tokens/).waitFor({ timeout: PATIENCE_MS });
    const { playHistory } = await read<PlayHistory>(page, "/api/v1/play-history");
    expect(playHistory).toMatchObject([{ offline: true, status: "accepted", trackId: { _id: song?.trackId } }]);
    expect(playHistory[0]?.creditedMs).toBeGreaterThan((heardS - 5) * 1_000);
    expect(playHistory[0]?.creditedMs).toBeLessThan((heardS + 3) * 1_000);
    expect(playHistory[0]?.tokensEarned).toBeGreaterThan(0);
  });

  it("is part of Premium: others are told so, and nothing is saved", async () => {
    await using context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: network.url });
    const page = await logIn(context, "free");
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
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage({ baseURL: server.url });
    await page.goto("/policy");
  });

  it.each([
    ["Premium", "saver", "saver"],
    ["Premium", "normal", "normal"],
    ["Premium", "high", "high"],
    ["free", "high", "normal"],
  ])("plays: %s asks for %s and gets %s", async (plan, asked, given) => {
    const { token } = await logInAt(server.url, personOf(plan));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.get(`/api/v1/stream/${songs[0]?.trackId}?quality=${asked}`, { headers });
    const { streamUrl, quality } = await answer.json();
    expect([answer.status(), quality]).toEqual([200, given]);
    const { duration, heard } = await page.evaluate(playFor, { url: streamUrl, seconds: 1 });
    expect(heard).toBeGreaterThanOrEqual(1);
    expect(duration).toBeGreaterThan(40);
  });
});

function personOf(plan: string): Person {
  const person = people[plan];
  if (!person) throw new Error(`No person has ${plan}`);
  return person;
}

async function logIn(context: BrowserContext, plan: string): Promise<Page> {
  await context.addInitScript(keepSession, await logInAt(server.url, personOf(plan)));
  return await context.newPage();
}

async function openAlbum(page: Page): Promise<void> {
  await page.goto(`/music-details?id=${albumId}`);
  await page.getByRole("heading", { name: ALBUM, level: 1 }).waitFor();
}

async function saveAlbum(page: Page): Promise<void> {
  await openAlbum(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole("button", { name: "Save on this device" }).click();
  await page.getByRole("link", { name: "Saved", exact: true }).click();
  await page.getByText("2 of 2 songs saved").waitFor();
}

/** The position that the player shows, which follows the sound. */
async function untilHeard(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => heard(page), { timeout: PATIENCE_MS, interval: 200 }).toBeGreaterThanOrEqual(seconds);
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
