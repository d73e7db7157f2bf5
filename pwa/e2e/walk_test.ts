import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setCreatorProfile } from "../../backend/catalogue/artist/change_profile.ts";
import { launchBrowser, untilAnswered } from "../../backend/testing/browser.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import { startTestIssuer, TEST_CLIENT_ID, type TestIssuer } from "../../backend/testing/issuer.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { untilNone } from "../../backend/testing/wait.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { axeFindings, darkFindings, largeFindings, screenFindings } from "./axe_findings.ts";
import { publishAlbum } from "./given_album.ts";
import { closeAll, serveApp } from "./e2e_server.ts";
import { isSeen } from "./is_seen.ts";
import { changeSize, SIZES } from "./see.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";

const WHO = ["visitor", "listener", "Premium listener", "creator"] as const;
type Who = typeof WHO[number];
const ANYBODY = ["/", "/songs", "/artists", "/artists/:id", "/music-details?id=:album", "/search", "/subscriptions"];
const LISTS = ["new-albums", "discover", "top-artist", "new-releases", "top-100"].map((list) => `/songs?list=${list}`);
const BARE = ["/login", "/signup", "/verify-otp", "/forgot-psw", "/reset-psw?email=a@b.cd", "/admin"];
const TEXTS = ["/terms", "/privacy-policy", "/policy", "/takedown", "/test", "/songs?track=:track", "/track/:track"];
const LISTENERS = ["/playlist", "/earnings", "/statement", "/withdraw-tokens", "/settings"];
const CREATORS = [
  "/creator-dashboard",
  "/cs-music-list",
  "/cs-upload",
  "/cs-gift",
  "/cs-insights",
  "/cs-royalties",
  "/cs-wallet",
  "/cs-settings",
];
/** What the first heading says. */
const HEADINGS: Readonly<Record<string, RegExp>> = {
  "/": /^Nigerian music that pays you back$|^Good (morning|afternoon|evening)|, /,
  "/songs": /^Stream & Earn$/,
  "/songs?list=new-albums": /^New Albums$/,
  "/songs?list=discover": /^Discover Your Favourite Sound$/,
  "/songs?list=top-artist": /^Weekly Top Artist$/,
  "/songs?list=new-releases": /^New Releases$/,
  "/songs?list=top-100": /^Weekly Top 100: Nigerian Songs$/,
  "/songs?track=:track": /^Stream & Earn$/,
  "/track/:track": /^.+$/,
  "/artists": /^Artists$/,
  "/artists/:id": /^Test Artist$/,
  "/music-details?id=:album": /^Walk$/,
  "/search": /^Search$/,
  "/subscriptions": /^Choose Your Plan$/,
  "/login": /^Welcome back$/,
  "/signup": /^Create your account$/,
  "/verify-otp": /./,
  "/forgot-psw": /./,
  "/reset-psw?email=a@b.cd": /./,
  "/admin": /./,
  "/terms": /^Terms and Conditions$/,
  "/privacy-policy": /^Privacy Policy$/,
  "/policy": /^How earning works$/,
  "/takedown": /^Is this your music\?$/,
  "/test": /^Diagnostics$/,
  "/playlist": /^My Playlist$/,
  "/earnings": /^Your Earnings$/,
  "/statement": /^Statement$/,
  "/withdraw-tokens": /^Withdraw Tokens$/,
  "/settings": /^Settings$/,
};

let world: World;
let issuer: TestIssuer;
let server: TestServer;
let browser: Browser;
const sessions = new Map<Who, Record<string, unknown>>();
const ids: Record<string, string> = {};
const looked = new Set<string>();

beforeAll(async () => {
  world = await openWorld();
  issuer = await startTestIssuer();
  await publishAlbum(world, { album: "Walk", songs: 1 });
  const people = [
    ["listener", await givePerson(world, "Ada", "listener")],
    ["Premium listener", await givePerson(world, "Bola", "listener")],
    ["creator", await givePerson(world, "Chidi", "creator")],
  ] as const;
  await givePremium(world.deps, people[1][1].userId);
  const google = { GOOGLE_CLIENT_ID: TEST_CLIENT_ID, GOOGLE_ISSUER_URL: issuer.url };
  server = await serveApp(world, google);
  for (const [who, person] of people) sessions.set(who, await logInAt(server.url, person));
  const { tracks: [track] } = await (await fetch(`${server.url}/api/v1/tracks`)).json();
  const { albums: [album] } = await (await fetch(`${server.url}/api/v1/albums`)).json();
  Object.assign(ids, { ":track": track._id, ":album": album._id, ":id": track.artistId });
  const profile = {
    creatorId: track.artistId,
    name: "Test Artist",
    bio: "",
    city: "Jos",
    stateProvince: "",
    country: "",
  };
  await world.deps.store.execute(setCreatorProfile, profile, { logs: ["social"], metadata: { actor: "system:test" } });
  await world.settle();
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, issuer, world));

describe.each(WHO)("the walk of a %s", (who) => {
  it("shows every route what is theirs, on a desktop and on a phone", async () => {
    await using visit = await open(who, SIZES[0]);
    const { page, errors } = visit;
    const problems: string[] = [];
    const sizes = [...SIZES];
    for (const route of [...ANYBODY, ...LISTS, ...BARE, ...TEXTS, ...LISTENERS, ...CREATORS]) {
      const path = route.replace(/:\w+/, (name) => ids[name] ?? name);
      await goTo(page, path);
      // The next route begins at the size that this one ends with.
      for (const size of sizes) problems.push(...await lookAt(page, { route, who, size, errors }));
      sizes.reverse();
    }
    expect(problems).toEqual([]);
  });
});

