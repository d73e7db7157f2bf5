import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { axeFindings } from "./axe_findings.ts";
import { givePerson, keepSession, type Person } from "./given_people.ts";
import { publishSong } from "./given_song.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const PHONE = "Mozilla/5.0 (Linux; Android 13; Pixel 6) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36";
const LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36";
let world: World;
let server: TestServer;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  world = await openWorld();
  for (const longerThanMs of [60_000, 90_000]) await publishSong(world, { longerThanMs });
  person = await givePerson(world, "Ada", "listener");
  await world.deps.store.settle();
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

it("what plays on the phone is seen on the laptop and taken over with its queue, and the phone pauses", async () => {
  await using phone = await openDevice(PHONE, { width: 360, height: 740 });
  await using laptop = await openDevice(LAPTOP, { width: 1280, height: 800 });
  await phone.page.goto("/songs");
  const told = phone.page.waitForResponse((one) => isTold(one.url(), one.request().method()));
  await phone.page.getByRole("button", { name: /^Play (?!all)/ }).first().click();
  await expect.poll(() => heard(phone.page)).toMatchObject({ state: "playing" });
  await told;
  const first = await heard(phone.page);

  await laptop.page.goto("/terms");
  const elsewhere = { name: "Playing on another device" };
  await laptop.page.getByRole("region", elsewhere).getByText("Playing on Chrome, Android").waitFor();
  expect(await axeFindings(laptop.page)).toEqual([]);
  // The phone learns that it is watched when it next reports something.
  await phone.page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Next" }).click();
  await expect.poll(async () => (await heard(phone.page)).title).not.toBe(first.title);
  const { title } = await heard(phone.page);

  await laptop.page.getByRole("button", { name: "Listen here to what is on Chrome, Android" }).click();
  await expect.poll(() => heard(laptop.page)).toMatchObject({ title, state: "playing" });
  await expect.poll(async () => (await heard(phone.page)).state).toBe("paused");
  await laptop.page.getByRole("button", { name: "Queue" }).first().click();
  const beside = laptop.page.getByRole("complementary", { name: "Queue" });
  // What was played is folded.
  await expect.poll(() => beside.getByRole("listitem", { includeHidden: true }).count())
    .toBeGreaterThanOrEqual(2);
  await phone.page.getByRole("region", elsewhere).getByText("Playing on Chrome, Linux").waitFor();
});

/** A device of the person: the list of devices names it by what it said at its log-in. */
async function openDevice(userAgent: string, viewport: { width: number; height: number }) {
  const context: BrowserContext = await browser.newContext({
    ...{ userAgent, viewport, baseURL: server.url, serviceWorkers: "block" },
  });
  const { email, password } = person;
  const answer = await context.request.post("/api/auth/login", { data: { email, password, rememberMe: true } });
  await context.addInitScript(keepSession, await answer.json());
  const page = await context.newPage();
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

/** What the device's lock screen shows. */
function heard(page: Page): Promise<{ title: string | undefined; state: string }> {
  return page.evaluate(() => ({
    title: navigator.mediaSession.metadata?.title,
    state: navigator.mediaSession.playbackState,
  }));
}

function isTold(url: string, method: string): boolean {
  return method === "PUT" && url.endsWith("/api/v1/playing");
}
