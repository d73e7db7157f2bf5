import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { GivenNetwork } from "./given_network.ts";
import { startTestServer, type TestServer } from "../../backend/testing/server.ts";

describe("The app on a phone", () => {
  let server: TestServer;
  let browser: Browser;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = Deno.makeTempDirSync({ prefix: "orin_e2e_" });
    [server, browser] = await Promise.all([startTestServer({ dataDir, withPwa: true }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end("SIGTERM");
    Deno.removeSync(dataDir, { recursive: true });
  });

  it("opens again without a network once its worker is there", async () => {
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    const page = await phone.newPage();
    const failures: string[] = [];
    page.on("pageerror", (error) => failures.push(error.message));
    const encodings = new Map<string, string | undefined>();
    page.on("response", (answer) => {
      encodings.set(answer.request().resourceType(), answer.headers()["content-encoding"]);
    });
    await page.goto(`${server.url}/songs`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    for (const kind of ["document", "stylesheet", "script"]) expect([kind, encodings.get(kind)]).toEqual([kind, "br"]);
    await phone.setOffline(true);
    await page.reload();
    await page.getByRole("main").waitFor();
    await expect.poll(() => page.title()).toContain("Orin");
    const notice = page.getByRole("status").filter({ hasText: "Offline. Screens you have opened still work." });
    await notice.waitFor();
    await page.getByRole("contentinfo").waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const last = page.getByRole("contentinfo").getByRole("link").last();
    const bottomOf = async (part: Locator) => await part.boundingBox().then((box) => box && box.y + box.height);
    const isClear = async () => (await bottomOf(last) ?? Infinity) < ((await notice.boundingBox())?.y ?? 0);
    await expect.poll(isClear).toBe(true);
    await notice.getByRole("button", { name: "Hide this notice" }).click();
    await notice.waitFor({ state: "detached" });
    expect(failures).toEqual([]);
    await phone.close();
  });

  it.each([false, true])("tells the truth on a network that brings nothing (and hangs: %s)", async (hangs) => {
    await using network = new GivenNetwork(server.url);
    await using phone = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: network.url });
    const page = await phone.newPage();
    await page.goto("/songs");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    network.take({ hangs });
    const texts = { "/terms": "Terms and Conditions", "/privacy-policy": "Privacy Policy" };
    for (const [path, heading] of Object.entries(texts)) {
      await page.goto(path);
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
    }
    if (hangs) return;
    // Its code is not on the phone, which has not heard of a newer one.
    await page.goto("/forgot-psw");
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    expect(await page.getByText("Orin was updated").count()).toBe(0);
    network.give();
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByLabel("Email").waitFor();
  });
});
