import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chooseNotifications } from "../../backend/notifications/choose.ts";
import { addProfile } from "../../backend/testing/people_fixtures.ts";
import type { PushPayload } from "../../backend/contract/notifications.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { axeFindings } from "./axe_findings.ts";
import { givePerson, keepSession, logInAt, type Person } from "./given_people.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

let world: World;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  world = await openWorld();
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

/** A phone of a person that may show notifications; its push service is a stand-in. */
async function openPhone(person: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });
  const device = await (await fetch(`${server.url}/dev/push`, { method: "POST" })).json();
  await context.addInitScript((target) => {
    const subscription: PushSubscription = {
      ...target,
      toJSON: () => target,
      unsubscribe: () => Promise.resolve(true),
      getKey: () => null,
    };
    const isOn = () => localStorage.getItem("test.push") === "on";
    // The Chromium of the tests denies notifications to everyone.
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = () => Promise.resolve("granted");
    PushManager.prototype.subscribe = () => {
      localStorage.setItem("test.push", "on");
      return Promise.resolve(subscription);
    };
    PushManager.prototype.getSubscription = () => Promise.resolve(isOn() ? subscription : null);
  }, {
    endpoint: device.endpoint,
    keys: device.keys,
    expirationTime: null,
    options: { applicationServerKey: null, userVisibleOnly: true },
  });
  const page = await context.newPage();
  await page.goto("/terms");
  await page.evaluate(keepSession, await logInAt(server.url, person));
  return page;
}

/** What the stand-in has sent, the newest first. */
async function pushed(): Promise<PushPayload[]> {
  const all: { text: string }[] = await (await fetch(`${server.url}/dev/push`)).json();
  return all.map(({ text }) => JSON.parse(text));
}

/** Brings a push to the worker, as the browser does. */
async function deliver(cdp: CDPSession, registrationId: string, push: PushPayload): Promise<void> {
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin: server.url,
    registrationId,
    data: JSON.stringify(push),
  });
}

/** Lets the worker write down what it shows, in the place of a screen. */
async function watchScreen(page: Page) {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("the page has no worker");
  await worker.evaluate(noteShown);
  return () => worker.evaluate(() => (self as unknown as Screen).shown);
}

interface Screen {
  shown: { title: string; body: string; tag: string }[];
  registration: { showNotification(title: string, options: { body: string; tag: string }): Promise<void> };
}

/** Runs in the worker. */
function noteShown(): void {
  const screen = self as unknown as Screen;
  screen.shown = [];
  screen.registration.showNotification = (title, { body, tag }) => {
    screen.shown.push({ title, body, tag });
    return Promise.resolve();
  };
}

it("a comment is pushed to the artist's phone, shows without a network, and is read from the bell", async () => {
  const artist = await givePerson(world, "Sade", "creator");
  const fan = await givePerson(world, "Kemi", "listener");
  const { token } = await logInAt(server.url, fan);
  // It may be night in Lagos: quiet hours would hold the push back.
  const metadata = { actor: `user:${artist.userId}` };
  await chooseNotifications(world.deps, artist.userId, { change: { quiet: { isOn: false } }, metadata });
  const profile = { creatorId: artist.userId, name: "Sade", bio: "Sings.", stateProvince: "Lagos" };
  await addProfile(world.deps, profile);
  const page = await openPhone(artist);
  await page.goto("/settings/notifications");
  const row = page.getByText("Pushes on this device").locator("../..");
  await page.evaluate(async () => void await navigator.serviceWorker.ready);
  await row.getByRole("button", { name: "Switch on" }).click();
  await expect.poll(() => row.getByRole("button", { name: "Switch off" }).isVisible()).toBe(true);

  const posted = await fetch(`${server.url}/api/v1/comments`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ artistId: artist.userId, content: "Sweet!" }),
  });
  expect(posted.status).toBe(201);
  await expect.poll(pushed).toMatchObject([{ title: "A new comment", to: artist.userId }]);
  const [push] = await pushed();
  if (!push) throw new Error("nothing was pushed");

  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(server.url));
      if (registration) found(registration.registrationId);
    })
  );
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  const shown = await watchScreen(page);
  await page.context().setOffline(true);
  await deliver(cdp, registrationId, push);
  await deliver(cdp, registrationId, push);
  await deliver(cdp, registrationId, { ...push, id: "other", tag: "other", to: fan.userId });
  await expect.poll(shown).toEqual([
    { title: "A new comment", body: "Someone wrote about your page", tag: push.tag },
  ]);
  await page.context().setOffline(false);

  await page.goto("/");
  await page.getByRole("link", { name: "Notifications, 1 new" }).click();
  await expect.poll(() => page.getByText("On your page", { exact: true }).isVisible()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect.poll(() => page.getByRole("link", { name: "Notifications", exact: true }).isVisible()).toBe(true);
  await page.context().close();
});
