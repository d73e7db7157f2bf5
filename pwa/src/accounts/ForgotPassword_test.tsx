import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { ForgotPassword } from "./ForgotPassword.tsx";

const FORGOT = "POST /api/auth/forgot-password";

async function ask(email: string) {
  renderScreen(<ForgotPassword />, { route: "/forgot-psw" });
  await userEvent.type(screen.getByLabelText("Email"), email);
  await userEvent.click(screen.getByRole("button", { name: "Send reset link" }));
}

afterEach(() => vi.unstubAllGlobals());

describe("ForgotPassword", () => {
  it("refuses what is no address", async () => {
    const calls = answerCalls({});
    await ask("ada@orin");
    expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it("says to look into the inbox, with the way on and the way back", async () => {
    answerCalls({ [FORGOT]: { body: { message: "ok" } } });
    await ask("ada@orin.example");
    expect(await screen.findByRole("heading", { name: "Check your inbox" })).toBeTruthy();
    expect(screen.getByText(/expires in 30 minutes/)).toBeTruthy();
    const way = screen.getByRole("link", { name: "Enter code" });
    expect(way.getAttribute("href")).toBe("/reset-psw?email=ada%40orin.example");
    await userEvent.click(screen.getByRole("button", { name: "Try a different email" }));
    expect(screen.getByRole("button", { name: "Send reset link" })).toBeTruthy();
  });

  it.each(
    [
      [refusal(429, "Too many codes. Please wait an hour"), "Too many codes. Please wait an hour"],
      ["no network", "Failed to send OTP"],
    ] as const,
  )("says why nothing was sent", async (answer, text) => {
    answerCalls({ [FORGOT]: answer });
    await ask("ada@orin.example");
    expect(await screen.findByText(text)).toBeTruthy();
    const isUnreached = answer === "no network";
    expect(screen.queryByText(/^Orin could not be reached; the mail may not be on its way\./) !== null).toBe(
      isUnreached,
    );
  });
});
