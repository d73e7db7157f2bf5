import { fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls, type Call, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Signup } from "./Signup.tsx";

const SIGNUP = "POST /api/auth/signup";
const FORM = {
  "First name": "Ada",
  "Last name": "Obi",
  Email: "ada@orin.example",
  Phone: "08030000000",
  Address: "1 Allen Avenue",
  Password: "12345678",
};

function fill() {
  for (const [label, value] of Object.entries(FORM)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

function press(name = "Start Listening") {
  return userEvent.click(screen.getByRole("button", { name }));
}

/** The error that stands beside a field. */
function errorOf(label: string): string | null | undefined {
  const described = screen.getByLabelText(label).getAttribute("aria-describedby")?.split(" ") ?? [];
  return described.map((id) => document.getElementById(id)).find((element) => element?.role === "alert")?.textContent;
}

function signUps(calls: readonly Call[]): Call[] {
  return calls.filter(({ call }) => call === SIGNUP);
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("Signup", () => {
  it("carries the email to the code", async () => {
    const calls = answerCalls({ [SIGNUP]: { status: 201, body: { message: "Sent" } } });
    renderScreen(<Signup />, { route: "/signup" });
    fill();
    await press();
    expect(await screen.findByText("/verify-otp")).toBeTruthy();
    expect(signUps(calls)[0]?.body).toMatchObject({ firstName: "Ada", email: "ada@orin.example", role: "listener" });
    expect(signUps(calls)[0]?.body).not.toHaveProperty("username");
  });

  it("says the taken address on its field, and goes there", async () => {
    answerCalls({ [SIGNUP]: refusal(409, "Email already registered") });
    renderScreen(<Signup />, { route: "/signup" });
    fill();
    await press();
    await screen.findByText("This email is already registered. Please sign in or use a different email.");
    expect(errorOf("Email")).toContain("already registered");
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    await userEvent.type(screen.getByLabelText("Email"), "x");
    expect(errorOf("Email") ?? "").toBe("");
  });

  it("asks for every field, and for a password of eight characters", async () => {
    const calls = answerCalls({});
    renderScreen(<Signup />, { route: "/signup" });
    await press();
    expect(errorOf("First name")).toBe("First name is required");
    expect(errorOf("Address")).toBe("Address is required");
    expect(document.activeElement).toBe(screen.getByLabelText("First name"));
    await userEvent.type(screen.getByLabelText("Password"), "1234567");
    await press();
    expect(errorOf("Password")).toBe("Minimum length is 8 characters.");
    expect(signUps(calls)).toEqual([]);
  });

  it.each(
    [
      ["the service's text", refusal(429, "Too many sign-ups"), "Too many sign-ups"],
      ["a text for an answer without one", { status: 500, body: {} }, "Failed to register"],
      ["a text for no answer", "no network", "An error occurred during registration"],
    ] as const,
  )("shows %s", async (_what, answer, text) => {
    answerCalls({ [SIGNUP]: answer });
    renderScreen(<Signup />, { route: "/signup" });
    fill();
    await press();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("says what creators start", async () => {
    renderScreen(<Signup />, { route: "/signup" });
    await userEvent.click(screen.getByRole("radio", { name: /Creator/ }));
    expect(screen.getByRole("button", { name: "Start Creating" })).toBeTruthy();
  });

  it("keeps the key of a sign-up whose answer was lost, and takes a new one for other content", async () => {
    const calls = answerCalls({ [SIGNUP]: ["no network", refusal(409, "Email already registered"), { body: {} }] });
    renderScreen(<Signup />, { route: "/signup" });
    fill();
    await press();
    await screen.findByText("An error occurred during registration");
    await press();
    await screen.findByText(/already registered/);
    await userEvent.type(screen.getByLabelText("Email"), ".ng");
    await press();
    await screen.findByText("/verify-otp");
    const [first, again, other] = signUps(calls).map((call) => call.headers.get("idempotency-key"));
    expect(first).toBeTruthy();
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
