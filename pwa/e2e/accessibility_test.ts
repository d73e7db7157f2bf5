import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { launchBrowser, openScreen } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { findingsInBothLights, largeFindings } from "./axe_findings.ts";
import { changeAnswer } from "./given_answers.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { publishSong } from "./given_song.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

/** The walk looks at the others, in dark and in light, too. */
const SCREENS = {
  visitors: ["/search?q=one", "/music-details?id=none"],
  listeners: [
    "/month",
    "/settings/level",
    "/settings/notifications",
    "/settings/privacy",
    "/settings/device",
    "/settings/log-ins",
    "/settings/data",
    "/playlist?list=liked",
    "/saved",
    "/premium-gift",
    "/held",
    "/blocked",
    "/team",
    "/report/song/0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a",
  ],
} as const;

let world: World;
let server: TestServer;
let browser: Browser;
let session: Record<string, unknown>;

beforeAll(async () => {
  world = await openWorld();
  await publishSong(world, { longerThanMs: 30_000 });
  server = await serveApp(world);
  session = await logInAt(server.url, await givePerson(world, "Ada", "listener"));
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

it.each(
  ["visitors", "listeners"] as const,
)("the screens of %s have nothing that axe finds, nor width to scroll, on a small phone", async (whose) => {
  await using context = await browser.newContext({
    ...{ viewport: { width: 360, height: 740 }, baseURL: server.url, serviceWorkers: "block" },
  });
  if (whose === "listeners") await context.addInitScript(keepSession, session);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  for (const path of SCREENS[whose]) {
    await openScreen(page, path);
    expect({ path, found: await findingsInBothLights(page) }).toEqual({ path, found: [] });
  }
  expect(errors).toEqual([]);
});

it.each(["/login", "/admin"])(
  "a wrong password at %s is said in sight, and with the field that has the focus",
  async (path) => {
    // The keyboard of a phone leaves so much.
    await using context = await browser.newContext({ viewport: { width: 360, height: 400 }, baseURL: server.url });
    const page = await context.newPage();
    await page.goto(path);
    await page.getByLabel("Email").fill("nobody@orin.example");
    await page.getByLabel("Password", { exact: true }).fill("not this one");
    await page.getByRole("button", { name: "Login" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "wrong password or wrong username" });
    await alert.waitFor();
    const focused = page.locator("input:focus");
    await focused.waitFor();
    await expect.poll(() => focused.getAttribute("aria-describedby")).toContain(await alert.getAttribute("id"));
    await expect.poll(async () => {
      const { y, height } = await alert.boundingBox() ?? { y: NaN, height: NaN };
      return [y >= 0, y + height <= 400];
    }).toEqual([true, true]);
  },
);

it("with large letters no screen of visitors is wider than a desktop", async () => {
  await using context = await browser.newContext({
    ...{ viewport: { width: 1280, height: 800 }, baseURL: server.url, serviceWorkers: "block" },
  });
  const page = await context.newPage();
  const profile = { profileImage: "", placeholder: "", fullName: "Ada Obi", email: "", followerCount: 1_234 };
  const numbers = {
    totalStreams: 144_000,
    totalDurationPlayed: 7_440_000,
    uniqueTracksCount: 104,
    averageStreamDuration: 52,
  };
  const artist = { rank: 1, rankBefore: null, artistId: newId(), artistName: "Ada Obi and the Morning Choir" };
  await changeAnswer(page, "GET /api/v1/top-artists", (answer) => ({
    ...{ ...answer, totals: { ...answer.totals, totalStreams: 144_000 } },
    artists: [{ ...artist, ...numbers, trend: "steady", profile }],
  }));
  for (const path of ["/", "/songs", "/artists", "/subscriptions", "/search?q=one"]) {
    await openScreen(page, path);
    if (path === "/") await page.getByText("144,000 streams").waitFor();
    expect({ path, found: await largeFindings(page) }).toEqual({ path, found: [] });
  }
});

it("with large letters the ways in are in the menu, because the header has no room for them", async () => {
  await using context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });
  const page = await context.newPage();
  await page.goto("/artists");
  const wayIn = page.getByRole("banner").getByRole("link", { name: "Log in" });
  await wayIn.waitFor();
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  await wayIn.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog", { name: "More" }).getByRole("link", { name: "Log in" }).click();
  await page.waitForURL("**/login");
});