it("the player, its sheets and the menu can be read and pressed with large letters on a phone", async () => {
  await using visit = await open("listener", { width: 360, height: 740 });
  const { page, errors } = visit;
  const problems: string[] = [];
  const look = async (where: string) => problems.push(...(await screenFindings(page)).map((one) => `${where}: ${one}`));
  await goTo(page, "/songs");
  await page.getByRole("button", { name: /^Play / }).first().click();
  const bar = page.getByRole("region", { name: "Player" });
  await bar.getByRole("button", { name: "Pause" }).click();
  await look("bar");
  const menu = page.getByRole("menu");
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  await page.getByRole("button", { name: /^More for/ }).first().click();
  await menu.waitFor();
  problems.push(...await axeFindings(page));
  const items = await menu.getByRole("menuitem").count();
  for (let item = 0; item < items; item++) {
    await page.keyboard.press("ArrowDown");
    problems.push(
      ...await untilNone(async () => {
        const box = await page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON());
        return box.left < 0 || box.right > 360 || box.top < 0 || box.bottom > 740 ? [`menu: item ${item}`] : [];
      }),
    );
  }
  await page.keyboard.press("Escape");
  await page.evaluate(() => void (document.documentElement.style.fontSize = ""));
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog", { name: "More" }).waitFor();
  await look("menu");
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: /Now Playing/ }).first().click();
  const dialog = page.getByRole("dialog", { name: "Now Playing" });
  await dialog.waitFor();
  await look("Now Playing");
  for (const sheet of ["Sleep timer", "Queue", "Share"]) {
    await dialog.getByRole("button", { name: sheet }).click();
    await page.getByRole("dialog", { name: sheet }).waitFor();
    await look(sheet);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: sheet }).waitFor({ state: "detached" });
  }
  expect([...problems, ...errors]).toEqual([]);
});

it("a visitor is let in by Google's button, chooses a role, and lands in the right place", async () => {
  const claims = { sub: "walk", email: "walker@gmail.com", name: "Ada Obi", given_name: "Ada", family_name: "Obi" };
  issuer.credential = await issuer.sign(claims);
  await using visit = await open("visitor", { width: 360, height: 740 });
  const { page, errors } = visit;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/login");
  await page.getByRole("button", { name: "Login with Google" }).waitFor();
  expect(asked.filter((url) => url.startsWith(issuer.url))).toEqual([]);
  await page.getByRole("button", { name: "Login with Google" }).click();
  await page.getByRole("button", { name: "Continue as Ada" }).click();
  await page.getByText("Creator", { exact: true }).click();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Start Creating" }).click();
  await page.waitForURL("**/creator-dashboard");
  expect(errors.filter((error) => !error.includes("409"))).toEqual([]);
});

/** One page for a whole walk, on the service's origin. */
async function open(who: Who, viewport: { width: number; height: number }) {
  const context = await browser.newContext({
    ...{ viewport, baseURL: server.url, serviceWorkers: "block" },
  });
  const session = sessions.get(who);
  if (session) await context.addInitScript(keepSession, session);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
  await page.goto("/");
  return { page, errors, [Symbol.asyncDispose]: () => context.close() };
}

/** As a link of the app goes, without loading it anew. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** What is wrong with a route at a size, one line each. */
async function lookAt(
  page: Page,
  { route, who, size, errors }: { route: string; who: Who; size: typeof SIZES[number]; errors: string[] },
): Promise<string[]> {
  await changeSize(page, size);
  const other = await untilNone(() => otherThan(page, route, who));
  await untilAnswered(page);
  const found = [...other, ...await untilNone(() => wideness(page)), ...errors.splice(0)];
  // Each screen once a size: what axe finds hangs on the screen and not on who looks at it.
  const screen = `${size.width} ${route} ${await page.locator("h1").allInnerTexts()}`;
  if (!looked.has(screen)) {
    looked.add(screen);
    found.push(...await axeFindings(page));
    if (size.width < 768) found.push(...await darkFindings(page), ...await largeFindings(page));
  }
  return found.map((problem) => `${route} at ${size.width}: ${problem}`);
}

/** What is there in place of the screen, or of the place that a person without the right is led to. */
async function otherThan(page: Page, route: string, who: Who): Promise<string[]> {
  const url = new URL(page.url());
  const [heading = ""] = await page.locator("h1").allInnerTexts();
  const said = `${url.pathname}${url.search}: ${heading}`;
  const unless = (isRight: boolean) => isRight ? [] : [said];
  if (who === "visitor" && [...LISTENERS, ...CREATORS].includes(route)) {
    return unless(url.pathname === "/login" && url.searchParams.get("next") === route);
  }
  if (who !== "creator" && CREATORS.includes(route)) return unless(url.pathname === "/");
  const isThere = `${url.pathname}${url.search}`.startsWith(route.split(/[?:]/)[0] ?? "");
  if (!isThere || !(HEADINGS[route] ?? /./).test(heading)) return [said];
  const seen = await isSeen(page.locator("h1"));
  return seen === true ? [] : [`${said} ${seen}`];
}

/** Nothing may need a scroll to the side, once what comes in has come to rest; names what sticks out. */
async function wideness(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll("body *")].find((one) =>
      one.getBoundingClientRect().right > innerWidth + 1
    );
    return [`wider than the screen: ${wide?.outerHTML.slice(0, 200)}`];
  });
}
