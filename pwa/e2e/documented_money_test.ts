import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { givePremium } from "../../backend/testing/premium.ts";
import type { TestPerson } from "../../backend/testing/people_fixtures.ts";
import { changeAnswer, letAllCalls, letCall } from "./given_answers.ts";
import { openStage, type Stage } from "./e2e_server.ts";
import { seeTexts, seeThat } from "./see.ts";

const INITIALIZE = "POST /api/v1/paystack/initialize";
let stage: Stage;
let rich: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  stage = await openStage();
  rich = await stage.test.person({ tokens: 2_000 });
  member = await stage.test.person();
  await givePremium(stage.test.world.deps, member.userId);
  await stage.test.world.settle();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

it("the earnings, and when they cannot be loaded", async () => {
  await using visit = await stage.visit(rich);
  const { page } = visit;
  await letCall(page, "GET /api/v1/play-history", "no words");
  await page.goto("/earnings");
  await seeTexts(page, "2 §8", ["Failed to load your earnings data. Please try again later."]);
  await letAllCalls(page);
  await page.reload();
  await seeTexts(page, "2 §2 Your Earnings", ["Redeem Tokens", "Cancel Withdrawal"]);
  await seeThat("2 §9", "Tokens are shown with 2 decimals", page.getByText(/^\D*\d[\d,]*\.\d\d\D*$/).first());
});

it("a withdrawal with all its refusals", async () => {
  await using visit = await stage.visit(rich);
  const { page } = visit;
  await letCall(page, "GET /api/v1/withdrawal-summary", "no words");
  await page.goto("/withdraw-tokens");
  await seeTexts(page, "2 §8", ["Failed to load withdrawal data. Please try again later."]);
  await letAllCalls(page);
  await page.reload();
  await seeTexts(page, "2 §2 Withdraw Tokens", ["Submit Withdrawal Request"]);
  await seeThat("2 §9", "The minimum withdrawal comes from the server", page.getByText(/^Minimum withdrawal:/));
  await seeThat("2 §9", "Amounts have steps of 0.01", page.locator("input[step='0.01']"));
  const submit = "Submit Withdrawal Request";
  await press(page, "Verify");
  await seeTexts(page, "2 §5", ["Bank and account number are required"]);
  await press(page, submit);
  await seeTexts(page, "2 §5", ["Please verify your account details first"]);
  await page.getByLabel("Select Bank").selectOption("058");
  await fill(page, "Account Number", "0123456789");
  await letCall(page, "POST /api/v1/verify-account", "no words");
  await press(page, "Verify");
  await seeTexts(page, "2 §8", ["Failed to verify account"]);
  await letAllCalls(page);
  await press(page, "Verify");
  await seeTexts(page, "2 §2 Withdraw Tokens", ["Account Verified"]);
  await press(page, submit);
  await seeTexts(page, "2 §5", ["Please enter a valid amount"]);
  await fill(page, "Amount", "5000");
  await press(page, submit);
  await seeTexts(page, "2 §5", ["Amount exceeds available balance"]);
  await fill(page, "Amount", "0.01");
  await press(page, submit);
  await seeTexts(page, "2 §5", ["Minimum withdrawal amount is {n} tokens"]);
  await fill(page, "Amount", "1000");
  await letCall(page, "POST /api/v1/withdraw", "no words");
  await press(page, submit);
  await seeTexts(page, "2 §8", ["Failed to process withdrawal request"]);
  await letCall(page, "POST /api/v1/withdraw", "never");
  await press(page, submit);
  await seeTexts(page, "2 §2 Withdraw Tokens", ["Processing..."]);
  await page.reload();
  await letAllCalls(page);
  await page.getByLabel("Select Bank").selectOption("058");
  await fill(page, "Account Number", "0123456789");
  await fill(page, "Amount", "1000");
  await press(page, "Verify");
  await page.getByText("Account Verified").waitFor();
  await press(page, submit);
  await seeTexts(page, "2 §8", ["Withdrawal request submitted successfully! Your request is being processed."]);
  await seeTexts(page, "2 §2 Withdraw Tokens", ["Pending withdrawal"]);
});

