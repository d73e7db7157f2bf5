import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import { newId } from "../../backend/contract/ids.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { addPerson, addProfile } from "../../backend/testing/people_fixtures.ts";
import { approvePayout, requestPayout } from "../../backend/testing/payouts.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openTestWallet, type TestWallet } from "../../backend/testing/wallet.ts";
import { keepSession } from "./given_people.ts";
import { closeAll, paidAt, serveApp } from "./e2e_server.ts";

const PASSWORD = "Ìlú-àyàn-2026!";
let test: TestWallet;
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  test = await openTestWallet({ openingBalanceKobo: 50_000_000_000 });
  for (const name of ["ngozi", "tayo"]) {
    const person = { firstName: name, lastName: "Boss", phone: "+2348000000000", address: "Lagos", isAdmin: true };
    const login = { email: `${name}@orin.example`, passwordHash: await hashPassword(PASSWORD) };
    await addPerson(test.world.deps, { ...person, ...login, userId: newId() });
  }
  server = await serveApp(test.world, paidAt(test));
  browser = await launchBrowser();
});
afterAll(() => closeAll(browser, server, test));

async function pageOf(viewport: { width: number; height: number }, colorScheme: "dark" | "light" = "light") {
  const options = { baseURL: server.url, serviceWorkers: "block" as const, viewport, colorScheme };
  return await browser.newContext(options);
}

async function logIn(name: string, path: string, heading: string): Promise<Page> {
  const page = await (await pageOf({ width: 1280, height: 800 })).newPage();
  await page.goto(path);
  await page.getByLabel("Email").fill(`${name}@orin.example`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  return page;
}

it("a gift of tokens is stopped by its giver on a phone, and let go by an admin", async () => {
  const artist = await test.person({ role: "creator", firstName: "Sade" });
  const giver = await test.person({ tokens: 2_000 });
  const body = { artistId: artist.userId, amount: 1, method: "tokens" };
  expect((await test.call(giver, "POST", "/api/v1/gifts", { body })).status).toBe(201);
  const context = await pageOf({ width: 360, height: 740 }, "dark");
  const { userId, token } = giver;
  await context.addInitScript(keepSession, { token, userId, role: "listener", reportToken: "", expiresAt: "" });
  const page = await context.newPage();
  await page.goto("/gifts");
  await page.getByText(/can use it from/).waitFor();
  await page.getByRole("button", { name: "Stop this gift" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop the gift" }).click();
  await page.getByText(/Stopped\. We look at it until/).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Stop this gift" }).count()).toBe(0);

  const admin = await logIn("ngozi", "/stopped-gifts", "Dashboard");
  await admin.getByRole("list", { name: "What waits" }).getByRole("button", { name: "1,500.00" }).click();
  const gift = admin.getByRole("region", { name: "The open case" });
  await gift.getByText(/by the giver$/).waitFor();
  await gift.getByRole("button", { name: "Let it go" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Let it go" }).click();
  await admin.getByText("Nothing waits. You are done.").waitFor();
  for (const one of [page, admin]) await one.context().close();
});

it("an account whose password has changed says what is held, and takes no gift of tokens", async () => {
  const artist = await test.person({ role: "creator", firstName: "Uche" });
  await addProfile(test.world.deps, { creatorId: artist.userId, name: "Uche Sings" });
  const person = await test.person({ tokens: 3_000 });
  const { deps } = test.world;
  const key = await deps.personal.keyOf(deps.store.sql, person.userId);
  await deps.store.appendToStream("social", `user/${person.userId}`, [
    { type: "ProfileChanged", data: { userId: person.userId, firstName: key.seal("firstName", "Someone") } },
  ], { metadata: { actor: `user:${person.userId}` } });
  const context = await pageOf({ width: 360, height: 740 });
  const { userId, token } = person;
  await context.addInitScript(keepSession, { token, userId, role: "listener", reportToken: "", expiresAt: "" });
  const page = await context.newPage();
  await page.goto("/withdraw-tokens");
  await page.getByText(/Your name has changed\. To protect you/).waitFor();
  await page.goto(`/gift/${artist.userId}`);
  await page.getByText("Tokens", { exact: true }).click();
  await page.getByText(/You can give by card/).waitFor();
  await context.close();
});

it("an uncertain payout above the limit is ended by two sides on one screen", async () => {
  const [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
  const request = await requestPayout(test, 60_000);
  for (const by of [ada, bola]) await approvePayout(test, by, request.id);
  test.sandbox.settle(request.reference, "on_holiday");
  await test.call(ada, "POST", `/api/v1/admin/payments/${request.id}/retry`);
  await test.call(ada, "GET", `/api/v1/admin/payments/${request.id}/case`);
  const asked = { body: { outcome: "returned", reason: "The bank has refused it" } };
  expect(await test.call(ada, "POST", `/api/v1/admin/payments/${request.id}/resolve`, asked))
    .toMatchObject({ status: 202 });

  const admin = await logIn("tayo", "/proposals", "Dashboard");
  await admin.getByRole("list", { name: "What waits" }).getByRole("button").click();
  await admin.getByRole("heading", { name: "Return the funds of an uncertain payout" }).waitFor();
  await admin.getByRole("button", { name: "Confirm it" }).click();
  await admin.getByText("Open the case file before you end an uncertain payment").waitFor();
  await admin.getByRole("link", { name: "Open the payment" }).click();
  await admin.getByRole("button", { name: "Case file" }).first().click();
  await admin.getByText("This version is stored").waitFor();
  await admin.goBack();
  await admin.getByRole("button", { name: "Confirm it" }).click();
  await admin.getByText("Confirmed: it is done").waitFor();
  await admin.getByText("Nothing waits. You are done.").waitFor();
  expect(await test.moneyOf(request.who)).toEqual({ available: 6_000_000, reserved: 0 });
  await admin.context().close();
});
