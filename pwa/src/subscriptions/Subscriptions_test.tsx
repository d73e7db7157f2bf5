import type { SubscriptionHistory } from "@contract/subscriptions.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { notePremium } from "../lib/premium.ts";
import { endSession } from "../lib/session.ts";
import { type Answer, answerCalls, type Call, refusal } from "../../testing/answer_calls.ts";
import { givenListener } from "../../testing/given_session.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Subscriptions } from "./Subscriptions.tsx";

const PROFILE = { firstName: "Ada", lastName: "Obi", email: "ada@orin.example" };
const POLICY = { current: { premiumMonthKobo: 100_000 }, history: [] };
const CHECKOUT = { message: "", data: { authorization_url: "#checkout", access_code: "a", reference: "r".repeat(16) } };
const PAID = { message: "", subscription: { isActive: true, expiryDate: "2026-12-20T12:00:00.000Z" } };

function had(subscription: Partial<SubscriptionHistory["subscription"]>): Answer {
  const none = { isActive: false, isCancelled: false, expiryDate: null, priceKobo: 100_000 };
  return { body: { history: [], subscription: { ...none, ...subscription } } };
}
const ACTIVE = had({ isActive: true, expiryDate: "2026-12-20T12:00:00.000Z" });
const CANCELLED = had({ isActive: true, isCancelled: true, expiryDate: "2026-12-20T12:00:00.000Z" });

function open(answers: Record<string, Answer | readonly Answer[]> = {}, path = "/subscriptions"): Call[] {
  const calls = answerCalls({
    "GET /api/v1/history": had({}),
    "GET /api/v1/policy": { body: POLICY },
    "GET /api/auth/profile": { body: PROFILE },
    ...answers,
  });
  history.replaceState(null, "", "/");
  renderScreen(<Subscriptions />, { route: "/subscriptions", path });
  return calls;
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name }));
}

async function pay(calls: readonly Call[]): Promise<void> {
  await waitFor(() => expect(calls.some(({ call }) => call === "GET /api/auth/profile")).toBe(true));
  await press("Select Plan");
  await press("Pay with Paystack");
}

const sent = (calls: readonly Call[], name: string) => calls.filter(({ call }) => call === `POST /api/v1/${name}`);

givenListener();

describe("the plan without a network", () => {
  it("says calmly that one is offline, without an alert and without a price that is none", async () => {
    open({
      ...{ "GET /api/v1/history": "no network", "GET /api/v1/policy": "no network" },
      "GET /api/auth/profile": "no network",
    });
    await screen.findByText("You are offline. Your plan shows once you are connected.");
    await screen.findByText("The price shows once you are connected.");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByText("Failed to load user data")).toBeNull();
    expect(screen.queryByText("NGN")).toBeNull();
  });

  it("says the documented failure where the service is there and fails", async () => {
    open({ "GET /api/v1/history": refusal(500, "Failed") });
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load user data");
  });
});

