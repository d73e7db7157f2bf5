import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import { newId } from "../../backend/contract/ids.ts";
import { keepMisfit } from "../../backend/payments/misfits/clear.ts";
import { addPerson } from "../../backend/testing/people_fixtures.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { requestPayout, someBank, TEST_BANK, type TestRequest } from "../../backend/testing/payouts.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openTestWallet, type TestWallet } from "../../backend/testing/wallet.ts";
import { approvePayment } from "./approve_payment.ts";
import { openPaymentsList } from "./open_payments.ts";
import { findingsInBothLights, screenFindings } from "./axe_findings.ts";
import { keepSession } from "./given_people.ts";
import { closeAll, paidAt, serveApp } from "./e2e_server.ts";

const PASSWORD = "Ìlú-àyàn-2026!";
const LARGE_TOKENS = 60_000;
let test: TestWallet;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  test = await openTestWallet({ openingBalanceKobo: 100_000 });
  for (const name of ["admin", "admin2"]) await addAdmin(name);
  server = await serveApp(test.world, paidAt(test));
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, test));

it("a withdrawal goes through its case file, two approvals, a short balance, a retry, and comes back", async () => {
  const bank = someBank();
  test.sandbox.nameOwner({ ...bank, accountName: "JAJA EMEKA" });
  const request = await requestPayout(test, LARGE_TOKENS, bank);
  const [first, second] = [await logIn("admin"), await logIn("admin2")];

  await first.getByRole("button", { name: "Case file" }).click();
  const caseFile = first.getByRole("region", { name: "Case file of Ada Obi" });
  await caseFile.getByText("The bank account is in another name than the user's").waitFor();
  await caseFile.getByText("Where the tokens came from").waitFor();
  const hash = await caseFile.locator("code").last().innerText();
  await approvePayment(first, "Ada Obi");
  await first.getByText("Approved. This amount needs the approval of a second admin.").waitFor();
  expect(await approvalsOf(request)).toMatchObject([{ caseHash: hash }]);

  await second.reload();
  await openPaymentsList(second, /Second approval 1/);
  await approvePayment(second, "Ada Obi");
  await second.getByText(/Payment processing failed: Insufficient Paystack balance\..*\(Status: 409\)/).waitFor();
  await second.getByRole("heading", { name: "Paystack Balance Error" }).waitFor();
  expect(await test.moneyOf(request.who)).toEqual({ available: 0, reserved: LARGE_TOKENS * 100 });

  test.sandbox.topUp(LARGE_TOKENS * 200);
  for (const [page, text] of [[first, "Approved. This amount"], [second, "Paystack has the payment"]] as const) {
    await page.reload();
    if (page === first) await openPaymentsList(page, /Pending Requests 1/);
    await approvePayment(page, "Ada Obi");
    await page.getByText(text).waitFor();
  }

  // The provider's notice is lost: the admin asks.
  test.sandbox.faults.set({ webhooksLost: true });
  test.sandbox.settle(request.reference, "success");
  await openPaymentsList(second, /Processing/);
  await second.getByRole("button", { name: "Retry: Ada Obi" }).click();
  await second.getByText("Payment automatically processed through Paystack").waitFor();
  await openPaymentsList(second, /Completed 1/);
  await second.getByText(request.reference).waitFor();

  test.sandbox.faults.clear();
  test.sandbox.settle(request.reference, "reversed");
  await expect.poll(() => test.moneyOf(request.who))
    .toEqual({ available: LARGE_TOKENS * 100, reserved: 0 });
  await second.reload();
  await openPaymentsList(second, /Not paid 1/);
  await second.getByText("Sent back by the bank").waitFor();
  expect(await test.total()).toBe(0);
  for (const page of [first, second]) await page.context().close();
});

