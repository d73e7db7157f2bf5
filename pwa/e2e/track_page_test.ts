import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordRendition } from "../../backend/catalogue/rendition/record.ts";
import { removeTrack } from "../../backend/catalogue/track/remove.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { publishAlbum } from "./given_album.ts";
import { givePerson, keepSession, logInAt, type Person } from "./given_people.ts";
import { closeAll, serveApp } from "./e2e_server.ts";
import { isSeen } from "./is_seen.ts";

const SIZES = [["desktop", 1280, 800], ["phone", 360, 740]] as const;
const PHONE = { width: 360, height: 740 };
const METADATA = { actor: "system:test" };

let world: World;
let server: TestServer;
let browser: Browser;
let listener: Person;
let ownerId: string;
let songs: { trackId: string; title: string }[];

beforeAll(async () => {
  world = await openWorld();
  ({ ownerId, songs } = await publishAlbum(world, { album: "Pages", songs: 3, downloadable: true }));
  listener = await givePerson(world, "Ada", "listener");
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

describe.each(SIZES)("on a %s", (size, width, height) => {
  it("a song's page takes comments, which are changed, liked and deleted there", async () => {
    await using visit = await open(listener, { width, height });
    const { page } = visit;
    await page.goto("/songs");
    await page.getByRole("button", { name: `More for ${songs[0]?.title}` }).click();
    await page.getByRole("menuitem", { name: "Comments" }).click();
    await page.waitForURL(`**/track/${songs[0]?.trackId}#comments`);
    const text = `From the road, on a ${size} (${crypto.randomUUID().slice(0, 8)})`;
    await page.getByLabel("Write a comment").fill(text);
    await page.getByRole("button", { name: "Post Comment" }).click();
    const comment = page.getByRole("listitem").filter({ hasText: text });
    await expect.poll(() => isSeen(comment.getByText(text))).toBe(true);
    await comment.getByRole("button", { name: "Like, 0 likes" }).click();
    await comment.getByRole("button", { name: "Like, 1 like" }).waitFor();
    await comment.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Edit comment").fill(`${text}, again`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await comment.locator("p", { hasText: `${text}, again` }).waitFor();
    await page.reload();
    await comment.getByText(`${text}, again`).waitFor();
    await comment.getByRole("button", { name: "Reply" }).click();
    await page.getByLabel("Write a reply").fill(`Reply to ${text}`);
    await page.getByRole("button", { name: "Post Reply" }).click();
    await comment.getByRole("button", { name: "Hide 1 reply" }).waitFor();
    await comment.getByText(`Reply to ${text}`).waitFor();
    const confirm = page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Delete" });
    await comment.getByRole("button", { name: "Delete" }).first().click();
    await confirm.click();
    // The reply stays, and what it answers keeps its place.
    const thread = page.getByRole("listitem").filter({ hasText: "Comment removed" }).filter({ hasText: text });
    await thread.getByText(`Reply to ${text}`).waitFor();
    await thread.getByRole("button", { name: "Delete" }).click();
    await confirm.click();
    await thread.waitFor({ state: "detached" });
    for (const name of [/^Play/, /^Share/, /^Add to favourites/, /^More for/]) {
      await expect.poll(() => isSeen(page.getByRole("main").getByRole("button", { name }))).toBe(true);
    }
    for (const name of ["Credits", "What it earned you"]) {
      await expect.poll(() => isSeen(page.getByRole("heading", { name }))).toBe(true);
    }
  });

  it("the carousel is on a visitor's first screen", async () => {
    await using visit = await open(undefined, { width, height });
    const { page } = visit;
    await page.goto("/");
    const carousel = page.getByRole("region", { name: "Highlights" });
    await carousel.waitFor();
    const tabs = await page.getByRole("navigation").last().boundingBox();
    const bottom = width < 768 && tabs ? tabs.y : height;
    await expect.poll(async () => {
      const box = await carousel.boundingBox();
      return box !== null && box.y + box.height <= bottom && await page.evaluate(() => scrollY) === 0;
    }).toBe(true);
  });
});

it("a search plays in the player with the results as the queue, earns, and the song's page says how much", async () => {
  await using visit = await open(listener, PHONE);
  const { page } = visit;
  await page.goto("/search?q=Test%20Artist");
  const results = page.getByRole("list", { name: "Songs" });
  await results.getByRole("listitem").nth(2).waitFor();
  const play = results.getByRole("button", { name: /^Play/ }).first();
  const [, title = ""] = /^Play (.+) by Test Artist$/.exec(await play.getAttribute("aria-label") ?? "") ?? [];
  await play.click();
  await page.waitForFunction(() => navigator.mediaSession.playbackState === "playing");
  await page.getByRole("button", { name: /Now Playing/ }).first().click();
  const dialog = page.getByRole("dialog");
  await expect.poll(async () => Number(await dialog.getByRole("slider", { name: "Seek" }).inputValue()))
    .toBeGreaterThan(7);
  const sent = page.waitForRequest((request) => request.url().includes("/api/v1/play/"));
  await dialog.getByRole("button", { name: "Next", exact: true }).click();
  expect((await sent).postDataJSON().source).toBe("search");
  await expect.poll(() => dialog.getByText(title, { exact: true }).count()).toBe(0);
  await dialog.locator('a[href^="/track/"]').click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/track\//);
  await page.goto("/search?q=Test%20Artist");
  await results.getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  const earned = page.getByRole("region", { name: "What it earned you" });
  await expect.poll(async () => /[1-9]\d* plays?, 0:\d\d counted/.test(await earned.innerText())).toBe(true);
  expect(Number(/^\s*(\d+\.\d\d)/m.exec((await earned.innerText()).split("\n").slice(1).join("\n"))?.[1]))
    .toBeGreaterThan(0);
});

it("a track that its artist deleted while the list was open says so, and stores no file", async () => {
  const { trackId, title } = songs[2] ?? { trackId: "", title: "" };
  const made = { trackId, quality: "download", key: "tracks/none.mp3", bytes: 9, contentType: "audio/mpeg" } as const;
  await world.deps.store.execute(recordRendition, made, { logs: ["social"], metadata: METADATA });
  await world.settle();
  await using visit = await open(listener, PHONE);
  const { page } = visit;
  const files: string[] = [];
  page.on("download", (download) => files.push(download.suggestedFilename()));
  await page.goto("/songs");
  await page.getByRole("button", { name: `More for ${title}` }).waitFor();
  const removal = { trackId, userId: ownerId, isAdmin: false };
  await world.deps.store.execute(removeTrack, removal, { logs: ["social"], metadata: METADATA });
  await world.settle();
  const asked = page.waitForResponse((response) => response.url().includes("/api/v1/download/"));
  await page.getByRole("button", { name: `More for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Download" }).click();
  expect((await asked).status()).toBe(404);
  await expect.poll(() => isSeen(page.getByText("No download URL available for this track."))).toBe(true);
  expect(files).toEqual([]);
});

it("a visitor's heart leads to log in, back to the artist, and is given there", async () => {
  await using visit = await open(undefined, PHONE);
  const { page } = visit;
  await page.goto(`/artists/${ownerId}`);
  const heart = (verb: string) => page.getByRole("button", { name: `${verb} favourites: ${songs[1]?.title}` });
  await expect.poll(() => isSeen(heart("Add to"))).toBe(true);
  await heart("Add to").click();
  await page.getByRole("dialog", { name: "Please log in to add favourites" }).getByRole("link", { name: "Log in" })
    .click();
  await page.getByLabel("Email", { exact: true }).fill(listener.email);
  await page.getByLabel("Password", { exact: true }).fill(listener.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL(`**/artists/${ownerId}`);
  await heart("Remove from").waitFor();
  const { token } = await logInAt(server.url, listener);
  const headers = { authorization: `Bearer ${token}` };
  const hearts = async () => (await (await fetch(`${server.url}/api/v1/hearts`, { headers })).json()).trackIds;
  await expect.poll(hearts).toEqual([songs[1]?.trackId]);
});

async function open(person: Person | undefined, viewport: { width: number; height: number }) {
  const isPhone = viewport.width < 768;
  const context = await browser.newContext({ viewport, baseURL: server.url, hasTouch: isPhone, isMobile: isPhone });
  if (person) await context.addInitScript(keepSession, await logInAt(server.url, person));
  const page: Page = await context.newPage();
  return { page, [Symbol.asyncDispose]: () => context.close() };
}
