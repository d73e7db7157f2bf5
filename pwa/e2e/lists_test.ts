import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { EACH_QUALITY, publishAlbum } from "./given_album.ts";
import { givePerson, keepSession, logInAt, type Person } from "./given_people.ts";
import { closeAll, serveApp } from "./e2e_server.ts";
import { isSeen } from "./is_seen.ts";

const SIZES = [["a mouse at 1280", 1280, 800], ["a finger at 360", 360, 740]] as const;
const BY = "Test Artist";

let world: World;
let server: TestServer;
let browser: Browser;
let listener: Person;
let song: { trackId: string; title: string };
let lists: Record<string, string>;

beforeAll(async () => {
  world = await openWorld();
  const { albumId, songs } = await publishAlbum(world, { album: "Lists", songs: 1, qualities: EACH_QUALITY });
  if (!songs[0]) throw new Error("The album has no song");
  song = songs[0];
  listener = await givePerson(world, "Ada", "listener");
  await givePremium(world.deps, listener.userId);
  server = await serveApp(world);
  const { token } = await logInAt(server.url, listener);
  const call = async (method: string, path: string, body?: object) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const answer = await fetch(server.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return await answer.json();
  };
  const { trackId } = song;
  const { tracks: [track] } = await call("GET", "/api/v1/tracks");
  const playlist = await call("POST", "/api/v1/playlists", { name: "roads of Jos", trackIds: [trackId] });
  await call("POST", "/api/v1/playlist/add", { trackId });
  await call("PUT", `/api/v1/hearts/track/${trackId}`);
  await world.settle();
  lists = {
    "New Releases": "/",
    "the tracks": "/songs",
    "an artist": `/artists/${track.artistId}`,
    "an album": `/music-details?id=${albumId}`,
    "My Playlist": "/playlist",
    "a playlist": `/playlist?list=${playlist._id}`,
    "Liked Songs": "/playlist?list=liked",
  };
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

describe.each(SIZES)("with %s", (_with, width, height) => {
  it("play and share are in sight at rest in every list, and can be pressed", async () => {
    await using visit = await open({ width, height });
    const { page } = visit;
    for (const [name, path] of Object.entries(lists)) {
      await page.goto(path);
      await expectPlayAndShare(page, name);
    }
    await page.goto("/songs");
    await page.getByRole("button", { name: `More for ${song.title} by ${BY}` }).click();
    await page.getByRole("menuitem", { name: "Save on this device" }).click();
    await page.getByText("Saving 1 song on this device.").waitFor();
    await page.goto("/saved");
    await page.getByText("1 of 1 song saved").waitFor();
    await expectPlayAndShare(page, "Saved music");
  });
});

it("the name of a playlist stands in the library as it was written, and leads there and back on a phone", async () => {
  await using visit = await open({ width: 360, height: 740 });
  const { page } = visit;
  await page.goto("/playlist");
  const row = page.getByRole("navigation", { name: "Your library" }).getByRole("link", { name: /roads of Jos/ });
  // What is shown, after the style sheet's own changes.
  await expect.poll(() => row.locator("bdi").innerText()).toBe("roads of Jos");
  await row.click();
  await page.getByRole("heading", { level: 1, name: "roads of Jos" }).waitFor();
  await row.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Your library" }).click();
  await row.waitFor();
  await page.goto("/songs");
  const genre = page.getByRole("group", { name: "Genre" }).getByRole("button").nth(1);
  await expect.poll(() => genre.innerText()).toMatch(/^[A-Z]/);
});

it("the library says which list is open beside it on a wide screen", async () => {
  await using visit = await open({ width: 1280, height: 800 });
  const { page } = visit;
  await page.goto(lists["a playlist"] ?? "");
  const row = page.getByRole("navigation", { name: "Your library" }).locator("[aria-current=page]");
  await row.getByText("roads of Jos").waitFor();
  expect(await row.count()).toBe(1);
});

/** The sign on the cover and the share button, without the mouse near; then presses both. */
async function expectPlayAndShare(page: Page, list: string): Promise<void> {
  await page.mouse.move(0, 0);
  const main = page.getByRole("main");
  const share = main.getByRole("button", { name: `Share ${song.title} by ${BY}` });
  // Home has the song on a shelf, too.
  const row = main.getByRole("listitem").filter({
    has: page.getByRole("button", { name: `Share ${song.title} by ${BY}` }),
  }).last();
  const play = row.getByRole("button", { name: `Play ${song.title} by ${BY}` });
  await play.waitFor();
  const seen = async () => [list, await isSeen(play.locator("svg").first()), await isSeen(share)];
  await expect.poll(seen).toEqual([list, true, true]);
  await share.click();
  await page.getByRole("dialog", { name: "Share" }).getByRole("button", { name: "Close" }).click();
  await play.click();
  const pause = row.getByRole("button", { name: `Pause ${song.title} by ${BY}` });
  await pause.click();
  await play.waitFor();
}

/** A page of the listener, on a device with that screen. */
async function open(viewport: { width: number; height: number }) {
  const isPhone = viewport.width < 768;
  const context = await browser.newContext({ viewport, baseURL: server.url, hasTouch: isPhone, isMobile: isPhone });
  await context.addInitScript(keepSession, await logInAt(server.url, listener));
  const page = await context.newPage();
  return { page, [Symbol.asyncDispose]: () => context.close() };
}
