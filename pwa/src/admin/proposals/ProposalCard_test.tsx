import type { ProposalShown } from "@contract/proposals.ts";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { answerCalls, refusal } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { startAdminSession } from "../shell/session.ts";
import { Work } from "../work/Work.tsx";

const LIST = "GET /api/v1/admin/proposals";
const CONFIRM = "POST /api/v1/admin/proposals/p1/confirm";
const proposal = (more: Partial<ProposalShown> = {}): ProposalShown => ({
  ...{ proposalId: "p1", kind: "resolve_payout", subject: "w1", title: "Return the funds of an uncertain payout" },
  ...{ lines: ["60,000.00 tokens"], link: { label: "Open the payment", path: "/approve-earnings" }, tokens: 60_000 },
  ...{ by: "Ada", proposedAt: "2026-11-28T09:00:00.000Z", lapsesAt: "2026-12-05T09:00:00.000Z" },
  ...{ mayConfirm: true, mayWithdraw: true, shown: "a".repeat(64) },
  ...more,
});
const open = (answers: Parameters<typeof answerCalls>[0]) => {
  const items = [{ kind: "proposal", id: "p1", about: "About it", since: "2026-11-28T09:00:00.000Z", mine: true }];
  const waiting = { items, counts: { proposal: 1 }, nextCursor: null };
  const calls = answerCalls({ "GET /api/v1/admin/work": { body: waiting }, ...answers });
  renderScreen(<Work />, { route: "/dashboard", path: "/dashboard?kind=proposal&case=proposal:p1" });
  return calls;
};

beforeEach(() => {
  startAdminSession({
    message: "",
    userId: "a1",
    username: "bola",
    role: "owner",
    expiresAt: "2030-01-01T00:00:00.000Z",
  });
});

it("says what is proposed, and confirms what was shown", async () => {
  const calls = open({
    [LIST]: { body: { proposals: [proposal()] } },
    [CONFIRM]: { body: { message: "Confirmed: it is done", state: "done" } },
  });
  expect(await screen.findByRole("heading", { name: "Return the funds of an uncertain payout" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Confirm it" }));
  expect(await screen.findByText("Confirmed: it is done")).toBeTruthy();
  expect(calls.find(({ call }) => call === CONFIRM)?.body).toEqual({ shown: "a".repeat(64) });
});

it("offers no confirmation to the side that proposed it, and shows why one failed", async () => {
  open({ [LIST]: { body: { proposals: [proposal({ mayConfirm: false })] } } });
  expect(await screen.findByText(/who has no part in it, confirms it/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Confirm it" })).toBeNull();
  expect(screen.getByRole("button", { name: "Withdraw it" })).toBeTruthy();
});

it("says that a proposal has changed, that none waits, and that the list could not be loaded", async () => {
  open({
    [LIST]: { body: { proposals: [proposal()] } },
    [CONFIRM]: refusal(409, "What this proposal shows has changed: please look at it again"),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Confirm it" }));
  expect(await screen.findByText(/has changed: please look at it again/)).toBeTruthy();
});

it("says that who proposed it has left, and what to do then", async () => {
  open({ [LIST]: { body: { proposals: [proposal({ mayConfirm: false, hasProposerLeft: true })] } } });
  expect(await screen.findByText(/no admin any more: withdraw it, and propose it anew/)).toBeTruthy();
});

it("says that it was decided, withdrawn or has lapsed where it is no longer there", async () => {
  open({ [LIST]: { body: { proposals: [] } } });
  expect(await screen.findByText("It was decided, withdrawn, or has lapsed.")).toBeTruthy();
});
