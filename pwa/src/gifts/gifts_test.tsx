import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { givenTrack } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { reportReached } from "../lib/connection.ts";
import { endSession, startSession } from "../lib/session.ts";
import { SendGift } from "./SendGift.tsx";
import { SentGifts } from "./SentGifts.tsx";

const ARTIST = {
  ...{ _id: "a1", name: "Ìyá Ṣadé", profilePicture: { url: "" }, trackCount: 1, followerCount: 2 },
  tracks: [givenTrack("Omo Ele", { _id: "t1", artistId: "a1" })],
};
const CHECKOUT = {
  message: "",
  giftId: "g1",
  data: { authorization_url: "#checkout", access_code: "a", reference: "r" },
};
const GIFTS = "POST /api/v1/gifts";

function open(answers: Record<string, Answer | readonly Answer[]> = {}, path = "/gift/a1") {
  const calls = answerCalls({
    "GET /api/auth/creators/a1": { body: ARTIST },
    "GET /api/v1/policy": {
      body: { current: { koboPerDollar: 150_000, effectiveFrom: "2025-01-01T00:00:00.000Z" }, history: [] },
    },
    "GET /api/v1/withdrawal-summary": { body: { availableBalance: 2_000, settlingBalance: 0 } },
    ...answers,
  });
  history.replaceState(null, "", path);
  renderScreen(<SendGift />, { route: "/gift/:artistId", path });
  return calls;
}

const press = async (name: string | RegExp) => await userEvent.click(await screen.findByRole("button", { name }));
const asked = (calls: ReturnType<typeof open>, call: string) => calls.filter((one) => one.call === call);

beforeEach(() => startSession({ token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" }, true));
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
  reportReached();
});

describe("a gift", () => {
  it("shows its tier, and naira and tokens at the dated rate, before it is sent", async () => {
    open();
    await press("$100");
    expect(await screen.findByText("Silver")).toBeTruthy();
    expect(screen.getByText("₦150,000.00")).toBeTruthy();
    expect(screen.getByText(/150,000\.00 tokens, at ₦1,500\.00 a dollar since 1 Jan 2025/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Pay ₦150,000.00 with Paystack" })).toBeTruthy();
  });

  it("goes to the checkout for a track, with the words and the way back to this page", async () => {
    const calls = open({ [GIFTS]: { status: 201, body: CHECKOUT } }, "/gift/a1?track=t1");
    expect(await screen.findByText(/For Omo Ele/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Amount in dollars"), "2.5");
    await userEvent.type(screen.getByLabelText("Message"), "More!");
    await press(/with Paystack/);
    await waitFor(() => expect(location.hash).toBe("#checkout"));
    expect(asked(calls, GIFTS)[0]?.body).toEqual({
      ...{ artistId: "a1", trackId: "t1", amount: 2.5, message: "More!", method: "card", isNamed: false },
      callbackUrl: `${location.origin}/gift/a1?track=t1`,
    });
  });

  it("is without a name until its giver chooses otherwise, and the next one is without again", async () => {
    const calls = open({ [GIFTS]: { status: 201, body: { message: "", giftId: "g1", newBalance: 500 } } });
    expect(await screen.findByText("Ìyá Ṣadé sees “Anonymous”.")).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: "Show my name" }));
    expect(screen.getByText("Ìyá Ṣadé sees your first name.")).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: "Tokens" }));
    await press("$1");
    await press("Send 1,500.00 tokens");
    expect(await screen.findByText(/Your gift was sent/)).toBeTruthy();
    expect(asked(calls, GIFTS)[0]?.body).toMatchObject({ isNamed: true });
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Give anonymously" }).checked).toBe(true);
  });

  it("is no call with an amount that is none, or with more tokens than there are", async () => {
    const calls = open();
    await userEvent.type(await screen.findByLabelText("Amount in dollars"), "0.001");
    await press("Send gift");
    expect(await screen.findByText("Please enter a valid amount")).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: "Tokens" }));
    await press("$2");
    await press("Send 3,000.00 tokens");
    expect(await screen.findByText("Amount exceeds available balance")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Amount in dollars"));
    expect(asked(calls, GIFTS)).toEqual([]);
  });

  it("of tokens is sent again under the same key when no answer came", async () => {
    const calls = open({
      [GIFTS]: ["no network", { status: 201, body: { message: "", giftId: "g1", newBalance: 500 } }],
    });
    await userEvent.click(await screen.findByRole("radio", { name: "Tokens" }));
    await press("$1");
    await press("Send 1,500.00 tokens");
    expect(await screen.findByText("Your gift could not be sent. Please try again.")).toBeTruthy();
    reportReached();
    await press("Send 1,500.00 tokens");
    expect(await screen.findByText(/Your gift was sent/)).toBeTruthy();
    const keys = asked(calls, GIFTS).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it("cannot be sent to oneself", async () => {
    startSession({ token: "t1", role: "creator", userId: "a1", reportToken: "r1", expiresAt: "" }, true);
    open();
    expect(await screen.findByText(/This is your own page/)).toBeTruthy();
    expect(screen.queryByLabelText("Amount in dollars")).toBeNull();
  });
});

