import type { ProposalShown } from "@contract/proposals.ts";
import type { TaxAnswer } from "@contract/tax.ts";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { startAdminSession } from "../shell/session.ts";
import { Tax } from "./Tax.tsx";

const PATH = "/api/v1/admin/tax";
const MAY = {
  ...{ month: "2026-05", isOver: true, creators: 2, grossKobo: 50_000, withheldKobo: 2_500 },
  ...{ remittedKobo: 0, waitingKobo: 500, dueKobo: 2_500 },
};
const NOW = { ...MAY, month: "2026-06", isOver: false, waitingKobo: 0 };
const REMITTANCE = {
  ...{ _id: "r1", month: "2026-05", kobo: 500, paidOn: "2026-06-02", receipt: "FIRS/1", status: "recorded" as const },
  ...{ recordedBy: "Ada Boss", recordedAt: "2026-06-03T10:00:00.000Z", isReversing: false, reversals: [] },
};
const answer = (remittances: TaxAnswer["remittances"] = []): TaxAnswer => ({
  ...{ basisPoints: 500, months: [NOW, MAY], remittances },
  totals: { withheldKobo: 5_000, remittedKobo: 0, waitingKobo: 500, dueKobo: 5_000 },
});
const LIST = "GET /api/v1/admin/proposals";
const CONFIRM = "POST /api/v1/admin/proposals/p1/confirm";
const proposal = (more: Partial<ProposalShown>): ProposalShown => ({
  ...{ proposalId: "p1", kind: "", subject: "r1", title: "", lines: [], link: { label: "Open tax", path: "/books" } },
  ...{
    tokens: 5,
    by: "Ada",
    proposedAt: REMITTANCE.recordedAt,
    lapsesAt: REMITTANCE.recordedAt,
    mayConfirm: true,
    mayWithdraw: true,
  },
  ...{ shown: "hash", ...more },
});
const open = (answers: Parameters<typeof answerCalls>[0]) => {
  const calls = answerCalls(answers);
  renderScreen(<Tax />);
  return calls;
};

beforeEach(() => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  startAdminSession({ username: "Boss", userId: "admin1", expiresAt, message: "", role: "finance" });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("Tax", () => {
  it("records a remittance of what is due and does not wait, under one id however often it is pressed", async () => {
    const RECORD = `POST ${PATH}/remittances`;
    const calls = open({
      [`GET ${PATH}`]: { body: answer() },
      [RECORD]: [{ status: 500, body: {} }, { body: answer() }],
    });
    await userEvent.click(await screen.findByRole("button", { name: "Record a remittance" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["2026-05: ₦20.00 due"]);
    const sum = dialog.getByLabelText(/Sum in naira/);
    expect(sum).toHaveProperty("value", "20.00");
    await userEvent.clear(sum);
    await userEvent.type(sum, "20.01");
    await userEvent.click(dialog.getByRole("button", { name: "Record" }));
    expect(dialog.getByText("No more than ₦20.00 of this month is due")).toBeTruthy();
    expect(dialog.getByText("Enter the number of the receipt")).toBeTruthy();
    await userEvent.clear(sum);
    await userEvent.type(sum, "₦1,9.5");
    await userEvent.type(dialog.getByLabelText(/Number of the receipt/), " FIRS/2 ");
    await userEvent.click(dialog.getByRole("button", { name: "Record" }));
    await userEvent.click(await dialog.findByRole("button", { name: "Record" }));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = calls.filter(({ call }) => call === RECORD).map(({ body }) => body);
    expect(sent).toMatchObject([{ month: "2026-05", kobo: 1_950, receipt: "FIRS/2" }, {}]);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("has another admin confirm what one recorded", async () => {
    const calls = open({
      [`GET ${PATH}`]: { body: answer([REMITTANCE]) },
      [LIST]: { body: { proposals: [proposal({ kind: "tax_remittance", title: "Book ₦5.00" })] } },
      [CONFIRM]: { body: { message: "Confirmed: it is done", state: "done" } },
    });
    expect(await screen.findByRole("heading", { name: "Book ₦5.00" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Confirm it" }));
    expect(await screen.findByText("Confirmed: it is done")).toBeTruthy();
    expect(calls.find(({ call }) => call === CONFIRM)?.body).toEqual({ shown: "hash" });
  });

  it("asks for a reversal with a reason, which another admin confirms, and shows who asked for it and why", async () => {
    const REVERSE = `POST ${PATH}/remittances/r1/reversals`;
    const decided = { decidedBy: "Bola Chief", decidedAt: "2026-06-04T10:00:00.000Z" };
    const booked = { ...REMITTANCE, ...decided, status: "confirmed" as const };
    const waiting = answer([{ ...booked, isReversing: true }]);
    const calls = open({
      [`GET ${PATH}`]: [{ body: answer([booked]) }, { body: waiting }],
      [REVERSE]: [{ status: 500, body: {} }, { body: waiting }],
      [LIST]: { body: { proposals: [proposal({ kind: "tax_reversal", lines: ["The reason given: another firm"] })] } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Reverse ₦5.00 of 2026-05" }));
    const dialog = within(screen.getByRole("dialog"));
    const press = async () =>
      await userEvent.click(await dialog.findByRole("button", { name: "Ask for the reversal" }));
    await press();
    expect(dialog.getByText(/at least 10 characters/)).toBeTruthy();
    await userEvent.type(dialog.getByLabelText(/What was wrong/), "It was another firm");
    await press();
    await press();
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = calls.filter(({ call }) => call === REVERSE).map(({ body }) => body);
    expect(sent[0]).toMatchObject({ reason: "It was another firm" });
    expect(sent[1]).toEqual(sent[0]);
    expect(await screen.findByText("The reason given: another firm")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Reverse/ })).toBeNull();
  });

  it("keeps what was reversed, with who and why", async () => {
    const decided = { decidedBy: "Bola Chief", decidedAt: "2026-06-04T10:00:00.000Z" };
    const reversal = {
      _id: "back",
      reason: "It was another firm",
      status: "confirmed" as const,
      requestedBy: "Ada Boss",
    };
    const reversed = { ...REMITTANCE, status: "reversed" as const, reversals: [{ ...reversal, ...decided }] };
    open({ [`GET ${PATH}`]: { body: answer([reversed, { ...REMITTANCE, _id: "r3", status: "lapsed" }]) } });
    expect(await screen.findByText("It was another firm")).toBeTruthy();
    expect(screen.getByText("Lapsed")).toBeTruthy();
    expect(screen.getByText(/Asked for by/).textContent).toMatch(/Ada Boss, confirmed by Bola Chief on/);
  });

  it("shows an auditor all of it, and nothing to decide", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    startAdminSession({ username: "Eye", userId: "admin2", expiresAt, message: "", role: "auditor" });
    const booked = { ...REMITTANCE, _id: "r2", status: "confirmed" as const };
    open({
      [`GET ${PATH}`]: { body: answer([REMITTANCE, booked]) },
      [LIST]: { body: { proposals: [proposal({ kind: "tax_remittance", title: "Book ₦5.00", mayConfirm: false })] } },
    });
    expect(await screen.findByRole("button", { name: "Return of 2026-05" })).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Book ₦5.00" })).toBeTruthy();
    for (const name of [/Record/, /Confirm/, /Withdraw/, /Reverse/]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });
});
