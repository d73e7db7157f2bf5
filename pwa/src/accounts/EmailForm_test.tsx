import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { EmailForm } from "./EmailForm.tsx";

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  // The field measures itself by elements that jsdom does not lay out.
  document.elementFromPoint ??= () => null;
  startSession({ token: "t1", role: "creator", userId: "u1", reportToken: "r1", expiresAt: "" }, true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
});

const toast = vi.hoisted(() => vi.fn());
vi.mock("../ui/toast.ts", () => ({ toast }));

describe("a new email", () => {
  it("is asked for at once where a creator comes from their settings, and leads back there", async () => {
    answerCalls({
      "POST /api/auth/change-email": { body: { message: "ok" } },
      "POST /api/auth/confirm-email": { body: { message: "ok" } },
    });
    renderScreen(<EmailForm email="old@orin.example" />, { route: "/settings", path: "/settings?change=email" });
    expect(document.activeElement).toBe(screen.getByLabelText("New email"));
    expect(screen.getByRole("link", { name: "Back to your creator settings" }).getAttribute("href")).toBe(
      "/cs-settings",
    );
    await userEvent.type(screen.getByLabelText("New email"), "new@orin.example");
    await userEvent.type(screen.getByLabelText("Current password"), "secret");
    await press("Send code");
    await userEvent.type(await screen.findByLabelText("Code"), "12345");
    expect(await screen.findByText("/cs-settings")).toBeTruthy();
    expect(toast).toHaveBeenCalledWith("Email changed successfully", "success");
  });

  it("is asked for with the password, and taken with the code that came to it", async () => {
    const wrong = { fields: { currentPassword: "Current password is incorrect" } };
    const calls = answerCalls({
      "POST /api/auth/change-email": [refusal(400, "Current password is incorrect", wrong), {
        body: { message: "ok" },
      }],
      "POST /api/auth/confirm-email": [refusal(400, "This code is wrong"), { body: { message: "ok" } }],
    });
    renderScreen(<EmailForm email="old@orin.example" />);
    expect(screen.getByText("old@orin.example")).toBeTruthy();
    await press("Change Email");
    expect(screen.getByRole("button", { name: "Send code" })).toHaveProperty("disabled", true);
    await userEvent.type(screen.getByLabelText("New email"), "new@orin.example");
    await userEvent.type(screen.getByLabelText("Current password"), "secret");
    await press("Send code");
    expect(await screen.findByText("Current password is incorrect")).toBeTruthy();
    await press("Send code");
    expect(await screen.findByText(/nobody else uses new@orin.example, a code is on its way/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Code"), "12345");
    expect(await screen.findByText("This code is wrong")).toBeTruthy();
    await press("Confirm email");
    expect(await screen.findByText("Email changed successfully")).toBeTruthy();
    expect(screen.queryByLabelText("Code")).toBeNull();
    const sent = calls.filter((call) => call.call.startsWith("POST")).map((call) => call.body);
    const asked = { email: "new@orin.example", currentPassword: "secret" };
    expect(sent).toEqual([asked, asked, { otp: "12345" }, { otp: "12345" }]);
  });
});
