import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestPerson } from "../../backend/testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../backend/testing/listeners.ts";
import { startTestServer, type TestServer } from "../../backend/testing/server.ts";
import { TEST_SECRET } from "../../backend/testing/store.ts";
import { pictureOf, wavOf } from "../../backend/testing/uploads.ts";
import { GivenNetwork } from "./given_network.ts";
import { keepSession } from "./given_people.ts";

const PHONE = { viewport: { width: 360, height: 740 } };
const SONG = { name: "omi.wav", mimeType: "audio/wav", buffer: Buffer.from(wavOf(40)) };
const LINE_BYTES_A_SECOND = 500_000;

let test: TestListeners;
let server: TestServer;
let browser: Browser;
let artist: TestPerson;

beforeAll(async () => {
  test = await openTestListeners(Date.now());
  artist = await test.addArtist("Bisi Ade");
  server = await startTestServer({
    dataDir: test.world.directory,
    env: { DATABASE_URL: test.world.test.ownerUrl, ORIN_SECRET: TEST_SECRET },
    withPwa: true,
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  await test?.[Symbol.asyncDispose]();
});

/** A line on which a song takes some seconds, so that it can be lost on the way on a busy machine, too. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 10, downloadThroughput: -1, uploadThroughput: LINE_BYTES_A_SECOND };
  await devtools.send("Network.emulateNetworkConditions", line);
}

it("a song survives a lost line and a closed tab: it goes on when Orin opens next, and comes out once", async () => {
  await using network = new GivenNetwork(server.url);
  await using context = await browser.newContext({ ...PHONE, baseURL: network.url, serviceWorkers: "block" });
  const { userId, token } = artist;
  await context.addInitScript(keepSession, { token, userId, role: "creator", reportToken: "", expiresAt: "" });
  const page = await context.newPage();
  await page.goto("/cs-upload");
  await slowDown(page);
  await page.locator("input[type=file]").first().setInputFiles(SONG);
  await page.getByText(/^[1-9]\d*% sent/).waitFor();
  network.take();
  await page.getByText(/No connection\. Continues by itself/).waitFor();
  await page.getByLabel("Artist", { exact: true }).fill("Bisi Ade");
  await page.getByLabel("Genre").selectOption("highlife");
  const cover = { name: "cover.png", mimeType: "image/png", buffer: Buffer.from(await pictureOf()) };
  await page.locator("input[type=file][accept^='image/']").setInputFiles(cover);
  await page.getByLabel("Title", { exact: true }).fill("Omi Tútù");
  await page.close();

  network.give();
  const next = await context.newPage();
  await next.goto("/creator-dashboard");
  await next.getByRole("heading", { name: "Dashboard" }).first().waitFor();
  // By the bottom of the page, as the artist would: no second start of the app.
  await next.evaluate(() => {
    history.pushState({}, "", "/cs-upload");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await next.getByText("Arrived and checked").waitFor();
  await expect.poll(() => next.getByLabel("Title", { exact: true }).inputValue()).toBe("Omi Tútù");
  await next.getByText("Sound check:").click();
  await next.getByText(/WAV · 44\.1 kHz · 16 bit · stereo/).waitFor();
  await next.getByRole("button", { name: "Upload Track" }).click();
  await next.getByRole("heading", { name: "Music List" }).waitFor();
  const list = await test.call("GET", "/api/v1/my-tracks", { token: artist.token });
  expect(list.body.tracks.map(({ title }: { title: string }) => title)).toEqual(["Omi Tútù"]);
  await expect.poll(() => Array.fromAsync(test.world.deps.files.list("uploads/"))).toEqual([]);
  const kept = () =>
    next.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle("orin-uploads", { create: true });
      // deno-lint-ignore no-explicit-any -- the browser lists, and the types do not know it yet
      return (await Array.fromAsync((folder as any).keys())).length +
        Number(localStorage.getItem("orin.uploads") !== null);
    });
  await expect.poll(kept, { message: "nothing stays on the device" }).toBe(0);
});
