import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyBundle } from "../../tools/verify_bundle.mjs";
import { ensureFirstAdmin } from "../../backend/accounts/account/make_admin.ts";
import { registerUser } from "../../backend/accounts/account/register.ts";
import { newId } from "../../backend/contract/ids.ts";
import { launchBrowser, openScreen } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { availableAccount } from "../../backend/ledger/chart.ts";
import { postTransfer } from "../../backend/testing/transfers.ts";
import { requestWithdrawal } from "../../backend/wallet/withdrawal/request.ts";
import { findingsInBothLights } from "./axe_findings.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const ADMIN = { email: "boss@orin.example", password: "Ìlú-àyàn-2026!" };
const UNITS = 20_000;

let world: World;
let server: TestServer;
let browser: Browser;
let withdrawalId: string;

beforeAll(async () => {
  world = await openWorld();
  await ensureFirstAdmin(world.deps, ADMIN);
  withdrawalId = await askToBePaid(world);
  server = await serveApp(world);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

describe("an admin", () => {
  it("follows a withdrawal, opens what is sealed, and takes a bundle away that verifies", async () => {
    await using context = await browser.newContext({ baseURL: server.url, serviceWorkers: "block" });
    const page = await loggedIn(await context.newPage());
    await page.goto("/audit");
    await expect.poll(() => page.getByLabel("Show").inputValue()).toBe("decisions");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("History of").selectOption("A withdrawal");
    await page.getByLabel("Id", { exact: true }).fill(`of ${withdrawalId} please`);
    await page.getByRole("button", { name: "Show history" }).click();
    await page.waitForURL(`**/audit?subject=withdrawal%3A${withdrawalId}`);
    const events = page.getByRole("table", { name: "Events" });
    const requested = events.getByRole("row").filter({ hasText: "Withdrawal requested" });
    await requested.getByRole("cell", { name: "Ada Obi", exact: true }).waitFor();
    await requested.getByText("200.00 tokens").waitFor();
    await requested.getByRole("button", { name: /Details/ }).click();
    const details = page.getByRole("dialog", { name: "Withdrawal requested" });
    await expect.poll(() => details.getByLabel("Data").textContent()).toContain('"bankDetails": "(sealed)"');
    await details.getByRole("button", { name: "Open personal details" }).click();
    await details.getByText("Opened. The log has recorded it.").waitFor();
    await expect.poll(() => details.getByLabel("Data").textContent()).toContain("0123456789");
    await details.getByRole("button", { name: "Close" }).click();

    const bundle = await saved(page, "Export signed bundle");
    const { publicKey } = await (await fetch(`${server.url}/.well-known/orin-audit-key`)).json();
    const { problems, events: proven } = verifyBundle(JSON.parse(bundle), { key: publicKey });
    expect(problems).toEqual([]);
    const types = proven.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(["WithdrawalRequested", "TransferPosted", "PersonalDataOpened"]));
    expect(
      verifyBundle(JSON.parse(bundle.replaceAll(`\\"units\\":${UNITS}`, '\\"units\\":1')), { key: publicKey }).problems,
    )
      .not.toEqual([]);
    expect(await saved(page, "Export as CSV")).toContain("WithdrawalRequested");
    await page.goto("/audit?type=AuditExported");
    await page.getByRole("cell", { name: "Audit exported", exact: true }).first().waitFor();
  });

  it("finds by name what a person did", async () => {
    await using context = await browser.newContext({ baseURL: server.url, serviceWorkers: "block" });
    const page = await loggedIn(await context.newPage());
    await page.goto("/audit");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("By", { exact: true }).selectOption("A person");
    const field = page.getByLabel("Who acted");
    await field.fill("Puppet");
    await page.getByRole("button", { name: "Show history" }).click();
    await page.getByText("Choose a person from the list, or paste an id").waitFor();
    await field.fill("Ada");
    const option = page.locator("datalist option");
    await option.first().waitFor({ state: "attached" });
    await field.fill(String(await option.first().getAttribute("value")));
    await page.getByRole("button", { name: "Show history" }).click();
    await page.waitForURL("**/audit?actor=user**");
    await page.getByRole("cell", { name: "Withdrawal requested", exact: true }).waitFor();
    await page.getByRole("button", { name: "Filter (1)" }).waitFor();
    await expect.poll(() => page.getByLabel("Who acted").inputValue()).toMatch(/Ada Obi|ada@/);
  });

  it("plans a change of the rules, which everybody sees, and takes it back", async () => {
    await using context = await browser.newContext({ baseURL: server.url, serviceWorkers: "block" });
    const page = await loggedIn(await context.newPage());
    await page.goto("/admin-policy");
    await page.getByRole("button", { name: "Change the rules" }).click();
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByText("Please give a reason of at least 10 characters").waitFor();
    await page.getByLabel("Daily free plays").fill("15");
    await page.getByLabel("In force from").fill(`${nextJune()}-06-01T08:00`);
    await page.getByLabel("Reason").fill("Music rights cost more from June on");
    await page.getByRole("button", { name: "Review changes" }).click();
    const preview = page.getByRole("dialog", { name: "What changes" });
    await preview.getByText("15 plays").waitFor();
    await preview.getByRole("button", { name: "Change the rules" }).click();
    await page.getByText(`Version 2 takes effect on 1 Jun ${nextJune()}`).waitFor();
    await page.goto("/policy");
    await page.getByText("Upcoming changes").waitFor();
    await page.getByText("Music rights cost more from June on").waitFor();
    await page.goto("/admin-policy");
    await page.getByRole("button", { name: "Cancel version 2" }).click();
    await page.getByLabel("Reason").fill("The rights were renewed as they were");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel change", exact: true }).click();
    await page.getByText("Version 2 cancelled").waitFor();
    await page.goto("/audit?subject=policy");
    await page.getByRole("cell", { name: "Policy change cancelled", exact: true }).waitFor();
  });

  it("meets nothing that axe finds on the screens of a phone, in dark and in light", async () => {
    const viewport = { width: 360, height: 740 };
    await using context = await browser.newContext({ viewport, baseURL: server.url, serviceWorkers: "block" });
    const page = await loggedIn(await context.newPage());
    for (const path of ["/audit", `/audit?subject=withdrawal:${withdrawalId}`, "/admin-policy", "/policy"]) {
      await openScreen(page, path);
      if (path === "/audit") await page.getByRole("button", { name: "Filter", exact: true }).click();
      if (path.includes("withdrawal")) await page.getByRole("button", { name: /^Details/ }).first().click();
      if (path === "/admin-policy") await page.getByRole("button", { name: "Change the rules" }).click();
      expect({ path, found: await findingsInBothLights(page) }).toEqual({ path, found: [] });
    }
  });
});

async function loggedIn(page: Page): Promise<Page> {
  await page.goto("/admin");
  await page.getByLabel("Email", { exact: true }).fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: /log ?in/i }).click();
  await page.getByRole("link", { name: "Logout" }).waitFor();
  return page;
}

