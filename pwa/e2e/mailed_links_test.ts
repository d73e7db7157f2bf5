import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { ModerationLinks } from "../../backend/moderation/link_token.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { type Call, callerOf } from "../../backend/testing/call.ts";
import { addPerson, addProfile, addTrack, type TestPerson, tokenOf } from "../../backend/testing/people_fixtures.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { screenFindings } from "./axe_findings.ts";
import { closeAll, serveApp } from "./e2e_server.ts";
import { SIZES } from "./see.ts";

const CLAIMANT = "rights@label.example";
const NAME = "Ọ̀ládélé <b>Records</b>";
const [DESKTOP, PHONE] = SIZES;
/** Each page is looked at in both sizes and themes, each of its states in some of them. */
const LOOKS = {
  phoneLight: { size: PHONE, scheme: "light" },
  phoneDark: { size: PHONE, scheme: "dark" },
  deskLight: { size: DESKTOP, scheme: "light" },
  deskDark: { size: DESKTOP, scheme: "dark" },
} as const;

let world: World;
let server: TestServer;
let browser: Browser;
let page: Page;
let admin: TestPerson;
let artist: TestPerson;
let trackId: string;

beforeAll(async () => {
  world = await openWorld();
  admin = await addPerson(world.deps, { isAdmin: true, firstName: "Ada", lastName: "First" });
  artist = await addPerson(world.deps, { role: "creator", firstName: "Zainab" });
  await addProfile(world.deps, { creatorId: artist.userId, name: "Zainab" });
  ({ trackId } = await addTrack(world.deps, { ownerId: artist.userId, title: "Night Bus", artist: "Zainab" }));
  server = await serveApp(world);
  browser = await launchBrowser();
  const options = { baseURL: server.url, serviceWorkers: "block" } as const;
  const context = await browser.newContext({ ...options, viewport: PHONE });
  page = await context.newPage();
});
afterAll(() => closeAll(browser, server, world));

/** What is wrong with the screen, also with letters twice as large. */
async function findings(...looks: (keyof typeof LOOKS)[]): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    const { size, scheme } = LOOKS[look];
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    found.push(...(await screenFindings(page)).map((one) => `${look}: ${one}`));
  }
  await page.setViewportSize(PHONE);
  return found;
}
/** The newest link of a kind that came to an address. */
async function linkTo(to: string, kind: string): Promise<string> {
  const find = () =>
    world.outbox.newest(100).filter((mail) => mail.to === to)
      .map(({ text }) => new RegExp(`/${kind}/[\\w~-]+`).exec(text)?.[0]).find((link) => link !== undefined);
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}
async function decide(path: string, body: object): Promise<void> {
  const token = await tokenOf(world.deps, { userId: admin.userId, isAdmin: true });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${server.url}/api/v1/admin${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect([path, answer.status]).toEqual([path, 200]);
}
/** A call to a process of its own, beside the service that the browser sees. */
const here: Call = (method, path, options) => callerOf(world.app)(method, path, options);
const CALLS = {
  claim: "/api/v1/takedowns/links/",
  counter: "/api/v1/moderation/links/",
  suspension: "/api/v1/suspensions/",
} as const;
/** A link that was changed, of another page, or too old opens nothing; the page says so of the last one. */
async function opensNothing(kind: keyof typeof CALLS, link: string, id: string): Promise<void> {
  const [, screen = "", token = ""] = /^\/(\w+)\/(.+)$/.exec(link) ?? [];
  const changed = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
  const elsewhere = Object.keys(CALLS).filter((one) => one !== kind) as (keyof typeof CALLS)[];
  for (const path of [`${CALLS[kind]}${changed}`, ...elsewhere.map((one) => `${CALLS[one]}${token}`)]) {
    expect(await here("GET", path), path).toMatchObject({ status: 410, body: { code: "link_invalid" } });
  }
  const old = new ModerationLinks(world.deps.keys).sign({ kind, id, expiresAt: Date.now() - 1 });
  await page.goto(`/${screen}/${old}`);
  await page.getByRole("heading", { name: "This link does not work" }).waitFor();
  await page.getByText("This link has expired").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /Confirm|Answer|Appeal/ }).count()).toBe(0);
}

