import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { PlayHistory } from "../../backend/contract/listening.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { waitFor } from "../../backend/testing/wait.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { EACH_QUALITY, publishAlbum } from "./given_album.ts";
import { GivenNetwork } from "./given_network.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { heard, rememberSound, untilHeard } from "./given_sound.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const ALBUM = "Ìró";

let world: World;
let server: TestServer;
let browser: Browser;
let albumId: string;
let songs: { trackId: string; title: string }[];

beforeAll(async () => {
  world = await openWorld();
  ({ albumId, songs } = await publishAlbum(world, { album: ALBUM, songs: 2, qualities: EACH_QUALITY }));
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

/** Who listens: a network of their own can go without the others'. */
interface Listener {
  readonly page: Page;
  readonly network: GivenNetwork;
  readonly userId: string;
}

interface Case {
  readonly plan?: "premium";
  /** Listens, and leaves the songs for good. */
  listen(listener: Listener): Promise<void>;
  /** The songs of the plays, by their place on the album; the newest first. */
  readonly plays: readonly number[];
  readonly renditions?: readonly string[];
}

const CASES: Record<string, Case> = {
  "a song from its start": {
    async listen({ page }) {
      await play(page, 0);
      await untilHeard(page, 12);
    },
    plays: [0],
  },
  "the next song, of which the start was loaded ahead": {
    async listen({ page }) {
      await play(page, 0);
      await untilHeard(page, 14);
      await bar(page).getByRole("button", { name: "Next" }).click();
      await untilHeard(page, 26);
    },
    plays: [1, 0],
  },
  "what was heard before, after seeking back": {
    async listen({ page }) {
      await play(page, 0);
      await untilHeard(page, 12);
      await seek(page, 0);
      await untilHeard(page, 24);
    },
    plays: [0],
  },
  "a song that repeats, from the browser's cache, once all of it has come": {
    async listen({ page }) {
      await play(page, 0);
      await bar(page).getByRole("button", { name: "Repeat", exact: true }).click();
      await untilHeard(page, 16);
      await waitFor("all of the song", async () => await unloaded(page) < 1);
      await seek(page, -3);
      await waitFor("the song from its start", async () => await position(page) < 3);
      await untilHeard(page, 30);
    },
    plays: [0, 0],
  },
  "two renditions in one play": {
    async listen({ page, network }) {
      await play(page, 0);
      await untilHeard(page, 4);
      await chooseLow(page);
      await page.route("**/media/audio/*/normal?*", (route) => route.abort());
      network.take();
      network.give();
      await untilHeard(page, 20);
    },
    plays: [0],
    renditions: ["normal", "saver"],
  },
  "ranges that are asked for again when the network breaks": {
    async listen({ page, network }) {
      await play(page, 0);
      for (const seconds of [4, 9]) {
        await untilHeard(page, seconds);
        network.take();
        await page.waitForTimeout(500);
        network.give();
      }
      await untilHeard(page, 20);
    },
    plays: [0],
  },
  "what was loaded when the network goes": {
    async listen({ page, network }) {
      await play(page, 0);
      await untilHeard(page, 16);
      await waitFor("all of the song", async () => await unloaded(page) < 1);
      network.take();
      await untilHeard(page, 28);
    },
    plays: [0],
  },
  "slices of a saved song, long after it was saved": {
    plan: "premium",
    async listen({ page, userId }) {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.getByRole("button", { name: "Save on this device" }).click();
      await page.getByRole("link", { name: "Saved", exact: true }).click();
      await page.getByText("2 of 2 songs saved").waitFor();
      await endTickets(userId);
      await openAlbum(page);
      await play(page, 0);
      await untilHeard(page, 12);
    },
    plays: [0],
  },
};

describe.concurrent("a play in the app is proven and paid", () => {
  it.each(Object.entries(CASES))("%s", async (_name, { plan, listen, plays, renditions = [] }) => {
    const { userId, ...person } = await givePerson(world, `P-${newId()}`, "listener");
    if (plan) await givePremium(world.deps, userId);
    await world.settle();
    await using network = new GivenNetwork(server.url);
    await using context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: network.url });
    await context.addInitScript(keepSession, await logInAt(server.url, { userId, ...person }));
    await context.addInitScript(rememberSound);
    const page = await openAlbumIn(context);
    const asked = new Set<string>();
    page.on("request", (request) => {
      const quality = /\/media\/audio\/[\w-]+\/(\w+)\?/.exec(request.url())?.[1];
      if (quality) asked.add(quality);
    });
    await listen({ page, network, userId });
    await pause(page);
    const heardMs = await heard(page) * 1_000;
    await leave(page);
    network.give();
    const history = await historyOf(page, plays.length);
    expect(history.map((entry) => [entry.trackId._id, entry.status, entry.reason])).toEqual(
      plays.map((song) => [songs[song]?.trackId, "accepted", undefined]),
    );
    const creditedMs = history.reduce((sum, entry) => sum + entry.creditedMs, 0);
    expect(creditedMs).toBeGreaterThan(heardMs - 2_500 * plays.length);
    expect(creditedMs).toBeLessThan(heardMs + 2_500 * plays.length);
    expect([...asked]).toEqual(expect.arrayContaining([...renditions]));
  });
});

