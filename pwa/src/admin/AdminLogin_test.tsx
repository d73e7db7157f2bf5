import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { AdminLogin } from "./AdminLogin.tsx";
import { endAdminSession } from "./shell/session.ts";

const LOGIN = "POST /api/v1/admin/login";
const FACTOR = "/api/v1/admin/second-factor";
const PERSON = { email: "ada@orin.example", password: "Given-out-2026!" };
const ANSWER = { username: "Ada Eze", userId: "u1", expiresAt: "2099-01-01", message: "", role: "owner" };
const SETUP = { setup: "sealed", secret: "KVKFKRCPNZQUYMLX", address: "otpauth://totp/Orin?secret=KVKFKRCPNZQUYMLX" };
const OFF = { since: null, recoveryCodesLeft: 0, isRequired: true, passkeys: [] };
const LINKED = { ...OFF, since: "2026-06-01", recoveryCodesLeft: 2, recoveryCodes: ["7Q2M-1", "7Q2M-2"] };

async function logIn() {
  await userEvent.type(screen.getByLabelText("Email"), PERSON.email);
  await userEvent.type(screen.getByLabelText("Password"), `${PERSON.password}{Enter}`);
}

beforeEach(() => {
  // input-otp asks where it can draw.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  document.elementFromPoint = () => null;
  endAdminSession();
});
afterEach(() => vi.unstubAllGlobals());

describe("the back office's log-in", () => {
  it("asks for the code once the password was right, and sends both", async () => {
    const calls = answerCalls({
      [LOGIN]: [
        refusal(401, "Please enter the code of your authenticator app", { code: "second_factor_required" }),
        refusal(401, "This code is not right", { code: "second_factor_wrong" }),
        refusal(401, "This recovery code is not right", { code: "second_factor_wrong" }),
        { body: { ...ANSWER, standing: "works" } },
      ],
    });
    renderScreen(<AdminLogin />, { route: "/admin" });
    await logIn();
    await userEvent.type(await screen.findByLabelText("Code"), "123456");
    expect(await screen.findByText("This code is not right")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
    expect(screen.queryByText("This code is not right")).toBeNull();
    await userEvent.type(screen.getByLabelText("Recovery code"), "7q2m{Enter}");
    expect(await screen.findByText("This recovery code is not right")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Recovery code"), "7q2n{Enter}");
    await screen.findByText("/dashboard");
    expect(calls.filter(({ call }) => call === LOGIN).map(({ body }) => body)).toEqual([
      { ...PERSON, session: "cookie" },
      ...["123456", "7q2m", "7q2n"].map((code) => ({ ...PERSON, code, session: "cookie" })),
    ]);
  });

  it("links an app where the back office needs one, and then waits for a log-in with its code", async () => {
    const calls = answerCalls({
      [LOGIN]: { body: { ...ANSWER, standing: "needs_second_factor" } },
      [`POST ${FACTOR}/setup`]: { body: SETUP },
      [`POST ${FACTOR}`]: [
        refusal(400, "This code is not right", { code: "bad_code", fields: { code: "This code is not right" } }),
        { body: LINKED },
      ],
    });
    renderScreen(<AdminLogin />, { route: "/admin" });
    await logIn();
    expect(await screen.findByRole("img", { name: "QR code for your authenticator app" })).toBeTruthy();
    expect(screen.getByText("KVKF KRCP NZQU YMLX")).toBeTruthy();
    const link = async (code: string) => {
      await userEvent.type(screen.getByLabelText("Code of the app"), code);
      await userEvent.click(screen.getByRole("button", { name: "Link the app" }));
    };
    await link("000000");
    expect(await screen.findByText("This code is not right")).toBeTruthy();
    await link("123456");
    expect(await screen.findByText("7Q2M-2")).toBeTruthy();
    expect(calls.at(-1)?.body).toEqual({ setup: "sealed", code: "123456" });
    const next = screen.getByRole<HTMLButtonElement>("button", { name: "Next" });
    expect(next.disabled).toBe(true);
    await userEvent.click(screen.getByLabelText("I have kept them"));
    await userEvent.click(next);
    expect(screen.getByText("Your second factor is on. Log in with the next code of your app.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Back to login" }));
    expect(screen.getByLabelText("Email")).toBeTruthy();
  });

  it.each([
    ["a second factor next where the back office needs one", OFF, "QR code for your authenticator app"],
    ["who confirms them where it needs none", { ...OFF, isRequired: false }, undefined],
  ])("shows an invited admin with a new password %s", async (_what, factor, qrCode) => {
    answerCalls({
      [LOGIN]: { body: { ...ANSWER, standing: "chooses_password" } },
      "POST /api/v1/admin/enrol": { body: { message: "" } },
      [`GET ${FACTOR}`]: { body: factor },
      [`POST ${FACTOR}/setup`]: { body: SETUP },
    });
    renderScreen(<AdminLogin />, { route: "/admin" });
    await logIn();
    await userEvent.type(await screen.findByLabelText("New password"), "Only-mine-2026!{Enter}");
    if (qrCode) expect(await screen.findByRole("img", { name: qrCode })).toBeTruthy();
    else await waitFor(() => expect(screen.getByText(/another founding owner confirms you next/)).toBeTruthy());
  });
});
