import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { ResetPassword } from "./ResetPassword.tsx";

const RESET = "POST /api/auth/reset-password";
const PLACE = { route: "/reset-psw", path: "/reset-psw?email=ada%40orin.example" };

interface Form {
  otp?: string;
  password?: string;
  confirm?: string;
}

async function submit({ otp = "12345", password = "Ilu-2026!", confirm }: Form = {}) {
  const texts = { Code: otp, "New password": password, "Confirm password": confirm ?? password };
  for (const [label, text] of Object.entries(texts)) {
    if (text !== "") await userEvent.type(screen.getByLabelText(label), text);
  }
  await userEvent.click(screen.getByRole("button", { name: "Reset Password" }));
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("ResetPassword", () => {
  it("takes the key of the mail's link, and says where to get a new one when it is used", async () => {
    const calls = answerCalls({ [RESET]: refusal(400, "Invalid verification code", { code: "bad_code" }) });
    const key = "a-key_of-22-characters";
    renderScreen(<ResetPassword />, { ...PLACE, path: `${PLACE.path}#key=${key}` });
    expect(screen.queryByLabelText("Code")).toBeNull();
    await userEvent.type(screen.getByLabelText("New password"), "Ilu-2026!");
    await userEvent.type(screen.getByLabelText("Confirm password"), "Ilu-2026!");
    await userEvent.click(screen.getByRole("button", { name: "Reset Password" }));
    expect(await screen.findByRole("link", { name: "Ask for a new one." })).toBeTruthy();
    expect(calls.map(({ body }) => body)).toEqual([{ email: "ada@orin.example", otp: key, newPassword: "Ilu-2026!" }]);
  });

  it("asks for the address where the link has none", async () => {
    renderScreen(<ResetPassword />, { route: "/reset-psw" });
    expect(await screen.findByText("/forgot-password")).toBeTruthy();
  });

  it.each([
    [{ otp: "" }, "OTP is required"],
    [{ password: "" }, "Password is required"],
    [{ confirm: "" }, "Please confirm your password"],
    [{ confirm: "Ilu-2027!" }, "Passwords do not match"],
    [{ password: "ilu-2026!" }, "Password does not meet all requirements"],
    [{ password: "P@ssw0rd" }, "This password is too common: please choose another"],
  ])("refuses %j: %s", async (form, text) => {
    const calls = answerCalls({});
    renderScreen(<ResetPassword />, PLACE);
    await submit(form);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(calls).toEqual([]);
  });

  it("checks each rule while the password is typed", async () => {
    renderScreen(<ResetPassword />, PLACE);
    expect(screen.getByText("Password must have:")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("New password"), "Ab1");
    const met = screen.getAllByRole("listitem").filter((item) => within(item).queryByText("(met)"));
    expect(met.map((item) => item.textContent)).toEqual([
      expect.stringContaining("uppercase"),
      expect.stringContaining("lowercase"),
      expect.stringContaining("number"),
    ]);
    await userEvent.type(screen.getByLabelText("New password"), "ab12:");
    expect(screen.queryByText("(missing)")).toBeNull();
  });

  it.each(
    [
      ["the service's text", refusal(400, "This code has expired"), "This code has expired"],
      ["its own where there is none", "no network", "Failed to reset password"],
    ] as const,
  )("shows %s", async (_what, answer, text) => {
    answerCalls({ [RESET]: answer });
    renderScreen(<ResetPassword />, PLACE);
    await submit();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Code"));
  });

  it("says what no answer means", async () => {
    answerCalls({ [RESET]: "no network" });
    renderScreen(<ResetPassword />, PLACE);
    await submit();
    expect(await screen.findByText(/^Orin could not be reached; your password may not be changed yet\./)).toBeTruthy();
  });

  it("says that it worked and returns to the log-in after two seconds", async () => {
    const calls = answerCalls({ [RESET]: { body: { message: "Password reset successfully" } } });
    renderScreen(<ResetPassword />, PLACE);
    await submit();
    const isDone = { name: "Password reset successful" };
    expect(await screen.findByRole("heading", isDone, { timeout: 4_000 })).toBeTruthy();
    // The service's words wait at the log-in: one success has one message.
    expect(screen.queryByText("Password reset successfully")).toBeNull();
    // After a call without an answer the page also asks whether the service is back.
    expect(calls.find(({ call }) => call === RESET)?.body).toEqual({
      email: "ada@orin.example",
      otp: "12345",
      newPassword: "Ilu-2026!",
    });
    await waitFor(() => expect(screen.getByText("/login")).toBeTruthy(), { timeout: 4_000 });
  });
});
