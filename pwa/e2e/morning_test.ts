import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import { newId } from "../../backend/contract/ids.ts";
import { lagosDay } from "../../backend/contract/policy.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { addPerson } from "../../backend/testing/people_fixtures.ts";
import { requestPayout, someBank } from "../../backend/testing/payouts.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { premiumPaymentStream } from "../../backend/subscriptions/events.ts";
import { notePremiumPayment } from "../../backend/subscriptions/pay.ts";
import { openTestWallet, type TestWallet } from "../../backend/testing/wallet.ts";
import { reconcile } from "../../backend/wallet/reconciliation/reconcile.ts";
import { closeAll, paidAt, serveApp } from "./e2e_server.ts";

const PASSWORD = "Ìlú-àyàn-2026!";
const PAYMENTS = 3;
let test: TestWallet;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  test = await openTestWallet({ openingBalanceKobo: 10_000_000 });
  for (const name of ["admin", "admin2"]) {
    const person = { firstName: name, lastName: "Boss", phone: "+2348000000000", address: "Lagos", isAdmin: true };
    const login = { email: `${name}@orin.example`, passwordHash: await hashPassword(PASSWORD) };
    await addPerson(test.world.deps, { ...person, ...login, userId: newId() });
  }
  server = await serveApp(test.world, paidAt(test));
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, test));

/** A payment in the books that the provider knows nothing of. */
async function differ(): Promise<void> {
  const { store, shardOf } = test.world.deps;
  const [userId, reference] = [newId(), `premium-${newId()}`];
  const shard = shardOf(userId);
  const [log, metadata] = [`ledger/${shard}`, { actor: "system:test" }] as const;
  const started = { reference, userId, amountKobo: 100_000, months: 1, policyVersion: 1 };
  await store.appendToStream(log, premiumPaymentStream(reference), [{ type: "PremiumPaymentStarted", data: started }], {
    metadata,
  });
  const paid = { shard, userId, reference, news: "paid", amountKobo: 100_000, feesKobo: 0 } as const;
  await store.execute(notePremiumPayment, paid, { logs: [log], metadata });
  await reconcile({ ...test.world.deps, log: () => {} }, lagosDay(test.world.deps.now()));
}

it("a finance admin's morning takes the presses that docs/morning.md counts", async () => {
  for (let index = 0; index < PAYMENTS; index++) await requestPayout(test, 150);
  const bank = someBank();
  test.sandbox.nameOwner({ ...bank, accountName: "JAJA EMEKA" });
  await requestPayout(test, 160, bank);
  await differ();

  const context = await browser.newContext({
    ...{ baseURL: server.url, serviceWorkers: "block", viewport: { width: 1280, height: 800 } },
  });
  const page = await context.newPage();
  await page.goto("/dashboard");
  await page.getByLabel("Email").fill("admin@orin.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();

  const presses: Record<string, number> = {};
  const press = async (job: string, control: Locator) => {
    await control.click();
    presses[job] = (presses[job] ?? 0) + 1;
  };
  const list = page.getByRole("list", { name: "What waits" });
  const open = page.getByRole("region", { name: "The open case" });
  const openCase = () => new URL(page.url()).searchParams.get("case");
  await list.getByRole("button").nth(PAYMENTS + 1).waitFor();

  await press("pay", list.getByRole("button").first());
  for (let index = 0; index < PAYMENTS + 1; index++) {
    const approve = open.getByRole("button", { name: "Approve payment" });
    await approve.waitFor();
    const hasWarning = await open.getByText("The bank account is in another name than the user's").isVisible();
    const before = openCase();
    await press(hasWarning ? "warning" : "pay", approve);
    // The next row opens by itself.
    await expect.poll(openCase).not.toBe(before);
  }

  await press("difference", open.getByRole("button", { name: "Explain" }));
  const words = page.getByRole("dialog");
  await words.getByLabel("What you found").fill("Booked twice by hand");
  await press("difference", words.getByRole("button", { name: "Explain" }));
  await open.getByText(/Booked twice by hand/).waitFor();

  await press("month", page.getByRole("navigation").getByRole("link", { name: /^Books/ }));
  await press("month", page.getByRole("tab", { name: "Months" }));
  await page.getByRole("table").getByRole("button").first().waitFor();

  expect(presses).toEqual({ pay: PAYMENTS + 1, warning: 1, difference: 2, month: 2 });
  expect(await test.total()).toBe(0);
  await context.close();
});