it("Premium before it is paid for: the plan, the busy line, and every failure", async () => {
  await using visit = await stage.visit(rich);
  const { page } = visit;
  await letCall(page, "GET /api/v1/history", "never");
  await page.goto("/subscriptions");
  await seeTexts(page, "2 §2 Subscriptions", [
    "Choose Your Plan",
    "Unlock the full potential of music with our premium plans",
    "Processing your request...",
    "Select Plan",
    "/month",
  ]);
  await seeThat("2 §3", "The plan has the id 2 and its five features", page.getByText("Custom playlists"));
  await seeThat("2 §9", "Premium is 1000 NGN a month, sent in minor units", page.getByText("1,000", { exact: true }));
  await letCall(page, "GET /api/v1/history", "no words");
  await page.reload();
  await seeTexts(page, "2 §8", ["Failed to load user data"]);
  await letAllCalls(page);
  await changeAnswer(page, "GET /api/auth/profile", (profile) => ({ ...profile, email: "" }));
  await page.reload();
  await press(page, "Select Plan");
  await page.getByRole("link", { name: "Ada Obi, settings" }).waitFor();
  await press(page, "Pay with Paystack");
  await seeTexts(page, "2 §5", ["Email is required for payment"]);
  await letAllCalls(page);
  await letCall(page, INITIALIZE, "no words");
  await page.reload();
  await press(page, "Select Plan");
  await page.getByRole("link", { name: "Ada Obi, settings" }).waitFor();
  await press(page, "Pay with Paystack");
  await seeTexts(page, "2 §8", ["Failed to initialize payment"]);
  await letCall(page, INITIALIZE, "never");
  await press(page, "Pay with Paystack");
  await seeThat(
    "2 §2 Subscriptions",
    "The pay button says 'Processing...' while busy",
    page.getByRole("button", { name: "Processing..." }),
  );
  await letCall(page, "POST /api/v1/paystack/verify", "no words");
  await page.goto("/subscriptions?reference=ref-0123456789abcdef");
  await seeTexts(page, "2 §8", ["Failed to verify payment"]);
  const expiryDate = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const subscription = { isActive: true, expiryDate };
  await letCall(page, "POST /api/v1/paystack/verify", { json: { message: "", subscription } });
  await page.goto("/subscriptions?reference=ref-0123456789abcdef");
  await seeTexts(page, "2 §8", ["Subscription activated successfully!"]);
  await seeThat("2 §9", "A payment returns to /subscriptions", page.getByText("Subscription activated successfully!"));
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

it("Premium while it lasts, a cancellation that fails, and one that goes through", async () => {
  await using visit = await stage.visit(member);
  const { page } = visit;
  await page.goto("/subscriptions");
  const heading = page.getByRole("heading", { level: 1, name: "Choose Your Plan" });
  await seeThat("2 §2 Subscriptions", "Members, too, are under 'Choose Your Plan'", heading);
  await seeTexts(page, "2 §2 Subscriptions", [
    "Active Subscription",
    "Your premium subscription is active until {date}.",
    "Cancel Subscription",
    "Subscription Benefits",
  ]);
  await letCall(page, "POST /api/v1/subscription/cancel", "no words");
  await page.getByRole("button", { name: "Cancel Subscription" }).first().click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Cancel Subscription" }).click();
  await seeTexts(page, "2 §8", ["Failed to cancel subscription"]);
  await letAllCalls(page);
  await question.getByRole("button", { name: "Cancel Subscription" }).click();
  await seeTexts(page, "2 §8", [
    "Subscription canceled successfully. You will have access until the end of your billing period.",
  ]);
  await seeThat(
    "2 §4",
    "Access lasts to the end of the period after a cancellation",
    page.getByText(/^Cancelled, access until/),
  );
});
