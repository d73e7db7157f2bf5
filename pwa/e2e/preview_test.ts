import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { TestSpotify } from "../../backend/testing/spotify.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { closeAll, serveApp } from "./e2e_server.ts";
import { seeThat } from "./see.ts";

let world: World;
let spotify: TestSpotify;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  world = await openWorld();
  spotify = new TestSpotify({ hasPreview: true });
  server = await serveApp(world, {
    ...{ SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret", SPOTIFY_BASE_URL: spotify.url },
  });
  browser = await launchBrowser();
});
afterAll(() => closeAll(browser, server, spotify, world));

it("a visitor listens into a track of the outside catalogue, in a bar that says how far it is", async () => {
  const page = await browser.newPage({ baseURL: server.url, serviceWorkers: "block" });
  await page.goto("/search?q=last");
  await page.getByRole("button", { name: "Preview Last Last" }).click();
  const bar = page.getByRole("region", { name: "Preview" });
  const audio = bar.locator("audio");
  const secondsIn = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  await expect.poll(secondsIn).toBeGreaterThan(1);
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => [element.volume, element.error])).toEqual([
    0.7,
    null,
  ]);
  await seeThat("2 §2", "A bar plays the preview", bar.getByText("Earns nothing"));
  await bar.getByRole("button", { name: "Close preview" }).click();
  await bar.waitFor({ state: "detached" });
});