it("an approval says that it is paid once Paystack confirms, at once or later, and the row moves by itself", async () => {
  test.sandbox.topUp(1_000_000);
  const page = await logIn("admin");
  const approve = (one: TestRequest) => approvePayment(page, "Ada Obi", page.getByRole("row", { name: one.who.email }));
  test.sandbox.faults.set({ settleAfterMs: 2_000 });
  const quick = await requestPayout(test, 130);
  await page.reload();
  await approve(quick);
  await page.getByText("Payment automatically processed through Paystack").waitFor();
  await page.getByRole("row", { name: quick.who.email }).waitFor({ state: "detached" });

  test.sandbox.faults.set({ settleAfterMs: null });
  const slow = await requestPayout(test, 140);
  await page.reload();
  await approve(slow);
  await page.getByText("Paystack has the payment and has not confirmed it yet.").waitFor();
  await openPaymentsList(page, /Processing 1/);
  await page.getByRole("row", { name: slow.who.email }).waitFor();
  test.sandbox.settle(slow.reference, "success");
  await page.getByText("Payment automatically processed through Paystack").waitFor();
  await page.getByRole("row", { name: slow.who.email }).waitFor({ state: "detached" });
  await openPaymentsList(page, /Completed/);
  await page.getByText(slow.reference).waitFor();
  test.sandbox.faults.clear();
  await page.context().close();
});

