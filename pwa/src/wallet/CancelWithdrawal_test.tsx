import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { givenListener } from "../../testing/given_session.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { CancelWithdrawal } from "./CancelWithdrawal.tsx";

const LIST = "GET /api/v1/withdrawals";
const CANCEL = "POST /api/v1/withdrawals/w1/cancel";
const WAITING = { _id: "w1", amount: 150, status: "pending_review", canCancel: true };

async function ask(answers: Record<string, Answer | readonly Answer[]>) {
  answerCalls(answers);
  renderScreen(<CancelWithdrawal />, { route: "/earnings" });
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Cancel Withdrawal" });
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
}

async function confirm(): Promise<void> {
  const dialog = within(screen.getByRole("alertdialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel Withdrawal" }));
}

givenListener();

it("Cancel Withdrawal takes the waiting request back after asking, and leads to Discover", async () => {
  const gone = { body: { withdrawals: [{ ...WAITING, status: "cancelled", canCancel: false }] } };
  await ask({ [LIST]: [{ body: { withdrawals: [WAITING] } }, gone], [CANCEL]: { body: { message: "" } } });
  expect(screen.getByText(/150\.00 tokens \(₦150\.00\) go back to your Available Balance/)).toBeTruthy();
  await confirm();
  expect(await screen.findByText("/")).toBeTruthy();
});

it("Cancel Withdrawal says why it cannot", async () => {
  const text = "This withdrawal can no longer be cancelled";
  await ask({ [LIST]: { body: { withdrawals: [WAITING] } }, [CANCEL]: refusal(409, text) });
  await confirm();
  expect(await screen.findByText(text)).toBeTruthy();
});

it("Cancel Withdrawal says that nothing waits", async () => {
  await ask({ [LIST]: { body: { withdrawals: [] } } });
  expect(screen.getByRole("dialog", { name: "No withdrawal to cancel" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to Discover" }).getAttribute("href")).toBe("/");
});
