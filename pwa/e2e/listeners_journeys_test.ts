import { Buffer } from "node:buffer";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openTestWallet, type TestWallet } from "../../backend/testing/wallet.ts";
import { publishAlbum } from "./given_album.ts";
import { GivenNetwork } from "./given_network.ts";
import { givePerson, keepSession, logInAt, type Person } from "./given_people.ts";
import { closeAll, paidAt, serveApp } from "./e2e_server.ts";

const BY = "Test Artist";
const TASTE = 5;

let test: TestWallet;
let server: TestServer;
let network: GivenNetwork;
let browser: Browser;
let albumId: string;
let titles: string[];

beforeAll(async () => {
  test = await openTestWallet();
  const album = await publishAlbum(test.world, { album: "Journeys", songs: TASTE + 1 });
  [albumId, titles] = [album.albumId, album.songs.map(({ title }) => title)];
  server = await serveApp(test.world, paidAt(test));
  network = new GivenNetwork(server.url);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, network, server, test));

it("several songs are selected in an album and go into the playlist together", async () => {
  await using visit = await open(await somebody());
  const { page } = visit;
  await openAlbum(page);
  await choose(page, titles[0], "Select");
  const list = page.getByRole("listbox");
  for (const title of titles.slice(1, 3)) await list.getByRole("option", { name: title }).click();
  const bar = page.getByRole("toolbar", { name: "Selected songs" });
  await bar.getByText(/^3/).waitFor();
  await bar.getByRole("button", { name: "Add to Playlist" }).click();
  await page.getByText("3 songs added to playlist.").waitFor();
  await bar.getByRole("button", { name: "Stop selecting" }).click();
  await page.goto("/playlist");
  for (const title of titles.slice(0, 3)) await playButton(page, title).waitFor();
  await expect.poll(() => playButton(page, titles[3]).count()).toBe(0);
});

