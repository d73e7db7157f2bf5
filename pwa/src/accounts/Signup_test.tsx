import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls, type Call, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Signup } from "./Signup.tsx";
import { signUpProofOf } from "./verifying_email.ts";

const SIGNUP = "POST /api/auth/signup";
const FORM = {
  "First name": "Ada",
  "Last name": "Obi",
  Email: "ada@orin.example",
  Phone: "08030000000",
  Address: "1 Allen Avenue",
  Password: "Ilu-2026!",
};

function fill() {
  for (const [label, value] of Object.entries(FORM)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

function press(name = "Start Listening") {
  return userEvent.click(screen.getByRole("button", { name }));
}

/** The error beside a field. */
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

describe("Signup on a phone", () => {
  const given = (screen: "phone" | "desktop") =>
    vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: screen === "phone" }));
  const isShown = (label: string) => screen.getByLabelText(label).closest("[hidden]") === null;

  it("asks first who it is, then how to reach them, and sends all of it", async () => {
    given("phone");
    const calls = answerCalls({ [SIGNUP]: { status: 201, body: { message: "Sent" } } });
    renderScreen(<Signup />, { route: "/signup", path: "/signup?next=%2Fsongs" });
    expect(["Password", "Phone", "Address"].map(isShown)).toEqual([true, false, false]);
    await press("Continue");
    expect(errorOf("First name")).toBe("First name is required");
    expect(errorOf("Phone") ?? "").toBe("");
    expect(isShown("Phone")).toBe(false);
    fill();
    await press("Continue");
    await waitFor(() => expect(["Password", "Phone", "Address"].map(isShown)).toEqual([false, true, true]));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Phone")));
    await press("Back");
    await waitFor(() => expect(isShown("Phone")).toBe(false));
    await press("Continue");
    await screen.findByRole("button", { name: "Start Listening" });
    await press();
    expect(await screen.findByText("/verify-otp?next=%2Fsongs")).toBeTruthy();
    expect(signUps(calls)[0]?.body).toMatchObject({ email: "ada@orin.example", phone: "08030000000" });
  });

  it("goes back to the field of the first step that was refused", async () => {
    given("phone");
    answerCalls({ [SIGNUP]: refusal(409, "Email already registered") });
    renderScreen(<Signup />, { route: "/signup" });
    fill();
    await press("Continue");
    await screen.findByRole("button", { name: "Start Listening" });
    await press();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email")));
    expect(errorOf("Email")).toContain("already registered");
    expect([isShown("Email"), isShown("Phone")]).toEqual([true, false]);
  });

  it("asks for everything at once where there is room", () => {
    given("desktop");
    renderScreen(<Signup />, { route: "/signup" });
    expect(["Password", "Phone", "Address"].map(isShown)).toEqual([true, true, true]);
  });
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

  it("keeps the proof that this browser signed up, and the place where the person wanted to be", async () => {
    answerCalls({ [SIGNUP]: { status: 201, body: { message: "Sent", userId: "u1", signUpProof: "proof-1" } } });
    renderScreen(<Signup />, { route: "/signup", path: "/signup?next=%2Fsongs" });
    expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login?next=%2Fsongs");
    fill();
    await press();
    expect(await screen.findByText("/verify-otp?next=%2Fsongs")).toBeTruthy();
    expect(signUpProofOf("ADA@orin.example ")).toBe("proof-1");
    expect(signUpProofOf("other@orin.example")).toBeUndefined();
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

  it("says what no answer means: trying again makes no second account", async () => {
    answerCalls({ [SIGNUP]: "no network" });
    renderScreen(<Signup />, { route: "/signup" });
    fill();
    await press();
    expect(await screen.findByText(/^Orin could not be reached; your account may not be made yet\./)).toBeTruthy();
  });

  it("says the whole rule for a password, and checks it while it is typed", async () => {
    renderScreen(<Signup />, { route: "/signup" });
    const described = document.getElementById(screen.getByLabelText("Password").getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toBe(
      "Minimum length is 8 characters. Passwords that many people use, such as password1, are refused.",
    );
    expect(screen.queryByText("Password must have:")).toBeNull();
    await userEvent.type(screen.getByLabelText("Password"), "ilu2026");
    expect(screen.getAllByText("(missing)")).toHaveLength(1);
    await userEvent.type(screen.getByLabelText("Password"), "-ilu");
    expect(screen.queryAllByText("(missing)")).toEqual([]);
  });

  it.each([
    ["ilu2026", "Minimum length is 8 characters."],
    ["password1", "This password is too common: please choose another"],
  ])("refuses %s once, before it asks the service", async (password, text) => {
    const calls = answerCalls({});
    renderScreen(<Signup />, { route: "/signup" });
    fill();
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
    await press();
    await waitFor(() => expect(errorOf("Password")).toBe(text));
    expect(screen.queryAllByRole("status").map((one) => one.textContent)).not.toContain(text);
    expect(signUps(calls)).toEqual([]);
  });

  it("says why phone and address are asked for, and who sees them", async () => {
    renderScreen(<Signup />, { route: "/signup" });
    expect(screen.getByText(/find your account when you ask for help\. Nobody else sees it\./)).toBeTruthy();
    expect(screen.getByText(/check that the account is yours\. Nobody else sees it\./)).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: /Creator/ }));
    expect(screen.getByText(/Others see it only if you show it on your artist page\./)).toBeTruthy();
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
