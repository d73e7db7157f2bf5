import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FreePlays } from "../../backend/contract/listening.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { waitFor } from "../../backend/testing/wait.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { publishAlbum } from "./given_album.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const LIMIT = 20;

let world: World;
let server: TestServer;
let browser: Browser;
let albumId: string;
let songs: { trackId: string; title: string }[];

beforeAll(async () => {
  world = await openWorld();
  ({ albumId, songs } = await publishAlbum(world, { album: "Ìrìn Àjò", songs: 4 }));
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

describe("skipping through songs", () => {
  it("costs a visitor no free play, because the player takes no song whole that is left early", async () => {
    await using context = await newContext();
    const page = await context.newPage();
    await page.goto(`/music-details?id=${albumId}`);
    await skipThrough(page, songs.slice(0, 3));
    expect(await remaining(page, songs[3]?.trackId)).toBe(LIMIT);
  });

  it("costs a listener none, and shows after 6 s that the song earns", async () => {
    await using context = await newContext();
    await context.addInitScript(keepSession, await logInAt(server.url, await givePerson(world, "Ada", "listener")));
    const page = await context.newPage();
    const reported = page.waitForRequest((request) => /\/api\/v1\/play\/[\w-]+$/.test(request.url()));
    await page.goto("/songs");
    await page.getByRole("button", { name: new RegExp(`^Play ${songs[0]?.title}`) }).first().click();
    expect((await reported).postDataJSON()).toMatchObject({ durationPlayed: expect.any(Number) });
    await page.getByRole("status", { name: "Earnings of this track" }).getByText(/0\.\d\d tokens/).first().waitFor();
    await page.getByText(/About 0\.\d\d tokens so far/).waitFor();
    await page.goto(`/music-details?id=${albumId}`);
    await skipThrough(page, songs.slice(1));
    await page.goto("/earnings");
    await waitFor("all free plays", async () => (await freePlays(page)).remainingFreePlays === LIMIT);
  });
});

const newContext = () => browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });

/** Hears 6 s of each of the songs, then goes on to the next. */
async function skipThrough(page: Page, [first, ...others]: readonly { title: string }[]): Promise<void> {
  const count = others.length + 1;
  await page.getByRole("button", { name: new RegExp(`^Play ${first?.title}`) }).first().click();
  await page.getByRole("button", { name: /Now Playing/ }).first().click();
  const player = page.getByRole("dialog");
  const heard = async () => Number(await player.getByRole("slider", { name: "Seek" }).inputValue());
  for (let song = 0; song < count; song++) {
    await waitFor("6 s of a song", async () => await heard() >= 6);
    if (song === count - 1) break;
    await player.getByRole("button", { name: "Next" }).click();
    await waitFor("the next song from its start", async () => await heard() < 6);
  }
  await player.getByRole("button", { name: "Pause" }).click();
}

async function remaining(page: Page, trackId: string | undefined): Promise<number> {
  const deviceId = await page.evaluate(() => localStorage.getItem("orin.device") ?? "");
  const answer = await page.request.get(`/api/v1/stream/${trackId}`, { headers: { "x-device-id": deviceId } });
  return (await answer.json()).remainingFreePlays;
}

async function freePlays(page: Page): Promise<FreePlays> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  return await (await page.request.get("/api/v1/free-plays", { headers: { authorization: `Bearer ${token}` } })).json();
}
