import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestPayout, requestQuietPayout, type TestRequest } from "../../backend/testing/payouts.ts";
import { approvePayment } from "./approve_payment.ts";
import { changeAnswer, letAllCalls, letCall } from "./given_answers.ts";
import { givePerson, type Person } from "./given_people.ts";
import { openPaymentsList } from "./open_payments.ts";
import { openStage, type Stage, type Visit } from "./e2e_server.ts";
import { seeTexts, seeThat, SIZES } from "./see.ts";

const LARGE_TOKENS = 60_000;
const PAYMENTS = "GET /api/v1/admin/payments";
let stage: Stage;
let admins: Person[];
let large: TestRequest;

beforeAll(async () => {
  stage = await openStage({ openingBalanceKobo: 100_000 });
  const { world } = stage.test;
  admins = [await givePerson(world, "Bose", "admin"), await givePerson(world, "Ngozi", "admin")];
  large = await requestPayout(stage.test, LARGE_TOKENS);
  await world.settle();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function openPayments(admin: Person | undefined): Promise<Visit> {
  if (!admin) throw new Error("No such admin");
  const visit = await stage.visit();
  await visit.page.goto("/approve-earnings");
  await visit.page.getByLabel("Email").fill(admin.email);
  await visit.page.getByLabel("Password", { exact: true }).fill(admin.password);
  await press(visit.page, "Login");
  await visit.page.getByRole("heading", { name: "Payment Management" }).waitFor();
  return visit;
}

it("the requests, when they fail, when nothing is found, and decisions that fail", async () => {
  await using visit = await openPayments(admins[0]);
  const { page } = visit;
  await seeTexts(page, "3 §2 Payment management", ["Payment Management", "Search by user, email, or account..."]);
  await expect.poll(() => page.getByRole("tab").count()).toBe(1);
  await seeThat(
    "3 §2 Payment management",
    "One tab, Pending Requests, with a count",
    page.getByRole("tab", { name: "Pending Requests 1" }),
  );
  await page.getByPlaceholder("Search by user, email, or account...").fill("zzz");
  await seeTexts(page, "3 §2 Payment management", ["No payment requests"]);
  await letCall(page, PAYMENTS, "no words");
  await page.reload();
  await seeTexts(page, "3 §8", ["Failed to load payment requests"]);
  await letAllCalls(page);
  await page.reload();
  const approve = "POST /api/v1/approve-payment-automatic/*";
  await letCall(page, approve, { status: 400, json: {} });
  await approvePayment(page, "Ada Obi");
  await seeTexts(page, "3 §8", ["Failed to process payment", "(Status: {http status})"]);
  await letCall(page, approve, { status: 400, json: { error: "Error approving payment" } });
  await approvePayment(page, "Ada Obi");
  await seeTexts(page, "3 §8", ["Error approving payment"]);
  await letCall(page, "POST /api/v1/reject-payment/*", { status: 400, json: {} });
  await press(page, "Reject: Ada Obi");
  const reason = page.getByRole("dialog", { name: "Reject this request?" });
  await seeThat("3 §7", "Rejected by admin", reason.getByLabel("Reason"));
  await seeThat("3 §9", "The reason of a rejection is 'Rejected by admin'", reason.getByLabel("Reason"));
  await reason.getByRole("button", { name: "Reject" }).click();
  await seeTexts(page, "3 §8", ["Failed to reject payment"]);
});

it("on a phone the tab of the chosen list is in sight", async () => {
  await using visit = await openPayments(admins[0]);
  const { page } = visit;
  await page.setViewportSize(SIZES[1]);
  await page.goto("/approve-earnings?tab=uncertain");
  const tab = page.getByRole("tab", { name: "Uncertain", selected: true });
  const isInSight = async () => {
    const box = await tab.boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= SIZES[1].width;
  };
  await expect.poll(isInSight).toBe(true);
});

it("a large payment with two approvals, a short balance, and its reference in Completed", async () => {
  const { sandbox } = stage.test;
  await using first = await openPayments(admins[0]);
  await approvePayment(first.page, "Ada Obi");
  await first.page.getByText("Approved. This amount needs the approval of a second admin.").waitFor();
  await using second = await openPayments(admins[1]);
  const { page } = second;
  await openPaymentsList(page, /Second approval 1/);
  await seeThat(
    "3 §2 Payment management",
    "A second admin approves what is large",
    page.getByRole("button", { name: "Auto-Approve: Ada Obi" }),
  );
  await press(page, "Auto-Approve: Ada Obi");
  await seeThat(
    "3 §2 Payment management",
    "Where the case file comes first, Auto-Approve opens it and its button approves",
    page.getByRole("region", { name: "Case file of Ada Obi" }).getByRole("button", { name: "Approve payment" }),
  );
  await approvePayment(page, "Ada Obi");
  await seeTexts(page, "3 §8", [
    "Payment processing failed",
    "Paystack Balance Error",
    "Insufficient Paystack balance...",
  ]);

  sandbox.topUp(LARGE_TOKENS * 200);
  for (const { page: again } of [first, second]) {
    await again.reload();
    if (again === first.page) await openPaymentsList(again, /Pending Requests 1/);
    else await openPaymentsList(again, /Second approval 1/);
    await approvePayment(again, "Ada Obi");
    if (again === first.page) await again.getByText("Approved. This amount").waitFor();
  }
  await openPaymentsList(page, /Processing/);
  await page.getByRole("button", { name: "Retry: Ada Obi" }).focus();
  sandbox.faults.set({ webhooksLost: true });
  // The transfer is on its way to Paystack while its row already says so. Soon after it has arrived the page asks by
  // itself: a key is faster than the pointer, which waits until nothing moves.
  await expect.poll(() => settled(large.reference)).toBe(true);
  await page.keyboard.press("Enter");
  await seeTexts(page, "3 §8", ["Payment automatically processed through Paystack"]);
  await openPaymentsList(page, /Completed 1/);
  await page.getByPlaceholder("Search by user, email, or account...").fill(large.reference.toUpperCase());
  await seeThat("3 §5", "A search in Completed finds the reference, too", page.getByText(large.reference));
  await changeAnswer(page, PAYMENTS, ({ payments, ...rest }) => ({
    ...rest,
    payments: payments.map((payment: object) => ({ ...payment, transactionReference: null })),
  }));
  await page.reload();
  await seeTexts(page, "3 §2 Payment management", ["No reference"]);
  sandbox.faults.clear();
});

it("a rejection gives the tokens back", async () => {
  await requestPayout(stage.test, 150);
  await using visit = await openPayments(admins[0]);
  const { page } = visit;
  await press(page, "Reject: Ada Obi");
  await page.getByRole("dialog", { name: "Reject this request?" }).getByRole("button", { name: "Reject" }).click();
  await seeTexts(page, "3 §8", ["Payment request rejected and funds returned to user."]);
});

it("Auto-Approve pays a request of low risk without its case file", async () => {
  const { sandbox } = stage.test;
  sandbox.topUp(100_000);
  sandbox.faults.set({ settleAfterMs: 500 });
  const { who } = await requestQuietPayout(stage.test, 140);
  await using visit = await openPayments(admins[0]);
  const { page } = visit;
  const row = page.getByRole("row", { name: who.email });
  await row.getByText(/^Low risk/).waitFor();
  await row.getByRole("button", { name: "Auto-Approve: Emeka Jaja" }).click();
  const asks = page.getByRole("dialog", { name: "Approve this payment?" });
  await seeThat(
    "3 §2 Payment management",
    "Auto-Approve pays a request of low risk",
    asks.getByRole("button", { name: "Approve payment" }),
  );
  await asks.getByRole("button", { name: "Approve payment" }).click();
  await page.getByText("Payment automatically processed through Paystack").waitFor();
  await row.waitFor({ state: "detached" });
  expect(await stage.test.moneyOf(who)).toEqual({ available: 0, reserved: 0 });
  sandbox.faults.clear();
});

/** Lets a transfer succeed, once it has reached Paystack. */
function settled(reference: string): boolean {
  try {
    stage.test.sandbox.settle(reference, "success");
    return true;
  } catch {
    return false;
  }
}
