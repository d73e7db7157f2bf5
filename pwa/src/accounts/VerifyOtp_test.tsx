import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, getSession } from "../lib/session.ts";
import { VerifyOtp } from "./VerifyOtp.tsx";
import { rememberSignUp } from "./verifying_email.ts";

const VERIFY = "POST /api/auth/verify-otp";
const RESEND = "POST /api/auth/resend-otp";
const CAME_FROM_SIGNUP = { route: "/verify-otp", state: { email: "amaka@orin.example" } };

const verifyButton = () => screen.getByRole("button", { name: "Verify" });
const resendButton = () => screen.getByRole("button", { name: /^Resend/ });
const code = () => screen.getByLabelText<HTMLInputElement>("Verification code");
const type = (digits: string) => fireEvent.change(code(), { target: { value: digits } });

// The code's field watches its own size, which jsdom does not know.
beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  document.elementFromPoint = () => null;
});

const toast = vi.hoisted(() => vi.fn());
vi.mock("../ui/toast.ts", () => ({ toast }));

afterEach(() => {
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("VerifyOtp", () => {
  it("shows the address masked and takes five digits", () => {
    renderScreen(<VerifyOtp />, CAME_FROM_SIGNUP);
    expect(screen.getByText("am•••@orin.example")).toBeTruthy();
    expect(document.activeElement).toBe(code());
    expect(verifyButton()).toHaveProperty("disabled", true);
    type("1234");
    expect(verifyButton()).toHaveProperty("disabled", true);
    type("12345");
    expect(verifyButton()).toHaveProperty("disabled", false);
  });

  it("leads to the log-in, and forgets the address", async () => {
    localStorage.setItem("orin.verifying", "amaka@orin.example");
    const calls = answerCalls({ [VERIFY]: { body: { message: "ok" } } });
    renderScreen(<VerifyOtp />, CAME_FROM_SIGNUP);
    type("12345");
    await userEvent.click(verifyButton());
    expect(await screen.findByText("/login")).toBeTruthy();
    expect(calls[0]?.body).toEqual({ email: "amaka@orin.example", otp: "12345" });
    expect(localStorage.getItem("orin.verifying")).toBeNull();
  });

  it("sends the proof of this browser's sign-up, and keeps the session that it opens", async () => {
    rememberSignUp("Amaka@orin.example", "proof-1");
    const session = { token: "t1", userId: "u1", role: "listener", reportToken: "r1", expiresAt: "2027-01-01" };
    const calls = answerCalls({ [VERIFY]: { body: { message: "ok", session } } });
    renderScreen(<VerifyOtp />, { ...CAME_FROM_SIGNUP, path: "/verify-otp?next=%2Fsongs" });
    type("12345");
    await userEvent.click(verifyButton());
    expect(await screen.findByText("/login?next=%2Fsongs")).toBeTruthy();
    expect(calls[0]?.body).toEqual({ email: "amaka@orin.example", otp: "12345", signUpProof: "proof-1" });
    expect(getSession()).toMatchObject({ token: "t1", userId: "u1", reportToken: "r1", remember: true });
    expect(localStorage.getItem("orin.signup")).toBeNull();
  });

  it("sends no proof of another address's sign-up, and stays without a session", async () => {
    rememberSignUp("bola@orin.example", "proof-1");
    const calls = answerCalls({ [VERIFY]: { body: { message: "ok" } } });
    renderScreen(<VerifyOtp />, CAME_FROM_SIGNUP);
    type("12345");
    await userEvent.click(verifyButton());
    expect(await screen.findByText("/login")).toBeTruthy();
    expect(calls[0]?.body).toEqual({ email: "amaka@orin.example", otp: "12345" });
    expect(getSession()).toBeNull();
  });

  it("leads to the log-in where the address was verified on another device", async () => {
    answerCalls({ [VERIFY]: refusal(409, "Your email is verified.", { code: "already_verified" }) });
    renderScreen(<VerifyOtp />, CAME_FROM_SIGNUP);
    type("12345");
    await userEvent.click(verifyButton());
    expect(await screen.findByText("/login")).toBeTruthy();
  });

  it.each(
    [
      ["the service's text", refusal(400, "This code has expired"), "This code has expired"],
      ["a text for an answer without one", { status: 400, body: {} }, "Invalid verification code"],
      ["a text for no answer", "no network", "Verification failed"],
    ] as const,
  )("shows %s, and empties the boxes", async (_what, answer, text) => {
    answerCalls({ [VERIFY]: answer });
    renderScreen(<VerifyOtp />, CAME_FROM_SIGNUP);
    type("54321");
    await userEvent.click(verifyButton());
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(code().value).toBe(""));
    expect(document.activeElement).toBe(code());
  });

  it("says what no answer means, and forgets a refusal once a new code is asked for", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    answerCalls({ [VERIFY]: ["no network", { status: 400, body: {} }], [RESEND]: { body: { message: "ok" } } });
    renderScreen(<VerifyOtp />, CAME_FROM_SIGNUP);
    type("54321");
    fireEvent.click(verifyButton());
    await screen.findByText("Orin could not be reached; your code may not have been checked. Try it again.");
    type("54321");
    fireEvent.click(verifyButton());
    await screen.findByText("Invalid verification code");
    expect(screen.queryByText(/could not be reached/)).toBeNull();
    act(() => void vi.advanceTimersByTime(30_000));
    fireEvent.click(resendButton());
    await screen.findByText("A new code is on its way.");
    expect(screen.queryByText("Invalid verification code")).toBeNull();
  });

  it("sends another code after 30 seconds, then counts again", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    answerCalls({ [RESEND]: { body: { message: "ok" } } });
    renderScreen(<VerifyOtp />, CAME_FROM_SIGNUP);
    type("123");
    act(() => void vi.advanceTimersByTime(29_000));
    expect(resendButton().textContent).toBe("Resend code in 1 s");
    expect(resendButton()).toHaveProperty("disabled", true);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(resendButton().textContent).toBe("Resend code");
    fireEvent.click(resendButton());
    await screen.findByText("A new code is on its way.");
    expect(code().value).toBe("");
    expect(resendButton().textContent).toBe("Resend code in 30 s");
  });

  it.each(
    [
      [{ status: 500, body: {} }, "Failed to resend OTP"],
      ["no network", "Error resending verification code"],
    ] as const,
  )("says when no other code can be sent", async (answer, text) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    answerCalls({ [RESEND]: answer });
    renderScreen(<VerifyOtp />, CAME_FROM_SIGNUP);
    act(() => void vi.advanceTimersByTime(30_000));
    fireEvent.click(resendButton());
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("remembers the address over a restart, and asks for it where it is not known", async () => {
    renderScreen(<VerifyOtp />, { route: "/verify-otp" });
    await userEvent.type(screen.getByLabelText("Email"), "bola@orin.example{Enter}");
    expect(screen.getByText("bo•••@orin.example")).toBeTruthy();
    expect(localStorage.getItem("orin.verifying")).toBe("bola@orin.example");
  });
});
