import type { PauseShown, PayoutPauseAnswer } from "@contract/payout_pause.ts";
import type { ProposalShown } from "@contract/proposals.ts";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { startAdminSession } from "../shell/session.ts";
import { Payouts } from "./Payouts.tsx";

const PATH = "/api/v1/admin/payouts";
const GET = `GET ${PATH}/pause`;
const AT = "2026-11-01T10:00:00.000Z";
const running: PayoutPauseAnswer = { status: "running", pause: null, lostPayouts: [], history: [] };
const paused = (more: Partial<PauseShown> = {}): PayoutPauseAnswer => ({
  ...{ ...running, status: "paused" },
  pause: {
    ...{ at: AT, by: null, reason: "The log has lost events", reconciliation: null, isProposed: false },
    findings: [{ text: "Paystack has a payout that Orin does not know: orin-a", amount: 9_000, at: AT }],
    ...more,
  },
});
const open = (answers: Parameters<typeof answerCalls>[0]) => {
  const calls = answerCalls(answers);
  renderScreen(<Payouts />, { route: "/payouts" });
  return calls;
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const giveReason = async (name: string) => {
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/Reason/), "We looked");
  await userEvent.click(dialog.getByRole("button", { name }));
};

beforeEach(() => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  startAdminSession({ username: "Boss", userId: "admin1", expiresAt, message: "" });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("Payouts", () => {
  it("are paused by one admin, with a reason", async () => {
    const calls = open({ [GET]: [{ body: running }, { body: paused() }], [`POST ${PATH}/pause`]: { body: paused() } });
    await screen.findByText("Payouts are running.");
    await press("Pause payouts");
    await giveReason("Pause payouts");
    expect(await screen.findByText("Payouts are paused")).toBeTruthy();
    expect(calls.find(({ call }) => call === `POST ${PATH}/pause`)?.body).toEqual({ reason: "We looked" });
  });

  it("are reconciled before anyone can propose to resume them", async () => {
    const difference = "Payout unknown: orin-a (Orin: nothing, Paystack: 900000)";
    const reconciliation = { at: AT, from: AT, payouts: 1, charges: 0, differences: [difference] };
    const after = paused({ reconciliation });
    open({ [GET]: [{ body: paused() }, { body: after }], [`POST ${PATH}/reconcile`]: { body: after } });
    expect(await screen.findByText(/orin-a/)).toBeTruthy();
    const propose = screen.getByRole("button", { name: "Propose to resume" });
    expect(propose.hasAttribute("disabled")).toBe(true);
    await press("Reconcile");
    expect(await screen.findByText(difference)).toBeTruthy();
    expect(propose.hasAttribute("disabled")).toBe(false);
  });

  it("are resumed by another side's admin, who reads what was proposed", async () => {
    const LIST = "GET /api/v1/admin/proposals";
    const CONFIRM = "POST /api/v1/admin/proposals/p1/confirm";
    const waiting = paused({ findings: [], by: "Ada Obi", isProposed: true });
    const proposal: ProposalShown = {
      ...{ proposalId: "p1", kind: "payout_resume", subject: "payouts", title: "Resume payouts" },
      ...{ lines: ["The reason given: All is well"], link: { label: "Open payouts", path: "/payouts" }, tokens: 0 },
      ...{ by: "Ada", proposedAt: AT, lapsesAt: AT, mayConfirm: true, mayWithdraw: true, shown: "hash" },
    };
    const message = "Confirmed: it is done";
    const calls = open({
      [GET]: [{ body: waiting }, { body: running }],
      [LIST]: { body: { proposals: [proposal] } },
      [CONFIRM]: { body: { message, state: "done" } },
    });
    await screen.findByText("The reason given: All is well");
    expect(screen.queryByRole("button", { name: "Propose to resume" })).toBeNull();
    await press("Confirm it");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(calls.find(({ call }) => call === CONFIRM)?.body).toEqual({ shown: "hash" });
    expect(await screen.findByText("Payouts are running.")).toBeTruthy();
  });

  it("that the log has lost are settled by one admin, and wait for another", async () => {
    const payout = { reference: "orin-a", amount: 9_000, status: "success", at: AT, isProposed: false };
    const lost = { ...running, lostPayouts: [payout] };
    const waiting = { ...running, lostPayouts: [{ ...payout, isProposed: true }] };
    const calls = open({ [GET]: [{ body: lost }, { body: waiting }], [`POST ${PATH}/lost`]: { body: waiting } });
    await screen.findByText("orin-a");
    await press("Settle");
    await giveReason("It is settled");
    expect(await screen.findByText("Your settlement waits for an admin on another side")).toBeTruthy();
    expect(calls.find(({ call }) => call === `POST ${PATH}/lost`)?.body).toMatchObject({ reference: "orin-a" });
    expect((await screen.findByRole("link", { name: "Waits for an admin" })).getAttribute("href")).toBe(
      "/dashboard?kind=proposal",
    );
    expect(screen.queryByRole("button", { name: "Settle" })).toBeNull();
  });

  it("can be asked for again when that failed", async () => {
    open({ [GET]: [{ status: 500, body: {} }, { body: running }] });
    expect(await screen.findByText("Failed to load the state of payouts")).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText("Payouts are running.")).toBeTruthy();
  });
});
