import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { reportReached } from "../../lib/connection.ts";
import { endSession, startSession } from "../../lib/session.ts";
import { PremiumGift } from "./PremiumGift.tsx";

const GIFTS = "/api/v1/premium-gifts";
const CLAIM = `${GIFTS}/claim/the-token`;
const REFERENCE = "premium-abcde-0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";
const seat = (more: object) => ({
  ...{ seat: 1, name: "Adé", email: "ade@friends.example", claimedAt: null, link: null, canSendAgain: false },
  ...more,
});
const gift = (status: string, ...seats: object[]) => ({
  ...{ reference: REFERENCE, months: 1, amountKobo: 200_000, startedAt: "2026-11-20T10:00:00.000Z", status, seats },
});
const had = (...gifts: object[]): Answer => ({ body: { gifts, priceKobo: 100_000 } });

function open(answers: Record<string, Answer | readonly Answer[]> = {}, path = "/premium-gift") {
  const calls = answerCalls({ [`GET ${GIFTS}`]: had(), "GET /api/v1/history": { body: {} }, ...answers });
  history.replaceState(null, "", path);
  renderScreen(<PremiumGift />, { route: "/premium-gift/:token?", path });
  return calls;
}

const press = async (name: string | RegExp) => await userEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => startSession({ token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" }, true));
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
  reportReached();
});

