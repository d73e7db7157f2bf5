import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyBundle } from "../../tools/verify_bundle.mjs";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import { newId } from "../../backend/contract/ids.ts";
import { launchBrowser, openScreen } from "../../backend/testing/browser.ts";
import { addPerson, inviteAdmin, type TestPerson } from "../../backend/testing/people_fixtures.ts";
import { someBank } from "../../backend/testing/payouts.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { hear, rewardPlays, settleRewardsOf } from "../../backend/testing/settling.ts";
import { openTestWallet, type TestWallet } from "../../backend/testing/wallet.ts";
import { approvePayment } from "./approve_payment.ts";
import { findingsInBothLights } from "./axe_findings.ts";
import { closeAll, paidAt, serveApp } from "./e2e_server.ts";

const PASSWORD = "Ìlú-àyàn-2026!";
/** Tokens that were earned by two plays, and what is paid of them. */
const [EARNED, PAID] = [300, 250];
const BOSS = "boss@orin.example";
let test: TestWallet;
let server: TestServer;
let browser: Browser;
let auditor: TestPerson;
let listener: TestPerson;
let paid: string;

beforeAll(async () => {
  test = await openTestWallet({ openingBalanceKobo: 10_000_000 });
  const { deps } = test.world;
  const passwordHash = await hashPassword(PASSWORD);
  const [boss, second] = await Promise.all(
    [BOSS, "second@orin.example"].map((email) =>
      addPerson(deps, { firstName: "Bisi", lastName: "Boss", email, passwordHash, isAdmin: true })
    ),
  );
  if (!boss || !second) throw new Error("Expected two founders");
  auditor = await inviteAdmin(deps, { by: boss, confirmedBy: second, role: "auditor", passwordHash });
  listener = await test.person({ firstName: "Amaka", lastName: "Eze" });
  const { userId: listenerId } = listener;
  const plays = [
    await hear(deps, { listenerId, units: EARNED * 60, minute: 0 }),
    await hear(deps, { listenerId, units: EARNED * 40, minute: 1 }),
  ];
  await rewardPlays(deps, listenerId, plays);
  await settleRewardsOf(deps, listenerId);
  const body = { amount: PAID, bankDetails: { ...someBank(), accountName: "AMAKA EZE" } };
  const ask = () => test.call(listener, "POST", "/api/v1/withdraw", { body, key: newId() });
  paid = (await test.longAgo(ask)).body.withdrawalId;
  server = await serveApp(test.world, paidAt(test));
  browser = await launchBrowser();
  test.sandbox.faults.set({ settleAfterMs: 200 });
  const page = await logIn(BOSS);
  await page.goto("/approve-earnings");
  await approvePayment(page, "Amaka Eze");
  await page.getByText("Payment automatically processed through Paystack").waitFor();
  await page.context().close();
});

afterAll(() => closeAll(browser, server, test));

async function logIn(email: string, more: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    ...{ baseURL: server.url, serviceWorkers: "block", viewport: { width: 1280, height: 800 }, ...more },
  });
  const page = await context.newPage();
  await page.goto("/admin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("link", { name: "Logout" }).waitFor();
  return page;
}

/** Says why, where the service asks an auditor: it opens personal details for a quarter of an hour. */
async function sayWhy(page: Page, then: Locator): Promise<void> {
  const why = page.getByRole("dialog", { name: "Why do you open personal details?" });
  await why.or(then.first()).first().waitFor();
  if (!await why.isVisible()) return;
  await why.getByLabel("Your note").fill("The yearly audit of payouts");
  await why.getByRole("button", { name: "Open" }).click();
  await then.first().waitFor();
}

async function saved(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return await readFile(await download.path(), "utf8");
}