describe("paying for Premium", () => {
  it("shows the plan with the price of the rules; the pay button comes once it is selected", async () => {
    open();
    expect(await screen.findByText("1,000")).toBeTruthy();
    expect(screen.getByText("/month")).toBeTruthy();
    expect(screen.getByText("Offline mode")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Pay with Paystack" })).toBeNull();
    await press("Select Plan");
    expect(screen.getByRole("button", { name: "Pay with Paystack" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Select Plan" })).toBeNull();
  });

  it("sends email, kobo and the way back, and leads to the provider's checkout", async () => {
    const calls = open({ "POST /api/v1/paystack/initialize": { body: CHECKOUT } });
    await pay(calls);
    await waitFor(() => expect(location.hash).toBe("#checkout"));
    expect(sent(calls, "paystack/initialize")[0]?.body).toEqual({
      email: PROFILE.email,
      amount: 100_000,
      callbackUrl: `${location.origin}/subscriptions`,
    });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Processing..." }).disabled).toBe(true);
  });

  it("makes no call without an email", async () => {
    const calls = open({ "GET /api/auth/profile": { body: { ...PROFILE, email: "" } } });
    await pay(calls);
    expect(await screen.findByText("Email is required for payment")).toBeTruthy();
    expect(sent(calls, "paystack/initialize")).toEqual([]);
  });

  it("says of a profile that did not come that it failed, and pays once it is here", async () => {
    const failed = { status: 500, body: undefined };
    const calls = open({
      ...{
        "GET /api/auth/profile": [failed, { body: PROFILE }],
        "POST /api/v1/paystack/initialize": { body: CHECKOUT },
      },
    });
    expect(await screen.findByText("Failed to load user data")).toBeTruthy();
    await pay(calls);
    await waitFor(() => expect(sent(calls, "paystack/initialize")).toHaveLength(1));
    expect(screen.queryByText("Email is required for payment")).toBeNull();
    expect(screen.queryByText("Failed to load user data")).toBeNull();
  });

  it.each<[Answer, string]>([
    [refusal(503, "The provider is asleep"), "The provider is asleep"],
    [{ status: 502, body: undefined }, "Failed to initialize payment"],
  ])("says why no checkout opens: %o", async (answer, text) => {
    const calls = open({ "POST /api/v1/paystack/initialize": answer });
    await pay(calls);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("leads visitors to the log-in, and back", async () => {
    endSession();
    open();
    await press("Select Plan");
    expect(screen.getByRole("link", { name: "Log in to subscribe" }).getAttribute("href")).toMatch(/^\/login/);
  });
});

describe("coming back from the provider", () => {
  const BACK = "/subscriptions?trxref=ref-0123456789abcdef&reference=ref-0123456789abcdef";

  it("verifies once, says so, and shows until when it is active", async () => {
    const calls = open({
      "GET /api/v1/history": [had({}), ACTIVE],
      "POST /api/v1/paystack/verify": { body: PAID },
    }, BACK);
    expect(await screen.findByText("Subscription activated successfully!")).toBeTruthy();
    expect(await screen.findByText("Your premium subscription is active until 20 Dec 2026.")).toBeTruthy();
    expect(sent(calls, "paystack/verify").map(({ body }) => body)).toEqual([{ reference: "ref-0123456789abcdef" }]);
  });

  it.each<[Answer, string]>([
    [refusal(402, "Your payment was declined"), "Your payment was declined"],
    [{ status: 500, body: undefined }, "Failed to verify payment"],
  ])("says why it cannot be verified, and tries again: %o", async (answer, text) => {
    const calls = open({ "POST /api/v1/paystack/verify": [answer, { body: PAID }] }, BACK);
    expect(await screen.findByText(text)).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText("Subscription activated successfully!")).toBeTruthy();
    expect(sent(calls, "paystack/verify")).toHaveLength(2);
  });

  it("asks visitors to log in first and verifies nothing", async () => {
    endSession();
    const calls = open({}, BACK);
    expect(await screen.findByText(/Log in to finish your payment/)).toBeTruthy();
    expect(sent(calls, "paystack/verify")).toEqual([]);
  });
});

describe("an active subscription", () => {
  it("shows box, benefits and no way to pay", async () => {
    open({ "GET /api/v1/history": ACTIVE });
    expect(await screen.findByText("Active Subscription")).toBeTruthy();
    expect(screen.getByText("Subscription Benefits")).toBeTruthy();
    expect(screen.getByText("Priority customer support")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Select Plan" })).toBeNull();
    expect(screen.getAllByRole("button", { name: "Cancel Subscription" })).toHaveLength(2);
    const parts = ["Your Premium", "Premium", "Subscription Benefits", "What it has given you"];
    const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent ?? "");
    expect(headings.filter((heading) => parts.includes(heading))).toEqual(parts);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Choose Your Plan");
    expect(screen.queryByText(/Unlock the full potential|Do I earn more/)).toBeNull();
  });

  it("a member whom this device knows is sold nothing while no answer comes", async () => {
    notePremium("u1", true);
    open({ "GET /api/v1/history": "no network" });
    expect(await screen.findByText("Failed to load user data")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Choose Your Plan");
    expect(screen.queryByRole("button", { name: /Select Plan|Pay with/ })).toBeNull();
  });

  it("is cancelled after asking, and access lasts", async () => {
    open({
      "GET /api/v1/history": [ACTIVE, CANCELLED],
      "POST /api/v1/subscription/cancel": { body: { message: "" } },
    });
    await confirmCancel();
    const text = "Subscription canceled successfully. You will have access until the end of your billing period.";
    expect(await screen.findByText(text)).toBeTruthy();
    expect(await screen.findByText("Cancelled, access until 20 Dec 2026")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Cancel Subscription" })).toBeNull();
    expect(screen.getByRole("button", { name: "Select Plan" })).toBeTruthy();
  });

  it.each<[Answer, string]>([
    [refusal(409, "You have no active subscription"), "You have no active subscription"],
    ["no network", "Failed to cancel subscription"],
  ])("says why it cannot be cancelled: %o", async (answer, text) => {
    open({ "GET /api/v1/history": ACTIVE, "POST /api/v1/subscription/cancel": answer });
    await confirmCancel();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  async function confirmCancel(): Promise<void> {
    const [first] = await screen.findAllByRole("button", { name: "Cancel Subscription" });
    if (first) await userEvent.click(first);
    const dialog = screen.getByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel Subscription" }));
  }
});

it("says that it cannot load the user's data", async () => {
  open({ "GET /api/v1/history": [{ status: 500, body: undefined }, ACTIVE] });
  expect(await screen.findByText("Failed to load user data")).toBeTruthy();
  await press("Try Again");
  expect(await screen.findByText("Active Subscription")).toBeTruthy();
});
