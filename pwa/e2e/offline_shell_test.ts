import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../backend/dev/browser.ts";
import { startTestServer, type TestServer } from "../../backend/dev/test_server.ts";

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
    expect(await page.title()).toContain("Orin");
    expect(failures).toEqual([]);
    await phone.close();
  });
});
