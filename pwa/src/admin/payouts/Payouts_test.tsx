import type { PauseShown, PayoutPauseAnswer } from "@contract/payout_pause.ts";
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
    ...{ at: AT, by: null, reason: "The log has lost events", reconciliation: null, proposal: null },
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

  it("are resumed by the other admin, never by who proposed it", async () => {
    const proposal = { proposalId: "p1", by: "Ada Obi", reason: "All is well", at: AT, isOwn: false };
    const own = paused({ findings: [], by: "Ada Obi", proposal: { ...proposal, isOwn: true } });
    open({ [GET]: { body: own } });
    expect(await screen.findByText("An admin on another side has to confirm it.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resume payouts" })).toBeNull();
    cleanup();
    const CONFIRM = `POST ${PATH}/resume/p1/confirm`;
    const others = paused({ findings: [], by: "Ada Obi", proposal });
    const calls = open({ [GET]: [{ body: others }, { body: running }], [CONFIRM]: { body: running } });
    await screen.findByText(/Ada Obi proposed it/);
    await press("Resume payouts");
    await giveReason("Resume payouts");
    expect(await screen.findByText("Payouts are running again")).toBeTruthy();
    expect(calls.some(({ call }) => call === CONFIRM)).toBe(true);
  });

  it("that the log has lost are settled by one admin, and confirmed by another", async () => {
    const payout = { reference: "orin-a", amount: 9_000, status: "success", at: AT };
    const settlement = { by: "Ada Obi", reason: "Paid back", isOwn: true };
    const lost = { ...running, lostPayouts: [payout] };
    const own = { ...running, lostPayouts: [{ ...payout, settlement }] };
    const calls = open({ [GET]: [{ body: lost }, { body: own }], [`POST ${PATH}/lost`]: { body: own } });
    await screen.findByText("orin-a");
    await press("Settle");
    await giveReason("It is settled");
    expect(await screen.findByText("Your settlement waits for an admin on another side")).toBeTruthy();
    expect(calls.find(({ call }) => call === `POST ${PATH}/lost`)?.body).toMatchObject({ reference: "orin-a" });
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
    cleanup();
    const others = { ...running, lostPayouts: [{ ...payout, settlement: { ...settlement, isOwn: false } }] };
    open({ [GET]: [{ body: others }, { body: running }], [`POST ${PATH}/lost`]: { body: running } });
    await screen.findByText(/Ada Obi settled it/);
    await press("Confirm");
    await giveReason("Confirm");
    expect(await screen.findByText("The payout is settled")).toBeTruthy();
  });

  it("can be asked for again when that failed", async () => {
    open({ [GET]: [{ status: 500, body: {} }, { body: running }] });
    expect(await screen.findByText("Failed to load the state of payouts")).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText("Payouts are running.")).toBeTruthy();
  });
});