describe("giving Premium", () => {
  it("says the whole sum before it is paid, and sends whom it is for", async () => {
    const checkout = { status: 201, body: { message: "", data: { authorization_url: "#checkout" } } };
    const calls = open({ [`POST ${GIFTS}`]: checkout });
    await screen.findByRole("button", { name: "Pay ₦1,000.00 with Paystack" });
    await userEvent.type(screen.getByLabelText("Name"), " Adé ");
    await userEvent.type(screen.getByLabelText("Email"), "ade@friends.example");
    await press("Add a person");
    await userEvent.click(screen.getByRole("radio", { name: "3" }));
    await press("Pay ₦6,000.00 with Paystack");
    expect(calls.some(({ call }) => call === `POST ${GIFTS}`)).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name of person 2")));
    expect(screen.getByText("Please enter a name")).toBeTruthy();
    await press("Take out person 2");
    await press("Pay ₦3,000.00 with Paystack");
    await waitFor(() => expect(location.hash).toBe("#checkout"));
    expect(calls.find(({ call }) => call === `POST ${GIFTS}`)?.body).toEqual({
      seats: [{ name: "Adé", email: "ade@friends.example" }],
      ...{ months: 3, amountKobo: 300_000, callbackUrl: `${location.origin}/premium-gift` },
    });
  });

  it("takes five people and no more, and says why a checkout does not open", async () => {
    open({ [`POST ${GIFTS}`]: refusal(409, "The price of Premium has changed: please reload the page") });
    for (let people = 1; people < 5; people++) await press("Add a person");
    expect(screen.queryByRole("button", { name: "Add a person" })).toBeNull();
    for (const label of [2, 3, 4, 5]) await press(`Take out person ${7 - label}`);
    await userEvent.type(screen.getByLabelText("Name"), "Adé");
    await userEvent.type(screen.getByLabelText("Email"), "ade@friends.example");
    await press(/^Pay/);
    expect(await screen.findByText(/The price of Premium has changed/)).toBeTruthy();
  });

  it("shows how each gift stands, shares and mails its link, and verifies a payment that was left", async () => {
    const link = "https://orin.example/premium-gift/the-token";
    const calls = open({
      [`GET ${GIFTS}`]: had(
        gift("paid", seat({ link, canSendAgain: true }), seat({ seat: 2, claimedAt: "2026-11-21T10:00:00.000Z" })),
        { ...gift("started", seat({})), reference: "premium-2" },
        { ...gift("disputed", seat({})), reference: "premium-3" },
      ),
      [`POST ${GIFTS}/${REFERENCE}/seats/1/mail`]: { body: { message: "We have sent the link again" } },
      [`POST ${GIFTS}/verify`]: refusal(402, "Your payment is not complete yet"),
    });
    expect(await screen.findByText("Used 21 Nov 2026")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Use it myself" }).getAttribute("href")).toBe("/premium-gift/the-token");
    await press("Share the link");
    expect(await screen.findByDisplayValue(link)).toBeTruthy();
    await press("Close");
    await press("Send again");
    expect(await screen.findByText("We have sent the link again")).toBeTruthy();
    expect(screen.getByText(/on hold until that is decided/)).toBeTruthy();
    await press("Check the payment");
    expect(await screen.findByText("Your payment is not complete yet")).toBeTruthy();
    expect(calls.find(({ call }) => call === `POST ${GIFTS}/verify`)?.body).toEqual({ reference: "premium-2" });
  });

  it("corrects a wrong address, and says what is wrong with the next one", async () => {
    const link = "https://orin.example/premium-gift/the-token";
    const PUT = `PUT ${GIFTS}/${REFERENCE}/seats/1`;
    const calls = open({
      [`GET ${GIFTS}`]: had(gift("paid", seat({ link, canSendAgain: true }))),
      [PUT]: [
        refusal(400, "Invalid", { fields: { email: "Please enter a valid email" } }),
        { body: { message: "We have sent a new link there." } },
      ],
    });
    await press("Correct the address of Adé");
    const field = await screen.findByLabelText("Email", { selector: "dialog *" });
    await userEvent.clear(field);
    await userEvent.type(field, " right@friends ");
    await press("Send there");
    expect(await screen.findByText("Please enter a valid email")).toBeTruthy();
    await userEvent.type(field, ".example");
    await press("Send there");
    expect(await screen.findByText("We have sent a new link there.")).toBeTruthy();
    expect(calls.filter(({ call }) => call === PUT).at(0)?.body).toEqual({ name: "Adé", email: "right@friends" });
  });

  it("needs a log-in", async () => {
    endSession();
    open();
    expect((await screen.findByRole("link", { name: "Log in" })).getAttribute("href"))
      .toBe("/login?next=%2Fpremium-gift");
  });
});

describe("taking Premium", () => {
  const offer = (status: string, giver: string | null = "Ngozi"): Answer => ({ body: { giver, months: 3, status } });
  const at = "/premium-gift/the-token";

  it("names the giver and gives the months on one press", async () => {
    open({
      [`GET ${CLAIM}`]: [offer("open"), offer("yours")],
      [`POST ${CLAIM}`]: {
        body: { message: "", subscription: { isActive: true, expiryDate: "2027-02-25T10:00:00Z" } },
      },
    }, at);
    expect(await screen.findByText("Ngozi")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("3 months of Premium for you");
    await press("Take my gift");
    expect(await screen.findByText(/offline, until 25 Feb 2027/)).toBeTruthy();
  });

  it("leads visitors to the log-in, and back", async () => {
    endSession();
    open({ [`GET ${CLAIM}`]: offer("open", null) }, at);
    expect((await screen.findByRole("link", { name: "Log in to take it" })).getAttribute("href"))
      .toBe("/login?next=%2Fpremium-gift%2Fthe-token");
    expect(screen.getByText(/Someone has paid for it/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Take my gift" })).toBeNull();
  });

  it.each([
    ["yours", "You have taken this gift"],
    ["claimed", "This gift is taken"],
    ["unpaid", "Almost there"],
    ["stopped", "This gift is on hold"],
  ])("says why there is nothing to take: %s", async (status, title) => {
    open({ [`GET ${CLAIM}`]: offer(status) }, at);
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  });

  it("says that a link is not ours, and why one cannot be taken", async () => {
    open({ [`GET ${CLAIM}`]: refusal(410, "This link is not valid") }, at);
    expect(await screen.findByRole("heading", { name: "This link is not valid" })).toBeTruthy();
  });

  it("says who was faster", async () => {
    open({
      [`GET ${CLAIM}`]: offer("open"),
      [`POST ${CLAIM}`]: refusal(409, "This link has already been used"),
    }, at);
    await press("Take my gift");
    expect(await screen.findByText("This link has already been used")).toBeTruthy();
  });
});