it("a rejection says why, and an approval can be withdrawn", async () => {
  const small = await requestPayout(test, 150);
  const page = await logIn("admin");
  await page.getByRole("searchbox", { name: "Search payments" }).fill(small.who.email.toUpperCase());
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByText(small.id).waitFor();
  await page.getByRole("button", { name: "Reject: Ada Obi" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject this request?" });
  await expect.poll(() => dialog.getByLabel("Reason").inputValue()).toBe("Rejected by admin");
  await dialog.getByLabel("Reason").fill("");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await dialog.getByText("Please say why").waitFor();
  await dialog.getByLabel("Reason").fill("The bank account is not yours");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await page.getByText("Payment request rejected and funds returned to user.").waitFor();
  expect(await test.moneyOf(small.who)).toEqual({ available: 15_000, reserved: 0 });

  await requestPayout(test, LARGE_TOKENS);
  await page.reload();
  await approvePayment(page, "Ada Obi");
  await openPaymentsList(page, /Second approval 1/);
  await page.getByRole("button", { name: "Withdraw my approval: Ada Obi" }).click();
  await page.getByText("Your approval was withdrawn.").waitFor();
  await openPaymentsList(page, /Pending Requests 1/);
  await page.context().close();
});

it("a one-time code and an uncertain payout are dealt with on the screen, after the password was given again", async () => {
  test.sandbox.topUp(1_000_000);
  test.sandbox.faults.set({ otp: true });
  const coded = await requestPayout(test, 170);
  const page = await loggedInBefore(16 * 60_000, "admin");
  const again = page.getByRole("dialog", { name: "Enter your password again" });
  const row = page.getByRole("row", { name: coded.who.email });
  await approvePayment(page, "Ada Obi", row);
  await again.getByLabel("Your password").fill("not this one");
  await again.getByRole("button", { name: "Confirm" }).click();
  await again.getByText("The password is not correct").waitFor();
  expect(await approvalsOf(coded)).toEqual([]);
  await again.getByLabel("Your password").fill(PASSWORD);
  await again.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Paystack asks for a one-time code before it sends this payment").waitFor();

  await openPaymentsList(page, /Processing/);
  await row.getByRole("button", { name: "Enter code: Ada Obi" }).click();
  const code = page.getByRole("dialog", { name: "Enter the one-time code" });
  await code.getByRole("button", { name: "Send code" }).click();
  await code.getByText("OTP is required").waitFor();
  await code.getByLabel("One-time code").fill("123456");
  await code.getByRole("button", { name: "Send code" }).click();
  await page.getByText("Paystack has the payment and has not confirmed it yet.").waitFor();
  test.sandbox.faults.clear();

  // The provider says something that Orin does not understand, so a human has to decide.
  test.sandbox.settle(coded.reference, "on_holiday");
  await row.getByRole("button", { name: "Retry: Ada Obi" }).click();
  await openPaymentsList(page, /Uncertain 1/);
  await row.getByRole("button", { name: "Case file" }).click();
  await page.getByRole("region", { name: "Case file of Ada Obi" }).getByText("This version is stored").waitFor();
  await row.getByRole("button", { name: "Return funds: Ada Obi" }).click();
  const reason = page.getByRole("dialog", { name: "Return the funds?" });
  await reason.getByRole("button", { name: "Return funds" }).click();
  await reason.getByText("Please say why").waitFor();
  await reason.getByLabel("Reason").fill("The bank has refused it");
  await reason.getByRole("button", { name: "Return funds" }).click();
  await page.getByText("The funds were returned to the user.").waitFor();
  expect(await test.moneyOf(coded.who)).toEqual({ available: 17_000, reserved: 0 });
  expect(await test.total()).toBe(0);
  await page.context().close();
});

it("more than a month's limit waits for the identity, which the person proves on the screen", async () => {
  test.sandbox.topUp(1_000_000);
  const who = await test.person({ firstName: "Hauwa", lastName: "Jaja", level: 1, hasPhone: true, tokens: 6_000 });
  const body = { amount: 6_000, bankDetails: TEST_BANK };
  const ask = () => test.call(who, "POST", "/api/v1/withdraw", { body });
  const { body: { withdrawalId } } = await test.longAgo(ask);
  const admin = await logIn("admin");
  const row = admin.getByRole("row", { name: who.email });
  await row.getByRole("button", { name: "Case file" }).click();
  const caseFile = admin.getByRole("region", { name: "Case file of Hauwa Jaja" });
  await caseFile.getByText("1 · Phone and listening proven").waitFor();
  await caseFile.getByText("₦0.00 of up to ₦5,000.00").waitFor();
  await approvePayment(admin, "Hauwa Jaja", row);
  await admin.getByText(/has been paid nothing this month\. Above ₦5,000\.00 a person proves their identity/)
    .waitFor();
  expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 600_000 });

  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 360, height: 740 } });
  await context.addInitScript(keepSession, { ...who, role: "listener", reportToken: "", expiresAt: "" });
  const page = await context.newPage();
  await page.goto("/withdraw-tokens");
  await page.getByText("Paid this month: ₦0.00 of up to ₦5,000.00").waitFor();
  await page.getByText("This waits for your identity").waitFor();
  await page.getByRole("link", { name: "Prove your identity" }).click();
  await page.getByRole("button", { name: "Prove your identity" }).click();
  await page.getByRole("button", { name: "Check my identity" }).click();
  await page.getByText("Select your bank").waitFor();
  const send = async (bvn: string) => {
    await page.getByLabel("Your bank").selectOption(TEST_BANK.bankCode);
    await page.getByLabel("Account number").fill(TEST_BANK.accountNumber);
    await page.getByLabel("BVN").fill(bvn);
    await page.getByRole("button", { name: "Check my identity" }).click();
    await page.getByText("We are checking your BVN with your bank").waitFor();
    const events = await test.world.deps.store.readStream("social", `identity/${who.userId}`);
    const { data } = events.findLast(({ type }) => type === "IdentityCheckSubmitted") ?? {};
    test.sandbox.settleIdentity(String(Reflect.get(Object(data), "customerCode")));
  };
  test.sandbox.faults.set({ settleAfterMs: null });
  await send("22345678910");
  await page.getByText("Account number or BVN is incorrect").waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Prove your identity" }).click();
  // A retry of this test is another person, who has another BVN.
  await send(`2234567${String(Date.now() % 1_000).padStart(3, "0")}1`);
  await page.getByText("Your identity is proven, as JAJA HAUWA").waitFor();
  await page.getByText("You are at level 2").waitFor();

  test.sandbox.faults.set({ settleAfterMs: 0 });
  await approvePayment(admin, "Hauwa Jaja", row);
  await admin.getByText("Payment automatically processed through Paystack").waitFor();
  await page.goto("/withdraw-tokens");
  await page.getByText("Paid to your bank").first().waitFor({ state: "attached" });
  expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 0 });
  expect(test.sandbox.state().transfers.filter(({ key }) => key?.endsWith(withdrawalId.slice(-12)))).toHaveLength(1);
  test.sandbox.faults.clear();
  for (const one of [page, admin]) await one.context().close();
});