/** The year of the next first of June that is not too near. */
function nextJune(): number {
  const year = new Date().getFullYear();
  return Date.UTC(year, 4, 1) > Date.now() ? year : year + 1;
}

/** The text of the file that a button saves. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return await Deno.readTextFile(await download.path());
}

/** A person with tokens asks for them; the provider is not needed for that. */
async function askToBePaid({ deps }: World): Promise<string> {
  const userId = newId();
  const options = { logs: ["ledger/0"], metadata: { actor: `user:${userId}` } } as const;
  const person = { firstName: "Ada", lastName: "Obi", phone: "+2348000000000", address: "Lagos" };
  const account = { ...person, userId, email: "ada@orin.example", role: "listener", passwordHash: "none" } as const;
  await registerUser(deps, { ...account, verified: true }, { metadata: options.metadata });
  const entries = [{ account: "pool:rewards", amount: -UNITS }, { account: availableAccount(userId), amount: UNITS }];
  await deps.store.execute(
    postTransfer,
    { shard: 0, transfer: { transferId: newId(), code: "reward", entries } },
    options,
  );
  const key = await deps.personal.keyOf(deps.store.sql, userId, "payout");
  const details = { accountNumber: "0123456789", bankCode: "058", bankName: "Test Bank", accountName: "ADA OBI" };
  const bank = { bankDetails: key.seal("bankDetails", JSON.stringify(details)), accountHash: newId(), warnings: [] };
  const { result } = await deps.store.execute(requestWithdrawal, { shard: 0, userId, units: UNITS, bank }, options);
  return result.withdrawalId;
}
