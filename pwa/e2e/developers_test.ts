import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAnswersIfChanged } from "../../backend/start/build_answers.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { screenFindings } from "./axe_findings.ts";
import { SIZES } from "./see.ts";

let world: World;
let server: Deno.HttpServer<Deno.NetAddr>;
let browser: Browser;
beforeAll(async () => {
  await buildAnswersIfChanged(() => undefined);
  world = await openWorld();
  server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, world.app.fetch);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.shutdown();
  await world?.[Symbol.asyncDispose]();
});

it.each(SIZES.flatMap((size) => (["dark", "light"] as const).map((colorScheme) => [size, colorScheme] as const)))(
  "the page for developers is readable at %j in %s",
  async (viewport, colorScheme) => {
    const page = await browser.newPage({ viewport, colorScheme });
    const refused: string[] = [];
    page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
    await page.goto(`http://127.0.0.1:${server.addr.port}/developers`);
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe(colorScheme);
    const call = page.locator("#POST_api_v1_playlists");
    await call.locator("summary").click();
    await expect.poll(() => call.innerText()).toContain("Sunday in Surulere");
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await screenFindings(page)).toEqual([]);
    // The icon is the built app's.
    expect(refused.filter((text) => !text.includes("404"))).toEqual([]);
    await page.close();
  },
);
