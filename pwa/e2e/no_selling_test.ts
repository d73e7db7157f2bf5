import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { launchBrowser, untilAnswered } from "../../backend/testing/browser.ts";
import { addCreator, addPlayable } from "../../backend/testing/catalogue.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openTestWallet, type TestWallet } from "../../backend/testing/wallet.ts";
import { givePerson, keepSession, logInAt, type Person } from "./given_people.ts";
import { closeAll, paidAt, serveApp } from "./e2e_server.ts";
import { changeSize, SIZES } from "./see.ts";

const SONGS = 22;
/** What a slow network does not bring in one of the tests. */
const UNANSWERED = /\/api\/v1\/(free-plays|history)$/;
/** Each screen of a listener, and what its first heading says. */
const ROUTES: Readonly<Record<string, RegExp>> = {
  "/": /^Good (morning|afternoon|evening)|, /,
  "/songs": /^Stream & Earn$/,
  "/artists": /^Artists$/,
  "/artists/:id": /^Test Artist$/,
  "/music-details?id=:album": /^Walk$/,
  "/songs?list=new-releases": /^New Releases$/,
  "/search": /^Search$/,
  "/playlist": /^My Playlist$/,
  "/playlist?list=liked": /^Liked Songs$/,
  "/saved": /^Saved music$/,
  "/earnings": /^Your Earnings$/,
  "/withdraw-tokens": /^Withdraw Tokens$/,
  "/settings": /^Settings$/,
  "/subscriptions": /^Choose Your Plan$/,
};
const DOCUMENTED = [
  ["/", "Subscribe Now"],
  ["/", "Upgrade Now"],
  ["/songs", "Hear it without ads"],
  ["/playlist", "Choose a plan"],
  ["/subscriptions", "Unlock the full potential of music with our premium plans"],
  ["/subscriptions", "Select Plan"],
] as const;
/** What the documents order for those without Premium, and what else asks for money. */
const SELLING =
  /Subscribe|Upgrade|Go Premium|See Premium|With Premium|part of Premium|Pay Per View|plan\b|Unlock the full|Hear it without ads|free plays/i;
/** Where one manages what one has: its name in the navigation, its heading, and the fields that the documents order there. */
const ALLOWED = /^(Subscriptions|Choose Your Plan|Active Subscription|Cancel Subscription|Subscription Benefits)$/;

let test: TestWallet;
let server: TestServer;
let browser: Browser;
const ids: Record<string, string> = {};

beforeAll(async () => {
  test = await openTestWallet();
  const { deps } = test.world;
  const ownerId = await addCreator(deps, "Test Artist");
  for (let number = 1; number <= SONGS; number++) {
    await addPlayable(deps, { ownerId, title: `Song ${number}`, album: "Walk" }, { normal: 1_000 });
  }
  server = await serveApp(test.world, paidAt(test));
  const { tracks: [track] } = await (await fetch(`${server.url}/api/v1/tracks`)).json();
  const { albums: [album] } = await (await fetch(`${server.url}/api/v1/albums`)).json();
  Object.assign(ids, { ":album": album._id, ":id": track.artistId });
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, test));

it("a listener finds the documented offers, pays, and from then on nothing is sold, without a reload", async () => {
  const person = await givePerson(test.world, `Payer-${newId()}`, "listener");
  await using visit = await open(person);
  const { page } = visit;
  for (const size of SIZES) {
    await changeSize(page, size);
    for (const [route, offer] of DOCUMENTED) {
      const look = async () => {
        await goTo(page, route);
        return await offersOn(page);
      };
      await expect.poll(look, { message: `${route} at ${size.width}: ${offer}` }).toContain(offer);
    }
  }

  await page.getByRole("button", { name: "Select Plan" }).click();
  await page.getByRole("button", { name: "Pay with Paystack" }).click();
  await page.getByRole("button", { name: /^Pay/ }).first().click();
  await page.getByText("Subscription activated successfully!").waitFor();
  await page.getByText("Active Subscription").waitFor();
  expect(await walk(page)).toEqual([]);
  await expect.poll(() => page.getByRole("button", { name: "Cancel Subscription" }).count()).toBe(2);

  await page.getByRole("button", { name: "Cancel Subscription" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Subscription" }).click();
  await page.getByText(/Cancelled, access until/).waitFor();
  await page.getByText(/^Subscription canceled successfully/).waitFor();
  // Members who gave it up may take it again, on this screen alone.
  expect(await walk(page)).toEqual(SIZES.map(({ width }) => `/subscriptions at ${width}: Select Plan`));
});

it("a member on a slow network is offered nothing before it is known that they are one", async () => {
  const person = await givePerson(test.world, `Slow-${newId()}`, "listener");
  await using visit = await open(person);
  const { page } = visit;
  await page.route(UNANSWERED, () => {});
  await page.reload();
  expect(await walk(page)).toEqual([]);
});

async function open(person: Person) {
  const session = await logInAt(server.url, person);
  const context = await browser.newContext({ viewport: SIZES[0], baseURL: server.url, serviceWorkers: "block" });
  await context.addInitScript(keepSession, session);
  const page = await context.newPage();
  await page.goto("/artists");
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

/** What every screen sells, at both sizes. */
async function walk(page: Page): Promise<string[]> {
  const found = new Map(SIZES.map((size) => [size, [] as string[]]));
  const sizes = [...SIZES];
  for (const route of Object.keys(ROUTES)) {
    await goTo(page, route);
    // The next route begins at the size that this one ends with.
    for (const size of sizes) {
      await changeSize(page, size);
      found.get(size)?.push(...(await offersOn(page)).map((offer) => `${route} at ${size.width}: ${offer}`));
    }
    sizes.reverse();
  }
  return [...found.values()].flat();
}

async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, route.replace(/:\w+/, (name) => ids[name] ?? name));
  await page.getByRole("heading", { level: 1, name: ROUTES[route] ?? /./ }).waitFor();
  await untilAnswered(page, { but: UNANSWERED });
}

/** The words on a screen that sell Premium or plays, and links to the plans from outside the navigation. */
async function offersOn(page: Page): Promise<string[]> {
  const texts = await page.locator("body").evaluate((body) => {
    const lines = [...body.querySelectorAll<HTMLElement>("main *, footer *, aside *")]
      .filter((one) => one.childElementCount === 0 && one.checkVisibility())
      .map((one) => one.innerText || one.textContent || "");
    const links = [...body.querySelectorAll<HTMLAnchorElement>("a[href^='/subscriptions']")]
      .filter((link) => !link.closest("nav, aside, header") && link.checkVisibility());
    return [...lines, ...links.map((link) => link.innerText)];
  });
  const offers = texts.map((text) => text.trim()).filter((text) => SELLING.test(text) && !ALLOWED.test(text));
  return [...new Set(offers)];
}