async function openAlbumIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await openAlbum(page);
  return page;
}

async function openAlbum(page: Page): Promise<void> {
  await page.goto(`/music-details?id=${albumId}`);
  await page.getByRole("heading", { name: ALBUM, level: 1 }).waitFor();
}

const bar = (page: Page) => page.getByRole("region", { name: "Player" });

async function play(page: Page, song: number): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Play ${songs[song]?.title}`) }).first().click();
}

async function leave(page: Page): Promise<void> {
  const close = bar(page).getByRole("button", { name: "Close the player" });
  if (await close.isVisible()) await close.click();
}

/** What sounds between a look at the seconds and the end of the play would be told as heard, too. */
async function pause(page: Page): Promise<void> {
  await bar(page).getByRole("button", { name: "Pause", exact: true }).click();
  await waitFor("silence", () => page.evaluate(() => globalThis.sound.audio?.paused));
}

/** Within the song that plays, or before its end. */
async function seek(page: Page, seconds: number): Promise<void> {
  const [from, to] = await page.evaluate((wanted) => {
    const { audio } = globalThis.sound;
    if (!audio) return [0, 0];
    const before = audio.currentTime;
    audio.currentTime = wanted < 0 ? audio.duration + wanted : wanted;
    return [before, audio.currentTime];
  }, seconds);
  expect(Math.abs((to ?? 0) - (from ?? 0))).toBeGreaterThan(5);
}

/** The listener changes the quality on the settings page, while the song plays on. */
async function chooseLow(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.pushState({}, "", "/settings/device");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.getByText("Low", { exact: true }).click();
}

/** No stream that a listener had before proves a play any more. */
async function endTickets(userId: string): Promise<void> {
  await world.deps.served.settle();
  await world.test.store.sql`
    update deliveries set began_at = began_at - interval '10 hours', ends_at = ends_at - interval '10 hours'
    where listener_id = ${userId}`;
}

const position = (page: Page) => page.evaluate(() => globalThis.sound.audio?.currentTime ?? 0);

/** Seconds of the song that have not come yet. */
const unloaded = (page: Page) =>
  page.evaluate(() => {
    const { audio } = globalThis.sound;
    return audio && audio.buffered.length > 0 ? audio.duration - audio.buffered.end(audio.buffered.length - 1) : 999;
  });

async function historyOf(page: Page, plays: number): Promise<PlayHistory["playHistory"]> {
  const read = async () => {
    const token = await page.evaluate(() => localStorage.getItem("token"));
    const headers = { authorization: `Bearer ${token}` };
    const { playHistory }: PlayHistory = await (await page.request.get("/api/v1/play-history", { headers })).json();
    return playHistory;
  };
  await waitFor("the answers to all plays", async () => await page.evaluate(waitingRows) === 0);
  return await waitFor("all plays in the history", async () => {
    const history = await read();
    return history.length >= plays && history;
  });
}

/** Runs in the page: plays that the service has not answered for. */
async function waitingRows(): Promise<number> {
  const [known] = (await indexedDB.databases()).filter(({ name }) => name?.includes("outbox"));
  const database = await new Promise<IDBDatabase>((done, fail) => {
    const opening = indexedDB.open(known?.name ?? "");
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
  const count = (store: string) =>
    new Promise<number>((done, fail) => {
      const counting = database.transaction(store).objectStore(store).count();
      counting.onsuccess = () => done(counting.result);
      counting.onerror = () => fail(counting.error);
    });
  const rows = await count("sessions") + await count("outbox");
  database.close();
  return rows;
}
