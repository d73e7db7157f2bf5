import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callerOf } from "../../backend/testing/call.ts";
import { addPerson, type TestPerson } from "../../backend/testing/people_fixtures.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { screenFindings } from "./axe_findings.ts";
import { EACH_QUALITY, publishAlbum } from "./given_album.ts";
import { GivenNetwork } from "./given_network.ts";
import { sessionOf, waitForWorker } from "./given_listener.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const LINES = ["Morning comes over the lagoon", "Èkó ò ní bàjẹ́", "<b>Danfo</b> dey run"];
const LRC = LINES.map((line, index) => `[00:${index === 0 ? "00" : `${index}5`}.00]${line}`).join("\n");

let world: World;
let server: TestServer;
let network: GivenNetwork;
let browser: Browser;
let listener: TestPerson;
let artist: TestPerson;
let song: { trackId: string; title: string };
let albumId: string;

beforeAll(async () => {
  world = await openWorld();
  const { ownerId, songs: [first], ...album } = await publishAlbum(world, {
    album: "Ìrìn Àjò",
    songs: 1,
    qualities: EACH_QUALITY,
  });
  if (!first) throw new Error("No song was published");
  [song, albumId] = [first, album.albumId];
  artist = await addPerson(world.deps, { userId: ownerId, role: "creator" });
  const body = { text: LRC, language: "pcm" };
  const path = `/api/v1/tracks/${song.trackId}/lyrics`;
  expect((await callerOf(world.app)("PUT", path, { token: artist.token, body })).status).toBe(200);
  listener = await addPerson(world.deps);
  await givePremium(world.deps, listener.userId);
  await world.deps.store.settle();
  server = await serveApp(world);
  network = new GivenNetwork(server.url);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, network, server, world));

it("a line that is typed finds its song, which plays with its lyrics; saved with it, they are there offline", async () => {
  await using context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: network.url });
  const page = await context.newPage();
  await page.goto("/policy");
  const session = await sessionOf({ world }, listener);
  await page.evaluate((items) => Object.assign(localStorage, items), session);
  await page.goto("/search");
  const field = page.getByRole("searchbox");
  await field.pressSequentially("over the lag", { delay: 30 });
  const lyrics = page.getByRole("list", { name: "Lyrics" });
  await lyrics.getByText(`“${LINES[0]}”`).waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await field.press("Enter");
  await page.waitForFunction(() => navigator.mediaSession.playbackState === "playing");
  await page.getByRole("button", { name: /Now Playing/ }).first().click();
  await page.getByRole("dialog", { name: "Now Playing" }).getByRole("button", { name: "Lyrics" }).click();
  const sheet = page.getByRole("dialog", { name: "Lyrics" });
  await sheet.locator("[aria-current=true]").filter({ hasText: LINES[0] ?? "" }).waitFor();
  await sheet.getByRole("button", { name: LINES[2] ?? "" }).click();
  await sheet.locator("[aria-current=true]").filter({ hasText: LINES[2] ?? "" }).waitFor();
  expect(await screenFindings(page)).toEqual([]);

  await waitForWorker(page);
  await page.goto(`/music-details?id=${albumId}`);
  await page.getByRole("button", { name: "Save on this device" }).click();
  await page.getByRole("link", { name: "Saved", exact: true }).click();
  await page.getByText("1 of 1 song saved").waitFor();
  network.take();
  await page.goto("/search");
  await page.getByRole("searchbox").fill(song.title);
  await page.getByText("You are offline. These are from saved songs").waitFor();
  await page.getByRole("searchbox").press("Enter");
  await page.waitForFunction(() => navigator.mediaSession.playbackState === "playing");
  await page.getByRole("button", { name: /Now Playing/ }).first().click();
  await page.getByRole("dialog", { name: "Now Playing" }).getByRole("button", { name: "Lyrics" }).click();
  await sheet.getByRole("button", { name: LINES[1] ?? "" }).waitFor();
  network.give();
});

it("an artist takes lyrics from the files that programs write, and listeners see the words alone", async () => {
  const { "orin.session": session, ...kept } = await sessionOf({ world }, artist);
  const items = { ...kept, "orin.session": JSON.stringify({ ...JSON.parse(session), role: "creator" }) };
  await using context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: network.url });
  const page = await context.newPage();
  await page.goto("/policy");
  await page.evaluate((items) => Object.assign(localStorage, items), items);
  await page.goto("/cs-music-list");
  await page.getByRole("link", { name: song.title }).first().click();
  await page.getByRole("heading", { name: "Lyrics" }).waitFor();
  const text = page.getByRole("textbox", { name: "Lyrics" });
  await expect.poll(() => text.inputValue()).toBe(LRC);
  const takes = (name: string, buffer: Buffer) =>
    page.getByLabel("Take from a file").setInputFiles({ name, mimeType: "", buffer });
  const words = ["Morning comes over the lagoon", "Ẹ káàárọ̀ o", "Danfo dey run"];
  const file = [
    "[lang:eng]",
    "[re:A program of 2026, with a long name that goes on and on]",
    `[00:00:00.50]${words[0]}`,
    `[00:02.00]<00:02.00>Ẹ <00:02.40>káàárọ̀ <00:02.90>o`,
    `[00:04.00]Danfo[00:04.50] dey[00:04.80] run`,
  ].join("\r\n");
  const swapped = Buffer.from(`\ufeff${file}`, "utf16le").swap16();
  for (const bytes of [swapped, Buffer.from(`\ufeff${file}`, "utf16le"), Buffer.from(file)]) {
    await text.fill("");
    await takes("song.lrc", bytes);
    await expect.poll(() => text.inputValue()).toBe(file.replaceAll("\r", ""));
  }
  await takes("cover.lrc", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]));
  await page.getByText("This is a picture. Take an LRC, subtitle or text file.").waitFor();
  // Bytes of Windows-1252 have each letter at its place of Latin-1.
  await takes("song.txt", Buffer.from("[00:01.00]Où es-tu, Bébé ?", "latin1"));
  await expect.poll(() => text.inputValue()).toBe("[00:01.00]Où es-tu, Bébé ?");
  await takes("song.lrc", swapped);
  await page.getByRole("button", { name: "Save lyrics" }).click();
  await page.getByText("Lyrics saved").waitFor();
  expect(await screenFindings(page)).toEqual([]);

  await page.goto(`/track/${song.trackId}`);
  const lyrics = page.getByRole("region", { name: "Lyrics" }).locator("p[dir]");
  await expect.poll(() => lyrics.allInnerTexts()).toEqual([words.join("\n").normalize("NFC")]);
});