describe("an external auditor", () => {
  it("answers from the screens alone what was paid, why, by whose word, from which plays, and proves it", async () => {
    const page = await logIn(auditor.email);
    // Why was this paid?
    await page.goto("/approve-earnings?tab=completed");
    const row = page.getByRole("row", { name: listener.email });
    await sayWhy(page, row);
    await row.getByText(`${PAID}.00`).waitFor();
    await row.getByRole("button", { name: "Case file" }).click();
    const file = page.getByRole("region", { name: "Case file of Amaka Eze" });
    await file.getByText("Where the tokens came from").waitFor();
    // Which plays paid for it?
    await file.getByText(/plays and gifts/i).click();
    const lots = page.getByRole("table", { name: "Lots" });
    await lots.getByRole("cell", { name: `₦${PAID}.00`, exact: true }).waitFor();
    await lots.getByRole("cell", { name: `₦${EARNED}.00`, exact: true }).waitFor();
    await lots.getByRole("button", { name: "Plays" }).click();
    const plays = page.getByRole("table", { name: "Plays of this lot" });
    await expect.poll(() => plays.getByRole("row").count()).toBe(3);
    await plays.getByRole("button", { name: "Receipt and proof" }).first().click();
    await page.getByRole("heading", { name: /^Receipt of/ }).waitFor();
    await page.getByText(/^Event \d+ of the log plays\/0/).waitFor();
    // Proven offline, with the key alone.
    const bundle = await saved(page, page.getByRole("button", { name: "Save signed proof" }));
    const { publicKey } = await (await fetch(`${server.url}/.well-known/orin-audit-key`)).json();
    const { problems, proved } = verifyBundle(JSON.parse(bundle), { key: publicKey });
    expect(problems).toEqual([]);
    expect(proved.join("\n")).toContain("2 plays of this person with their reports");
    // Who did what when?
    await page.goto("/audit");
    const approved = page.getByRole("table", { name: "Events" }).getByRole("row", { name: /Withdrawal approved/ });
    await sayWhy(page, approved);
    await expect.poll(() => approved.first().innerText()).toMatch(/Bisi Boss[\s\S]*Amaka Eze[\s\S]*250\.00 tokens/);
    await page.context().close();
  });

  it("answers what Orin owes now and owed then, what one person had, and how it was reconciled", async () => {
    const page = await logIn(auditor.email);
    await page.goto("/books");
    const owed = page.getByRole("table").first();
    await owed.getByRole("row", { name: /^Available to people/ }).getByText(`${EARNED - PAID}.00`).first().waitFor();
    const now = await test.call(auditor, "GET", "/api/v1/admin/books");
    expect(now.body.owed.total).toBe(EARNED - PAID);
    await page.getByLabel("Date and time in Lagos").fill("2026-01-01T00:00");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await owed.getByRole("row", { name: /^Total/ }).getByText("0.00").first().waitFor();
    await page.getByRole("tab", { name: "Reconciliations" }).click();
    await page.getByText(/No reconciliation yet|Differences/).first().waitFor();

    await page.goto(`/people/${listener.userId}`);
    await sayWhy(page, page.getByRole("heading", { name: "Amaka Eze" }));
    await page.getByText(`${EARNED - PAID}.00 tokens`).first().waitFor();
    await page.getByLabel("Balance at").fill("2026-01-01T00:00");
    await page.getByText("At 1 Jan 2026").waitFor();
    await page.getByText("0.00 tokens").first().waitFor();
    await page.getByRole("tab", { name: "Plays" }).click();
    await page.getByRole("button", { name: /^Proof/ }).first().click();
    await page.getByRole("dialog", { name: "Proof of a play" }).getByText(/credited$/).first().waitFor();
    await page.context().close();
  });

  it("takes what was paid above a sum out as CSV, with names and states, under a note", async () => {
    const page = await logIn(auditor.email);
    const row = page.getByRole("row", { name: listener.email });
    await page.goto(`/approve-earnings?tab=any&min=${PAID + 1}`);
    await sayWhy(page, page.getByText(/No payments|No payment/).or(row));
    await expect.poll(() => row.count()).toBe(0);
    await page.goto(`/approve-earnings?tab=any&min=${PAID}`);
    await row.waitFor();
    await page.getByRole("button", { name: "Export CSV" }).click();
    const dialog = page.getByRole("dialog", { name: "Export these payments as CSV?" });
    await dialog.getByLabel("Your note").fill("Payouts above the limit");
    const table = await saved(page, dialog.getByRole("button", { name: "Save CSV" }));
    expect(table).toMatch(new RegExp(`Amaka Eze,${listener.email}.*,${PAID},.*Bisi Boss`));
    await page.context().close();
  });

  it("meets nothing that axe finds, on a phone in dark and in light", async () => {
    const page = await logIn(BOSS, { viewport: { width: 360, height: 740 } });
    const paths = ["/books", `/people/${listener.userId}?tab=plays`, `/explorer/${paid}`];
    for (const path of paths) {
      await openScreen(page, path);
      if (path.startsWith("/explorer")) {
        await page.getByText("Which plays and gifts pay for it").click();
        await page.getByRole("button", { name: "Plays", exact: true }).click();
      }
      if (path.endsWith("plays")) await page.getByRole("button", { name: /^Proof/ }).first().click();
      expect({ path, found: await findingsInBothLights(page) }).toEqual({ path, found: [] });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });
});