describe("coming back from the checkout", () => {
  const VERIFY = "POST /api/v1/gifts/verify";

  it("asks about the payment, also again when no answer came", async () => {
    const calls = open(
      { [VERIFY]: ["no network", { body: { message: "", giftId: "g1" } }] },
      "/gift/a1?reference=gift-1",
    );
    expect(await screen.findByText(/Please do not pay again/)).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText(/Your gift was sent/)).toBeTruthy();
    expect(asked(calls, VERIFY).map(({ body }) => body)).toEqual([{ reference: "gift-1" }, { reference: "gift-1" }]);
  });

  it("says so when nothing was paid", async () => {
    open({ [VERIFY]: refusal(402, "Your payment is not complete yet") }, "/gift/a1?reference=gift-1");
    expect(await screen.findByText("Your payment is not complete yet")).toBeTruthy();
  });
});

describe("the gifts that were sent", () => {
  const gift = (more: object) => ({
    ...{ id: "g1", artistId: "a1", artist: "Ìyá Ṣadé", amount: 5, naira: 7_500, tier: "Bronze", message: "Well sung" },
    ...{ date: "2026-11-20T10:00:00.000Z", method: "card", status: "sent", ...more },
  });

  it("show thanks, refunds and what is not paid yet, which can be asked about", async () => {
    const calls = answerCalls({
      "GET /api/v1/gifts/sent": {
        body: {
          gifts: [
            gift({ id: "g1", amount: 1_250, thanks: "Ẹ ṣé gan!" }),
            gift({ id: "g2", status: "refunded" }),
            gift({ id: "g3", status: "started", reference: "gift-g3" }),
          ],
        },
      },
      "POST /api/v1/gifts/verify": refusal(402, "Your payment is not complete yet"),
    });
    renderScreen(<SentGifts />);
    expect(await screen.findByText("Ẹ ṣé gan!")).toBeTruthy();
    expect(screen.getByText(/Returned: you have your money back/)).toBeTruthy();
    expect(screen.getByText("$1,250.00")).toBeTruthy();
    expect(screen.getAllByText("₦7,500.00 by card")).toHaveLength(3);
    await press("Check the payment");
    expect(await screen.findByText("Your payment is not complete yet")).toBeTruthy();
    expect(calls.find(({ call }) => call === "POST /api/v1/gifts/verify")?.body).toEqual({ reference: "gift-g3" });
  });

  it("can be none, and can fail to load", async () => {
    answerCalls({ "GET /api/v1/gifts/sent": [refusal(500, ""), { body: { gifts: [] } }] });
    renderScreen(<SentGifts />);
    expect(await screen.findByText("Failed to load your gifts. Please try again later.")).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText("No gifts yet")).toBeTruthy();
  });
});