it("a payment that came in wrongly is returned from its list", async () => {
  const [giver, artist] = [await test.person(), await test.person({ role: "creator" })];
  const body = { artistId: artist.userId, amount: 1, method: "card" };
  const { data: { reference } } = (await test.call(giver, "POST", "/api/v1/gifts", { body })).body;
  // A notice would have Orin ask again, and the answer fits.
  test.sandbox.faults.set({ webhooksLost: true });
  test.sandbox.checkout(reference, "pay");
  const paid = { paidKobo: 150_000, currency: "NGN", said: "settled?" };
  await keepMisfit({ ...test.world.deps, log: () => {} }, { reference, expectedKobo: 150_000, ...paid });
  const page = await logIn("admin");
  await openPaymentsList(page, /Payments to clear/);
  const list = page.getByRole("list", { name: "Payments to clear" });
  await list.getByText(reference).waitFor();
  await list.getByRole("button", { name: "Refund" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Refund" }).click();
  await list.getByText(/Refund asked for/).waitFor();
  expect(test.sandbox.state().refunds).toHaveLength(1);
  test.sandbox.faults.clear();
  await page.context().close();
});

it("a disputed gift is found from the books, accepted by two sides, and another gift goes back to its giver", async () => {
  const [giver, artist] = [await test.person({ tokens: 1_600 }), await test.person({ role: "creator" })];
  const give = (method: string) =>
    test.call(giver, "POST", "/api/v1/gifts", { body: { artistId: artist.userId, amount: 1, method } });
  const { data: { reference } } = (await give("card")).body;
  test.sandbox.checkout(reference, "pay");
  await expect.poll(() => test.settlingOf(artist)).toBe(150_000);
  test.sandbox.dispute(reference, "create");

  const [first, second] = [await logIn("admin"), await logIn("admin2")];
  await first.goto("/books");
  await first.getByRole("link", { name: "Disputes" }).click();
  const disputed = (page: Page) =>
    page.getByRole("list", { name: "What waits" }).getByRole("button", { name: "₦1,500.00" });
  await expect.poll(async () => {
    await first.reload();
    await first.getByText("Nothing waits. You are done.").or(disputed(first)).waitFor();
    return await disputed(first).count();
  }).toBe(1);
  expect(await screenFindings(first)).toEqual([]);
  await disputed(first).click();
  await first.getByText("0 days old at the payment").waitFor();
  await first.getByRole("button", { name: "Accept the dispute" }).click();
  await first.getByLabel("Note").fill("The giver knows nothing of it");
  await first.getByRole("dialog").getByRole("button", { name: "Accept the dispute" }).click();
  await first.getByText("An admin on another side, who has no part in it, confirms it.").waitFor();
  expect(await screenFindings(first)).toEqual([]);
  await second.goto("/disputes");
  await disputed(second).click();
  await second.getByText("The reason given: The giver knows nothing of it").waitFor();
  await second.getByRole("button", { name: "Confirm it" }).click();
  await second.getByText("Nothing waits. You are done.").waitFor();
  await second.getByText("All disputes, decided ones too").click();
  await second.getByRole("table", { name: "All cases" }).getByRole("link").click();
  await second.getByText("Lost: ₦1,500.00 went back to the payer").waitFor();
  expect(test.sandbox.state().disputes).toMatchObject([{ resolution: "merchant-accepted" }]);
  expect(await test.settlingOf(artist)).toBe(0);

  expect((await give("tokens")).status).toBe(201);
  await first.goto(`/people/${artist.userId}?tab=gifts`);
  await first.getByRole("button", { name: "Refund" }).click();
  await first.getByRole("alertdialog").getByRole("button", { name: "Refund" }).click();
  await first.getByText("Got, returned").nth(1).waitFor();
  expect(await test.moneyOf(artist)).toEqual({ available: 0, reserved: 0 });
  expect(await test.total()).toBe(0);
  for (const page of [first, second]) await page.context().close();
});

it("the screen with a case file open is free of what axe finds, in dark and in light", async () => {
  const page = await logIn("admin", { viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "Case file" }).first().click();
  await page.getByRole("heading", { name: "Where the tokens came from" }).waitFor();
  expect(await findingsInBothLights(page)).toEqual([]);
  await page.context().close();
});

async function addAdmin(name: string): Promise<void> {
  const person = { firstName: name, lastName: "Boss", phone: "+2348000000000", address: "Lagos", isAdmin: true };
  const login = { email: `${name}@orin.example`, passwordHash: await hashPassword(PASSWORD) };
  await addPerson(test.world.deps, { ...person, ...login, userId: newId() });
}

async function logIn(name: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    ...{ baseURL: server.url, serviceWorkers: "block", viewport: { width: 1280, height: 800 } },
    ...options,
  });
  const page = await context.newPage();
  await page.goto("/approve-earnings");
  await page.getByLabel("Email").fill(`${name}@orin.example`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { name: "Payment Management" }).waitFor();
  return page;
}