it("a claim is filed and confirmed by its link, once; the artist answers by theirs, without a log-in", async () => {
  await page.goto(`/takedown?track=${trackId}`);
  await page.getByLabel("Your name").fill(NAME);
  // The footer's newsletter has one, too, as soon as it is there.
  await page.getByRole("main").getByLabel("Email").fill(CLAIMANT);
  await page.getByLabel("Address").fill("12 Broad Street, Lagos");
  await page.getByLabel("Which work is yours?").fill("Night Bus by Ọ̀ládélé, 2019, on our label");
  await page.getByLabel("What does the song use").fill("It is our recording from 2019, only faster.");
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Send the claim" }).click();
  await page.getByRole("heading", { name: "One step more: open our email" }).waitFor();
  const claimId = await page.locator("span.font-mono").innerText();

  const link = await linkTo(CLAIMANT, "takedown");
  await page.goto(link);
  await page.getByText(NAME, { exact: false }).waitFor();
  expect(await findings("phoneLight", "deskDark")).toEqual([]);
  await page.getByRole("button", { name: "Confirm my claim" }).click();
  await page.getByText("Your claim is confirmed.").waitFor();
  await page.reload();
  await page.getByText("Your claim is confirmed.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Confirm my claim" }).count()).toBe(0);
  expect(await findings("phoneDark")).toEqual([]);
  await opensNothing("claim", link, claimId);
  expect(await findings("deskLight")).toEqual([]);

  await decide(`/moderation/song/${trackId}/claims/${claimId}/grant`, { seen: 0, words: "It is their recording." });
  const held = await linkTo(artist.email, "held");
  await page.goto(held);
  await page.getByText("It is our recording from 2019, only faster.").waitFor();
  // The claimant's address and number are hidden.
  expect(await page.locator("body").innerText()).not.toMatch(/Broad Street|rights@label/);
  await page.getByRole("button", { name: "Answer the claim" }).click();
  await page.getByRole("button", { name: "Send the answer" }).click();
  await page.getByText("Your full name is required").waitFor();
  expect(await findings("phoneDark")).toEqual([]);
  await page.getByLabel("Your full name").fill("Zainab Bello");
  await page.getByLabel("Address").fill("3 Ahmadu Bello Way, Kaduna");
  await page.getByLabel("Why is the song yours").fill("I recorded it myself in Kaduna in 2018.");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Send the answer" }).click();
  await page.getByText(/You have answered. The song comes back on/).waitFor();
  await page.reload();
  await page.getByText(/You have answered. The song comes back on/).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Answer the claim" }).count()).toBe(0);
  expect(await findings("deskLight")).toEqual([]);
  await opensNothing("counter", held, claimId);
  // Another process of the service does not take a used link either.
  const again = { headers: { "idempotency-key": newId() } };
  const used = await here("POST", `/api/v1/takedowns/links/${link.slice("/takedown/".length)}`, again);
  expect(used).toMatchObject({ status: 410, body: { code: "link_invalid" } });
});

it("a link that two processes are sent at once is used once", async () => {
  const shutOut = await addPerson(world.deps, { firstName: "Femi" });
  await decide(`/users/${shutOut.userId}/suspend`, { reason: "Ticket 13", words: "Somebody else's songs." });
  const path = `/api/v1/suspensions/${(await linkTo(shutOut.email, "suspended")).slice("/suspended/".length)}/appeals`;
  const said = (text: string) => ({ body: { text }, headers: { "idempotency-key": newId() } });
  const { body, headers } = said("The second of two letters at once");
  const answers = await Promise.all([
    here("POST", path, said("The first of two letters at once")),
    fetch(`${server.url}${path}`, {
      ...{ method: "POST", body: JSON.stringify(body) },
      headers: { ...headers, "content-type": "application/json" },
    }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

it("who is shut out appeals by the mailed link, once, and reads the answer there", async () => {
  const shutOut = await addPerson(world.deps, { firstName: "Kemi" });
  const words = "Two labels claim your songs.";
  await decide(`/users/${shutOut.userId}/suspend`, { reason: "Ticket 12", words });
  const link = await linkTo(shutOut.email, "suspended");
  await page.goto(link);
  await page.getByText(words).waitFor();
  await page.getByRole("button", { name: "Appeal" }).click();
  await page.getByRole("button", { name: "Send the appeal" }).click();
  await page.getByText("Please write at least 20 characters").waitFor();
  expect(await findings("phoneLight", "deskDark")).toEqual([]);
  await page.getByLabel("Why is it wrong?").fill("I am the artist: the recordings are my own.");
  await page.getByRole("button", { name: "Send the appeal" }).click();
  await page.getByText(/Another person than the one who decided reads it/).waitFor();
  await page.reload();
  await page.getByText(/Another person than the one who decided reads it/).waitFor();
  expect(await findings("phoneDark")).toEqual([]);

  const second = await addPerson(world.deps, { isAdmin: true, firstName: "Ben" });
  const token = await tokenOf(world.deps, { userId: second.userId, isAdmin: true });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const list = `${server.url}/api/v1/admin/suspension-appeals`;
  const { appeals } = await (await fetch(list, { headers })).json();
  const { appealId } = appeals.find((one: { userId: string }) => one.userId === shutOut.userId);
  const body = JSON.stringify({ verdict: "grant", words: "You were right, we are sorry." });
  expect((await fetch(`${list}/${appealId}/answers`, { method: "POST", headers, body })).status).toBe(200);
  await page.reload();
  await page.getByText("You were right, we are sorry.").waitFor();
  await page.getByRole("link", { name: "Log in", exact: true }).first().waitFor();
  expect(await findings("deskLight")).toEqual([]);
  const id = `${shutOut.userId}_${(Date.now()).toString(36)}`;
  await opensNothing("suspension", link, id);
});
