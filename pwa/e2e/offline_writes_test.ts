import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, untilAnswered } from "../../backend/testing/browser.ts";
import type { TestPerson } from "../../backend/testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../backend/testing/listeners.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { keepLoggedIn, sessionOf, untilKept, waitForWorker } from "./given_listener.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const PHONE = { viewport: { width: 360, height: 740 } };
const MARK = "Waiting to be sent";

let test: TestListeners;
let server: TestServer;
let browser: Browser;
let artist: TestPerson;

beforeAll(async () => {
  test = await openTestListeners(Date.now());
  artist = await test.addArtist("Bisi Ade");
  await test.addTrack({ ownerId: artist.userId, title: "Morning Song" });
  server = await serveApp(test.world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, test));

it("what a listener does without a network shows its mark, survives a reload and arrives once", async () => {
  const person = await test.addPerson("Ngozi");
  await using context = await browser.newContext({ ...PHONE, baseURL: server.url });
  await keepLoggedIn(context, test, person);
  const page = await context.newPage();
  await open(page, "/playlist");
  await open(page, `/artists/${artist.userId}`);
  await waitForWorker(page);
  await context.setOffline(true);

  await page.getByRole("button", { name: "Follow Bisi Ade" }).click();
  await page.getByRole("button", { name: "Add to favourites: Morning Song" }).click();
  await page.getByLabel("Write a comment").fill("From a bus in Jos");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Edit comment").fill("From a bus in Kano");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "More for Morning Song" }).click();
  await page.getByRole("menuitem", { name: "Add to Playlist" }).click();
  await page.getByText("Track added to playlist. Waiting to be sent.").waitFor();

  await page.reload();
  await expectMarks(page);
  expect(await writesOf(person)).toEqual({});
  await page.goto("/playlist");
  await page.getByText("1 change:").waitFor();
  await page.getByText("Morning Song").first().waitFor();
  await page.goto("/earnings");
  await page.getByText("4 changes waiting to be sent").waitFor();

  await context.setOffline(false);
  await page.getByText(/changes? waiting to be sent/).waitFor({ state: "detached" });
  expect(await writesOf(person)).toEqual({ UserFollowed: 1, HeartGiven: 1, CommentPosted: 1, PlaylistTrackAdded: 1 });
  await page.goto(`/artists/${artist.userId}`);
  await page.getByText("From a bus in Kano").waitFor();
  await page.getByRole("button", { name: "Following Bisi Ade" }).waitFor();
  await page.getByRole("button", { name: "Remove from favourites: Morning Song by Test Artist", exact: true })
    .waitFor();
  await expect.poll(() => page.getByText(MARK).count()).toBe(0);
});

it("an artist is followed and commented on without a network, also where nothing of that was loaded before", async () => {
  const person = await test.addPerson("Uche");
  await using context = await browser.newContext({ ...PHONE, baseURL: server.url });
  await keepLoggedIn(context, test, person);
  const page = await context.newPage();
  for (const call of ["comments", "is-following"]) await page.route(`**/api/v1/${call}/**`, (route) => route.abort());
  await open(page, `/artists/${artist.userId}`);
  await waitForWorker(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByText("The comments show once you are connected.").waitFor();
  expect(await page.getByText("Failed to load comments").count()).toBe(0);
  await page.getByRole("button", { name: "Follow Bisi Ade" }).click();
  await page.getByRole("button", { name: "Following Bisi Ade" }).waitFor();
  await page.getByLabel("Write a comment").fill("From the ferry");
  await page.getByRole("button", { name: "Post Comment" }).click();
  // The field keeps the words until the comment is stored.
  await page.getByRole("listitem").filter({ hasText: "From the ferry" }).waitFor();
  await page.getByText("The other comments show once you are connected.").waitFor();
  expect(await page.getByText("Failed to load comments").count()).toBe(0);
});

it("what was done and undone without a network is never sent", async () => {
  const person = await test.addPerson("Ife");
  await using context = await browser.newContext({ ...PHONE, baseURL: server.url });
  await keepLoggedIn(context, test, person);
  const page = await context.newPage();
  await open(page, `/artists/${artist.userId}`);
  await waitForWorker(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Follow Bisi Ade" }).click();
  await page.getByRole("button", { name: "Following Bisi Ade" }).click();
  await page.getByLabel("Write a comment").fill("Never mind");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Never mind").waitFor({ state: "detached" });
  await expect.poll(() => page.getByText(MARK).count()).toBe(0);
  await context.setOffline(false);
  await page.goto("/test");
  await page.getByText("Changes waiting", { exact: true }).waitFor();
  expect(await writesOf(person)).toEqual({});
});

it("every screen opens without a network with its last answers and their age, and nobody sees another's", async () => {
  const [one, two] = [await test.addPerson("Halima"), await test.addPerson("Sade")];
  await using context = await browser.newContext({ ...PHONE, baseURL: server.url });
  await keepLoggedIn(context, test, one);
  const page = await context.newPage();
  const screens = [
    ["/", "New Releases"],
    ["/songs", "Morning Song"],
    ["/artists", "Bisi Ade"],
    [`/artists/${artist.userId}`, "Morning Song"],
    ["/playlist", "Your playlist is empty"],
    ["/playlist?list=liked", "No liked songs yet"],
    ["/search?q=morning", "Morning Song"],
    ["/earnings", "Your Earnings"],
    ["/withdraw-tokens", "Withdraw Tokens"],
    ["/subscriptions", "Choose Your Plan"],
    ["/settings", "On Orin since"],
    ["/settings/log-ins", "Where you are logged in"],
    ["/policy", "What counts"],
  ] as const;
  await open(page, "/");
  for (const [path, text] of screens) {
    await goInside(page, path);
    await page.getByText(text).first().waitFor();
    await untilAnswered(page);
  }
  await waitForWorker(page);
  await untilKept(page);
  // Screens that no start needs are stored once the page has nothing to do.
  const keptAhead = () =>
    page.evaluate(async () => (await (await caches.open("orin-code")).keys()).map(({ url }) => url));
  await page.goto("/");
  for (const screen of ["Settings", "Subscriptions"]) {
    await expect.poll(keptAhead).toContainEqual(expect.stringContaining(screen));
  }
  await context.setOffline(true);
  for (const [path, text] of screens) {
    await page.goto(path);
    await page.getByText(text).first().waitFor();
    await expect.poll(() => page.getByText(/^Showing saved /).first().isVisible(), { message: path }).toBe(true);
    expect({ path, failed: await page.getByText(/Failed to|Error loading/).allTextContents() }).toEqual({
      path,
      failed: [],
    });
  }

  await logInAs(context, page, two);
  for (const path of ["/earnings", "/settings", "/playlist", "/withdraw-tokens"]) {
    await page.goto(path);
    await page.getByText(/Failed to|You are offline/).first().waitFor();
    expect({ path, seen: await page.getByText(/Halima|^Showing saved /).count() }).toEqual({ path, seen: 0 });
  }
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilKept(page);
}

/** As a link of the app does. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

async function expectMarks(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Following Bisi Ade" }).waitFor();
  await page.getByRole("button", { name: `Remove from favourites: Morning Song by Test Artist. ${MARK}` }).waitFor();
  await page.getByText("From a bus in Kano").waitFor();
  // Of the follow and of the comment.
  await expect.poll(() => page.getByText(MARK, { exact: true }).count()).toBe(2);
}

/** The session of another user takes the place of the first, as after a log-in. */
async function logInAs(context: BrowserContext, page: Page, person: TestPerson): Promise<void> {
  const session = await sessionOf(test, person);
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, session);
  expect(context.pages()).toHaveLength(1);
}

/** How many events of each type a person has caused, besides the account itself. */
async function writesOf({ userId }: TestPerson): Promise<Record<string, number>> {
  const rows = await test.world.test.store.sql<{ type: string; count: number }[]>`
    select type, count(*)::int as count from events
    where metadata->>'actor' = ${`user:${userId}`} group by type`;
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}
