import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import type { PlayHistory } from "../../backend/contract/listening.ts";
import type { WithdrawalSummary } from "../../backend/contract/wallet.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { openWorld } from "../../backend/testing/world.ts";
import { waitForWorker } from "./given_listener.ts";
import { enterCode, mailedCode, signUpWith } from "./given_signup.ts";
import { publishSong } from "./given_song.ts";
import { serveApp } from "./e2e_server.ts";

const EMAIL = "journey@orin.example";
const ONLINE_S = 12;
const OFFLINE_S = 22;

it("a listener signs up, earns, loses the network, goes on, comes back and is paid once", async () => {
  await using world = await openWorld();
  const title = await publishSong(world, { longerThanMs: 70_000 });
  await using server = await serveApp(world);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });
    const page = await context.newPage();
    const errors = consoleErrors(page);
    await signUp(page);

    await page.goto("/songs");
    await waitForWorker(page);
    await page.getByRole("button", { name: `Play ${title}` }).first().click();
    await page.getByRole("button", { name: /Now Playing/ }).first().click();
    await untilHeard(page, ONLINE_S);
    expect(await dropNetwork(context, page)).toBe("offline");
    await untilHeard(page, OFFLINE_S);
    await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
    const heardS = await heard(page);

    const seen = errors.length;
    await page.reload();
    // Before the bar counts the play, the page does not know that it waits, and says nothing of it later.
    await page.getByText("Offline. 1 play waiting.").waitFor();
    errors.length = seen;
    await context.setOffline(false);
    await page.getByText(/You earned \d+\.\d\d tokens/).waitFor({ timeout: 300_000 });
    await page.goto("/earnings");
    await expectPaidOnce(page, heardS);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
});

async function signUp(page: Page): Promise<void> {
  await page.goto("/signup");
  await signUpWith(page, EMAIL);
  await enterCode(page, await mailedCode(page, EMAIL));
  await page.waitForURL((url) => url.pathname === "/");
}

/** The position that the player shows, which follows the sound. */
async function untilHeard(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => heard(page), { timeout: 300_000, interval: 500 }).toBeGreaterThanOrEqual(seconds);
}

async function heard(page: Page): Promise<number> {
  return Number(await page.getByRole("dialog").getByRole("slider", { name: "Seek" }).inputValue());
}

async function dropNetwork(context: BrowserContext, page: Page): Promise<string> {
  await context.setOffline(true);
  return await page.evaluate(() => fetch("/healthz").then(() => "online", () => "offline"));
}

async function expectPaidOnce(page: Page, heardS: number): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string) => await (await page.request.get(path, { headers })).json();
  const { playHistory }: PlayHistory = await read("/api/v1/play-history");
  const { settlingBalance }: WithdrawalSummary = await read("/api/v1/withdrawal-summary");
  expect(playHistory).toHaveLength(1);
  const creditedMs = playHistory[0]?.creditedMs ?? 0;
  expect(creditedMs).toBeGreaterThan((heardS - 5) * 1_000);
  expect(creditedMs).toBeLessThan((heardS + 3) * 1_000);
  expect(Math.round(settlingBalance * 100)).toBe(Math.floor(creditedMs / 3_000));
  await page.getByText(settlingBalance.toFixed(2)).first().waitFor();
}

/** What went wrong in the page; a call that fails because the network is gone is part of the journey. */
function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("ERR_INTERNET_DISCONNECTED")) {
      errors.push(message.text());
    }
  });
  return errors;
}
