import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { STORED_HERE } from "../src/lib/stored_here.ts";
import { givePerson, keepSession, logInAt, type Person } from "./given_people.ts";
import { publishSong } from "./given_song.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

let world: World;
let server: TestServer;
let browser: Browser;
let title: string;

beforeAll(async () => {
  world = await openWorld();
  title = await publishSong(world, { longerThanMs: 60_000 });
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

/** A phone with a log-in; what it plays is not sent. */
async function openPhone(person: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });
  await context.route("**/api/v1/plays", (route) => route.abort());
  await context.route("**/api/v1/play/**", (route) => route.abort());
  const page = await context.newPage();
  await page.goto("/terms");
  await page.evaluate(keepSession, await logInAt(server.url, person));
  return page;
}

/** Listens for some seconds, so that a play waits on the device. */
async function listen(page: Page): Promise<void> {
  await page.goto("/songs");
  await page.getByRole("button", { name: `Play ${title}` }).first().click();
  await expect.poll(() => waitingSessions(page)).toBeGreaterThan(0);
}

const waitingSessions = (page: Page) => page.evaluate(countRows);

/** Runs in the page: plays that are measured or wait to be sent. */
async function countRows(): Promise<number> {
  const database = await new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open("orin-outbox");
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const counts = ["sessions", "outbox"].map((store) =>
    new Promise<number>((done) => {
      const request = database.transaction(store).objectStore(store).count();
      request.onsuccess = () => done(request.result);
    })
  );
  const all = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  database.close();
  return all;
}

/** Runs in the page: what is stored, by name and content. */
function readStorage(): Record<string, string> {
  return Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ""]));
}

const playsHere = (page: Page) => page.getByRole("button", { name: /Now Playing/ });
const PERSONS = Object.entries(STORED_HERE.local).flatMap(([name, owner]) =>
  owner === "person" || owner === "session" ? [name] : []
);

async function pressLogOut(page: Page, creator: boolean): Promise<void> {
  if (creator) {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Logout" }).click();
  } else {
    await page.goto("/settings");
    await page.getByRole("button", { name: "Log out", exact: true }).first().click();
    // Where a play waits already, the screen asks first.
    const sure = page.getByRole("alertdialog").getByRole("button", { name: "Log out" });
    await sure.or(page.getByRole("heading", { name: "Welcome back" })).waitFor();
    if (await sure.isVisible()) await sure.click();
  }
  await page.waitForURL("**/login");
}

describe("logging out", () => {
  it.each(["listener", "creator"] as const)(
    "takes everything of a %s from the device but what waits to be sent, in every tab",
    async (role) => {
      const person = await givePerson(world, `Leaving-${newId()}`, role);
      const page = await openPhone(person);
      await listen(page);
      const other = await page.context().newPage();
      await other.goto("/songs");
      await playsHere(other).waitFor();
      expect(Object.keys(await page.evaluate(readStorage))).toEqual(
        expect.arrayContaining(["token", "orin.queue", "orin.place", "orin.person"]),
      );

      await pressLogOut(page, role === "creator");
      await expect.poll(() => other.evaluate(() => localStorage.getItem("token"))).toBeNull();
      for (const tab of [page, other]) await playsHere(tab).waitFor({ state: "detached" });
      await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused ?? true)).toBe(true);
      const left = await page.evaluate(readStorage);
      for (const [name, content] of Object.entries(left)) {
        expect(content, name).not.toContain(person.userId);
        expect(content, name).not.toContain(title);
      }
      const stays = PERSONS.filter((name) => name in left && name !== "orin.data-used");
      expect(stays).toEqual([]);
      await expect.poll(() => page.evaluate(() => caches.has("orin-covers"))).toBe(false);
      expect(await waitingSessions(page)).toBeGreaterThan(0);

      await page.goto("/songs");
      await page.getByRole("button", { name: `Play ${title}` }).first().waitFor();
      await expect.poll(() => playsHere(page).count()).toBe(0);
      await page.context().close();
    },
  );

  it("is not what an expired session does: the queue stays, also for who logs in again", async () => {
    const person = await givePerson(world, `Expired-${newId()}`, "listener");
    const page = await openPhone(person);
    await listen(page);
    await page.getByRole("button", { name: "Pause" }).first().click();
    const token = await page.evaluate(() => localStorage.getItem("token"));
    const ended = await page.request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
    expect(ended.status()).toBeLessThan(300);
    await page.goto("/settings");
    await page.waitForURL("**/login?next=%2Fsettings");
    expect(Object.keys(await page.evaluate(readStorage))).toContain("orin.queue");
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL("**/settings");
    await playsHere(page).waitFor();
    await page.context().close();
  });

  it("of somebody whose session expired happens when somebody else logs in", async () => {
    const before = await givePerson(world, `Before-${newId()}`, "listener");
    const next = await givePerson(world, `Next-${newId()}`, "listener");
    const page = await openPhone(before);
    await listen(page);
    await page.evaluate(() => ["token", "userId", "orin.session"].forEach((key) => localStorage.removeItem(key)));
    await page.goto("/login");
    await page.getByLabel("Email", { exact: true }).fill(next.email);
    await page.getByLabel("Password", { exact: true }).fill(next.password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await playsHere(page).waitFor({ state: "detached" });
    expect(Object.keys(await page.evaluate(readStorage))).not.toContain("orin.queue");
    await page.context().close();
  });
});
