import { gzipSync } from "node:zlib";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeTrack } from "../../backend/catalogue/track/remove.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { screenFindings } from "./axe_findings.ts";
import { publishAlbum } from "./given_album.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { serveApp } from "./e2e_server.ts";

let world: World;
let server: TestServer;
let browser: Browser;
let ownerId: string;
let songs: { trackId: string; title: string }[];
/** Another site: 127.0.0.1 is not localhost. */
let elsewhere: Deno.HttpServer<Deno.NetAddr>;
let shown = "";

beforeAll(async () => {
  world = await openWorld();
  ({ ownerId, songs } = await publishAlbum(world, { album: "Framed", songs: 2 }));
  server = await serveApp(world);
  elsewhere = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
    return new Response(`<!doctype html><title>A blog</title>${shown}`, { headers: { "content-type": "text/html" } });
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await elsewhere?.shutdown();
  await server?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

const addressOf = (song: number) => `${server.url}/embed/track/${songs[song]?.trackId}`;
const timeOf = async (page: Page) => {
  const text = await page.frameLocator("iframe").locator("#at").textContent();
  const [minutes, seconds] = String(text).split(":").map(Number);
  return (minutes ?? 0) * 60 + (seconds ?? 0);
};

describe("a song on another site", () => {
  it("plays in its frame as a visitor, also for who is logged in on Orin", async () => {
    const person = await givePerson(world, "Framed-listener", "listener");
    await using context = await browser.newContext({ viewport: { width: 700, height: 400 } });
    await context.addInitScript(keepSession, await logInAt(server.url, person));
    const told: string[] = [];
    const page = await context.newPage();
    page.on("request", (request) => {
      if (!request.url().startsWith(server.url)) return;
      const { authorization, cookie, "x-device-id": device } = request.headers();
      if (authorization ?? cookie ?? device) told.push(request.url());
    });
    const { html } = await (await fetch(
      `${server.url}/oembed?${new URLSearchParams({ url: `${server.url}/track/${songs[0]?.trackId}` })}`,
    )).json();
    // The test's service has another port than the address that it tells others.
    shown = String(html).replace(/http:\/\/localhost:\d+/, server.url);
    await page.goto(`http://127.0.0.1:${elsewhere.addr.port}/`);
    const frame = page.frameLocator("iframe");
    await frame.getByRole("button", { name: new RegExp(`^Play ${songs[0]?.title}`) }).click();
    await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(1);
    const before = await timeOf(page);
    await frame.getByRole("slider", { name: "Seek" }).press("ArrowRight");
    await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(before + 5);
    await frame.getByRole("slider").press("k");
    await frame.getByRole("button", { name: /^Play / }).waitFor();
    const inside = page.frames().find((one) => one.url() === addressOf(0));
    const refused = await inside?.evaluate(() => {
      const tries = [() => localStorage, () => document.cookie, () => indexedDB.open("a")];
      return [
        origin,
        ...tries.map((one) => {
          try {
            return typeof one();
          } catch (error) {
            return error instanceof DOMException ? error.name : "else";
          }
        }),
      ];
    });
    expect(refused).toEqual(["null", "SecurityError", "SecurityError", "SecurityError"]);
    await expect.poll(() => frame.getByRole("link", { name: "Listen on Orin" }).getAttribute("href"))
      .toMatch(new RegExp(`/track/${songs[0]?.trackId}\\?from=embed$`));
    expect(told).toEqual([]);
    shown = `<iframe src="${server.url}/songs"></iframe>`;
    await page.reload();
    expect(page.frames().map((one) => one.url())).not.toContain(`${server.url}/songs`);
  });

  it("is silent as soon as another one on the same page sounds, in a frame of a frame, too", async () => {
    const inner = `<iframe src="${addressOf(1)}" width="640" height="152"></iframe>`;
    shown = `<iframe src="${addressOf(0)}" width="640" height="152"></iframe>` +
      `<iframe srcdoc="${inner.replaceAll('"', "&quot;")}" width="680" height="200"></iframe>`;
    await using context = await browser.newContext({ viewport: { width: 720, height: 480 } });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${elsewhere.addr.port}/`);
    const one = page.frameLocator("iframe").first();
    const two = page.frameLocator("iframe").nth(1).frameLocator("iframe");
    const pausing = (frame: typeof one) => frame.getByRole("button", { name: /^Pause / });
    const playing = (frame: typeof one) => frame.getByRole("button", { name: /^Play / });
    await playing(one).click();
    await pausing(one).waitFor();
    await playing(two).click();
    await pausing(two).waitFor();
    await playing(one).click();
    await pausing(one).waitFor();
    await playing(two).waitFor();
  });

  it("says in words what keeps it from playing, and what is gone", async () => {
    await using context = await browser.newContext({ viewport: { width: 320, height: 152 }, colorScheme: "light" });
    const page = await context.newPage();
    await page.goto(addressOf(1));
    expect(await screenFindings(page)).toEqual([]);
    await context.setOffline(true);
    await page.getByRole("button", { name: /^Play / }).click();
    await page.getByText("You are offline. Press play again once you have a network.").waitFor();
    await context.setOffline(false);
    await page.route(
      "**/embedded?*",
      (route) =>
        route.fulfill({
          status: 402,
          json: { code: "free_plays_used_up" },
          headers: { "access-control-allow-origin": "*" },
        }),
    );
    await page.getByRole("button", { name: /^Play / }).click();
    await page.getByText(/^Today's free plays are used up here/).waitFor();
    await page.unroute("**/embedded?*");
    const removal = { trackId: songs[1]?.trackId ?? "", userId: ownerId, isAdmin: false };
    await world.deps.store.execute(removeTrack, removal, { logs: ["social"], metadata: { actor: ownerId } });
    await world.settle();
    await expect.poll(async () => (await fetch(addressOf(1))).status).toBe(404);
    await page.getByRole("button", { name: /^Play / }).click();
    await page.getByText("This song is no longer on Orin.").waitFor();
    await page.goto(addressOf(1));
    await page.getByRole("heading", { name: "This song is not on Orin" }).waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });

  it("costs its page less than 30 kB", () => {
    const page = Deno.readFileSync(join(import.meta.dirname ?? "", "../dist/embed.html"));
    expect(gzipSync(page).length).toBeLessThan(30_000);
  });
});