/** A page of an admin who came in some time ago, longer than a password counts as fresh. */
async function loggedInBefore(ms: number, name: string): Promise<Page> {
  test.pass(-ms);
  const login = { email: `${name}@orin.example`, password: PASSWORD };
  const { body } = await test.call(undefined, "POST", "/api/v1/admin/login", { body: login });
  test.pass(ms);
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: "block" });
  const value = String(body.token);
  await context.addCookies([{
    name: "orin_admin",
    value,
    url: `${server.url}/api`,
    httpOnly: true,
    sameSite: "Strict",
  }]);
  const page = await context.newPage();
  await page.goto("/approve-earnings");
  return page;
}

async function approvalsOf({ id }: TestRequest) {
  const events = await test.world.deps.store.readStream("ledger/0", `withdrawal/${id}`);
  return events.filter(({ type }) => type === "WithdrawalApproved").map(({ data }) => data);
}

it("an admin narrows the payments, keeps the filter in the link, and saves exactly these as CSV", async () => {
  const [small, large] = [await requestPayout(test, 300), await requestPayout(test, 70_000)];
  const page = await logIn("admin");
  await openPaymentsList(page, /^All$/);
  const row = (request: TestRequest) => page.getByRole("row", { name: request.who.email });
  await row(small).waitFor();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("At least (₦)").fill("seventy");
  await page.getByRole("button", { name: "Show payments" }).click();
  await page.getByText("Enter whole naira, such as 50000").waitFor();
  await page.getByLabel("At least (₦)").fill("70000");
  await page.getByRole("button", { name: "Show payments" }).click();
  await row(small).waitFor({ state: "detached" });
  await page.reload();
  await row(large).waitFor();
  await expect.poll(() => row(small).count()).toBe(0);
  await expect.poll(() => new URL(page.url()).search).toBe("?tab=any&min=70000");
  await page.getByRole("button", { name: "Filter (1)" }).waitFor();

  // A filter that an admin comes back to has a name.
  await page.getByRole("button", { name: "Saved filters" }).click();
  await page.getByRole("menuitem", { name: "Save this filter" }).click();
  await page.getByLabel("Name").fill("Large ones");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.goto("/approve-earnings?tab=any");
  await row(small).waitFor();
  await page.getByRole("button", { name: "Saved filters" }).click();
  await page.getByRole("menuitem", { name: "Large ones" }).click();
  await row(small).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Filter (1)" }).waitFor();

  await page.getByRole("button", { name: "Export CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Export these payments as CSV?" });
  await dialog.getByLabel("Your note").fill("Large payouts for the auditor");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await screenFindings(page)).toEqual([]);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save CSV" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text).toContain(large.who.email);
  expect(text).not.toContain(small.who.email);
  await dialog.waitFor({ state: "detached" });
  await page.context().close();
});