it("five songs are saved without Premium and play without a network; a sixth is a matter of Premium", async () => {
  await using visit = await open(await somebody());
  const { page } = visit;
  await openAlbum(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  for (const [index, title] of titles.slice(0, TASTE).entries()) {
    await choose(page, title, "Save on this device");
    await page.getByText(`${index + 1} of your ${TASTE} songs without Premium.`).waitFor();
  }
  await choose(page, titles[TASTE], "Save on this device");
  await page.getByRole("dialog", { name: "Save more with Premium" }).waitFor();
  await page.goto("/saved");
  await page.getByText(`${TASTE} of ${TASTE} songs saved without Premium.`).waitFor();
  await page.getByText(`${TASTE} of ${TASTE} songs saved`, { exact: true }).waitFor();
  network.take();
  try {
    await page.reload();
    await playButton(page, titles[0]).click();
    await page.waitForFunction(() => navigator.mediaSession.playbackState === "playing");
  } finally {
    network.give();
  }
});

it("a link lets a friend add songs to a playlist, where the owner sees who did", async () => {
  const [owner, friend] = [await somebody("premium"), await somebody("premium")];
  const name = "Wedding in Jos";
  const listId = await makeList(owner, name);
  await using owning = await open(owner);
  await owning.page.goto(`/playlists/${listId}`);
  await owning.page.getByRole("button", { name: `More for ${name}` }).click();
  await owning.page.getByRole("menuitem", { name: "People" }).click();
  await owning.page.getByRole("button", { name: "Invite people" }).click();
  const link = await owning.page.getByLabel("Link", { exact: true }).inputValue();

  await using joining = await open(friend);
  await joining.page.goto(new URL(link).pathname);
  await joining.page.getByRole("button", { name: "Join this playlist" }).click();
  await joining.page.waitForURL(`**/playlists/${listId}`);
  await openAlbum(joining.page);
  await choose(joining.page, titles[2], "Add to Playlist");
  await joining.page.getByRole("dialog", { name: "Add to Playlist" }).getByRole("button", { name }).click();
  await joining.page.getByText("Track added to playlist successfully").waitFor();

  await owning.page.reload();
  await playButton(owning.page, titles[2]).waitFor();
  await owning.page.getByText(`${friend.firstName}`, { exact: false }).first().waitFor();
});

it("an export of another service brings the songs that Orin has, and lists the others", async () => {
  await using visit = await open(await somebody());
  const { page } = visit;
  await page.goto("/playlist");
  await page.getByRole("button", { name: "Add a playlist" }).click();
  await page.getByRole("menuitem", { name: "Import from Spotify, CSV or M3U" }).click();
  const rows = [[titles[4], BY], [titles[5], BY], ["Ko Si Nibi", "Nobody Here"]];
  const csv = ["Track Name,Artist Name(s)", ...rows.map((row) => row.map((one) => `"${one}"`).join(","))].join("\n");
  // A large library would hold the page up for seconds: it is read beside it.
  const [worker] = await Promise.all([
    page.waitForEvent("worker"),
    page.getByLabel("File with songs").setInputFiles({
      ...{ name: "my_list.csv", mimeType: "text/csv", buffer: Buffer.from(csv) },
    }),
  ]);
  expect(worker.url()).toMatch(/parse_worker-[\w-]+\.js$/);
  await page.getByText("3 songs in").waitFor();
  await page.getByRole("dialog", { name: "Import songs" }).getByRole("button", { name: "Import" }).click();
  await page.getByText("2 songs added.").waitFor();
  await page.getByRole("list", { name: "Not found" }).getByText("Ko Si Nibi").waitFor();
  await page.getByRole("button", { name: "Show the songs" }).click();
  for (const title of titles.slice(4)) await playButton(page, title).waitFor();
});

it("a month of Premium is paid for a friend, who takes it by the link, once", async () => {
  const [giver, friend, late] = [await somebody(), await somebody(), await somebody()];
  await using giving = await open(giver);
  await giving.page.goto("/premium-gift");
  await giving.page.getByLabel("Name", { exact: true }).fill("Adé");
  await giving.page.getByLabel("Email", { exact: true }).first().fill("ade@friends.example");
  await giving.page.getByRole("button", { name: "Pay ₦1,000.00 with Paystack" }).click();
  await giving.page.waitForURL((url) => url.href.startsWith(test.sandbox.url));
  await giving.page.getByRole("button", { name: "Pay ₦1,000.00", exact: true }).click();
  await giving.page.getByText("Your gift is paid.").waitFor();
  await giving.page.getByRole("button", { name: "Share the link" }).click();
  const link = new URL(await giving.page.getByLabel("Link", { exact: true }).inputValue()).pathname;

  await using taking = await open(friend);
  await taking.page.goto(link);
  await taking.page.getByRole("button", { name: "Take my gift" }).click();
  await taking.page.getByRole("heading", { name: "Premium is yours" }).waitFor();
  await using missing = await open(late);
  await missing.page.goto(link);
  await missing.page.getByRole("heading", { name: "This gift is taken" }).waitFor();
  await giving.page.reload();
  await giving.page.getByText(/^Used /).waitFor();
});

/** A person of their own for each journey, so that none finds what another left. */
async function somebody(plan: "free" | "premium" = "free"): Promise<Person & { firstName: string }> {
  const firstName = `Ada${newId().slice(-6)}`;
  const person = await givePerson(test.world, firstName, "listener");
  if (plan === "premium") await givePremium(test.world.deps, person.userId);
  return { ...person, firstName };
}

async function makeList(owner: Person, name: string): Promise<string> {
  const { token } = await logInAt(server.url, owner);
  const answer = await fetch(`${server.url}/api/v1/playlists`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ name, trackIds: [] }),
  });
  return (await answer.json())._id;
}

/** A phone with a log-in. */
async function open(person: Person) {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 360, height: 740 },
    baseURL: network.url,
  });
  await context.addInitScript(keepSession, await logInAt(server.url, person));
  // The one quality in which the songs of this test are there.
  await context.addInitScript(() => localStorage.setItem("orin.quality", "normal"));
  const page = await context.newPage();
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

async function openAlbum(page: Page): Promise<void> {
  await page.goto(`/music-details?id=${albumId}`);
  await page.getByRole("heading", { name: "Journeys", level: 1 }).waitFor();
}

/** From the menu of a song. */
async function choose(page: Page, title: string | undefined, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${title} by ${BY}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

function playButton(page: Page, title: string | undefined) {
  return page.getByRole("main").getByRole("button", { name: `Play ${title} by ${BY}` });
}
