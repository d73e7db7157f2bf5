import type { GiftRefundList } from "@contract/gift_refunds.ts";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { startAdminSession } from "../shell/session.ts";
import { GiftRefunds } from "./GiftRefunds.tsx";

const PATH = "/api/v1/admin/gift-refunds";
const GET = `GET ${PATH}`;
const CONFIRM = `POST ${PATH}/g1/proposals/p1/confirm`;
const WITHDRAW = `POST ${PATH}/g1/proposals/p1/withdraw`;
const AT = "2026-11-01T10:00:00.000Z";
const none: GiftRefundList = { refunds: [] };
const waiting = (mayConfirm: boolean): GiftRefundList => ({
  refunds: [{
    ...{ giftId: "g1", proposalId: "p1", proposedAt: AT, by: "Ada", mayConfirm, givenAt: AT, tokens: 60_000 },
    ...{ method: "card", giverId: "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a" },
    artist: { userId: "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4b", name: "Sade" },
  }],
});
const open = (answers: Parameters<typeof answerCalls>[0]) => {
  const calls = answerCalls(answers);
  renderScreen(<GiftRefunds />, { route: "/gift-refunds" });
  return calls;
};
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  startAdminSession({ username: "Boss", userId: "admin1", expiresAt, message: "" });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("Refunds", () => {
  it("are confirmed by an admin on another side, who reads what it means first", async () => {
    const message = "We asked Paystack to return the money";
    const calls = open({ [GET]: [{ body: waiting(true) }, { body: none }], [CONFIRM]: { body: { message } } });
    await press("Look at it");
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(/60,000.* naira back on their card/)).toBeTruthy();
    await press("Confirm the refund");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findByText("No refund waits for a second admin.")).toBeTruthy();
    expect(calls.filter(({ call }) => call === CONFIRM)).toHaveLength(1);
  });

  it("are withdrawn by anybody, and confirmed by nobody who counts as the one who proposed it", async () => {
    const message = "The proposal is withdrawn";
    open({ [GET]: [{ body: waiting(false) }, { body: none }], [WITHDRAW]: { body: { message } } });
    await press("Look at it");
    expect(screen.getByText(/An admin on another side/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Confirm the refund" })).toBeNull();
    await press("Withdraw it");
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it("say why one did not work, and stay open", async () => {
    const error = "This proposal is no longer open";
    open({ [GET]: { body: waiting(true) }, [CONFIRM]: { status: 409, body: { error, code: "already_decided" } } });
    await press("Look at it");
    await press("Confirm the refund");
    expect(await within(screen.getByRole("dialog")).findByText(error)).toBeTruthy();
  });
});
