import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, getSession, startSession } from "../lib/session.ts";
import { Login } from "./Login.tsx";

const LOGIN = "POST /api/auth/login";
const SESSION = { token: "t1", userId: "u1", reportToken: "r1", expiresAt: "2027-01-01" };

async function logIn({ email = "ada@orin.example", password = "Wrong-1!" } = {}) {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Email"), email);
  await user.type(screen.getByLabelText("Password"), `${password}{Enter}`);
}

beforeEach(() => {
  localStorage.clear();
  endSession();
});

afterEach(() => vi.unstubAllGlobals());

describe("Login", () => {
  it("begins in the first field", () => {
    renderScreen(<Login />, { route: "/login" });
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  });

  it.each([["/earnings", "See what listening pays"], ["/playlist", "Your playlists live here"]])(
    "says to visitors of %s what is behind, and offers an account first",
    (next, title) => {
      const query = `?next=${encodeURIComponent(next)}`;
      renderScreen(<Login />, { route: "/login", path: `/login${query}` });
      expect(screen.getByRole("heading", { name: title, level: 1 })).toBeTruthy();
      const account = screen.getAllByRole("link", { name: "Create a free account" });
      expect(account.map((link) => link.getAttribute("href"))).toEqual([`/signup${query}`]);
      const follows = account[0]?.compareDocumentPosition(screen.getByLabelText("Email")) ?? 0;
      expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    },
  );

  it("welcomes back who comes from anywhere else", () => {
    renderScreen(<Login />, { route: "/login", path: "/login?next=%2Fsettings" });
    expect(screen.getByRole("heading", { name: "Welcome back", level: 1 })).toBeTruthy();
  });

  it("has the address that it was given, says that it is verified, and begins at the password", async () => {
    renderScreen(<Login />, { route: "/login", state: { verified: true, email: "ada@orin.example" } });
    expect(screen.getByText("Your email is verified. You can log in now.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ada@orin.example");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Password")));
  });

  it.each(
    [
      ["listener", "/login", "/"],
      ["creator", "/login", "/creator-dashboard"],
      ["listener", "/login?next=%2Fsongs%3Ftrack%3D1", "/songs?track=1"],
    ] as const,
  )("goes on by itself for a %s who comes to %s with the session of the code", async (role, path, target) => {
    startSession({ ...SESSION, role }, true);
    renderScreen(<Login />, { route: "/login", path, state: { verified: true, userId: "u1" } });
    expect(await screen.findByText(target)).toBeTruthy();
  });

  it("stays for a session that the code did not open", () => {
    startSession({ ...SESSION, role: "listener" }, true);
    renderScreen(<Login />, { route: "/login", state: { verified: true, email: "other@orin.example" } });
    expect(screen.getByRole("button", { name: "Login" })).toBeTruthy();
  });

  it("asks for both fields before it asks the service", async () => {
    const calls = answerCalls({});
    renderScreen(<Login />, { route: "/login" });
    await userEvent.click(screen.getByRole("button", { name: "Login" }));
    expect(await screen.findByText("Please fill in all fields")).toBeTruthy();
    expect(calls.filter(({ call }) => call === LOGIN)).toEqual([]);
  });

  it.each(
    [
      ["the service's own text", refusal(401, "This account is closed"), "This account is closed"],
      ["its own, where the answer has none", { status: 401, body: {} }, "wrong password or wrong username"],
      ["another where no answer came", "no network", "Invalid credentials"],
    ] as const,
  )("shows %s", async (_what, answer, text) => {
    answerCalls({ [LOGIN]: answer });
    renderScreen(<Login />, { route: "/login" });
    await logIn();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(getSession()).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  });

  it.each(
    [
      ["no answer", "no network"],
      ["an answer of something that stands before Orin", { status: 502, body: {} }],
      ["a fault of Orin's", refusal(500, "Something went wrong: please try again", { code: "internal" })],
    ] as const,
  )("says after the documented text that %s has checked no password", async (_what, answer) => {
    answerCalls({ [LOGIN]: answer });
    renderScreen(<Login />, { route: "/login" });
    await logIn();
    expect(await screen.findByText("Orin could not be reached; your password was not checked.")).toBeTruthy();
  });

  it("says it of no answer that was one", async () => {
    answerCalls({ [LOGIN]: refusal(503, "Orin is busy: please try again soon", { code: "overloaded" }) });
    renderScreen(<Login />, { route: "/login" });
    await logIn();
    expect(await screen.findByText("Orin is busy: please try again soon")).toBeTruthy();
    expect(screen.queryByText(/could not be reached/)).toBeNull();
  });

  it("shows what has just worked elsewhere", () => {
    const state = { email: "ada@orin.example", message: "Password reset successfully" };
    renderScreen(<Login />, { route: "/login", state });
    expect(screen.getByText("Password reset successfully")).toBeTruthy();
  });

  it.each(
    [
      ["listener", "/login", "/"],
      ["creator", "/login", "/creator-dashboard"],
      ["creator", "/login?next=%2Fearnings%3Fpage%3D2", "/earnings?page=2"],
      ["listener", "/login?next=https%3A%2F%2Fevil.example", "/"],
    ] as const,
  )("leads a %s who came to %s to %s", async (role, path, target) => {
    const calls = answerCalls({ [LOGIN]: { body: { ...SESSION, role } } });
    renderScreen(<Login />, { route: "/login", path });
    await logIn({ password: "Right-1!" });
    expect(await screen.findByText(target)).toBeTruthy();
    expect(getSession()).toMatchObject({ token: "t1", role });
    expect(calls.find(({ call }) => call === LOGIN)?.body).toEqual({
      email: "ada@orin.example",
      password: "Right-1!",
      rememberMe: true,
    });
  });

  it("leads who has not proved the address to the code, and remembers the address", async () => {
    answerCalls({ [LOGIN]: refusal(403, "Please verify your email first", { code: "email_unverified" }) });
    renderScreen(<Login />, { route: "/login" });
    await logIn();
    expect(await screen.findByText("/verify-otp")).toBeTruthy();
    expect(localStorage.getItem("orin.verifying")).toBe("ada@orin.example");
  });

  it("asks for an own password where the one that was given opened it, and enters with that", async () => {
    const change = "PUT /api/auth/change-password";
    const entered = { ...SESSION, token: "t2", role: "listener" };
    const calls = answerCalls({
      [LOGIN]: [{ body: { ...SESSION, role: "listener", needsOwnPassword: true } }, { body: entered }],
      [change]: { body: { message: "Password changed successfully" } },
    });
    renderScreen(<Login />, { route: "/login", path: "/login" });
    await logIn({ password: "Given-2026!" });
    const own = await screen.findByLabelText("New password");
    expect(getSession()).toBe(null);
    await userEvent.type(own, "Given-2026!{Enter}");
    expect(await screen.findByText("Choose another one")).toBeTruthy();
    await userEvent.clear(own);
    await userEvent.type(own, "Only-mine-2026!{Enter}");
    expect(await screen.findByText("/")).toBeTruthy();
    expect(getSession()).toMatchObject({ token: "t2" });
    const sent = calls.find(({ call }) => call === change);
    expect(sent?.headers.get("authorization")).toBe("Bearer t1");
    expect(sent?.body).toEqual({ currentPassword: "Given-2026!", newPassword: "Only-mine-2026!" });
  });

  it("cannot be sent twice while it is busy", async () => {
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    renderScreen(<Login />, { route: "/login" });
    await logIn();
    const button = await screen.findByRole("button", { name: "Logging in..." });
    await waitFor(() => expect(button).toHaveProperty("disabled", true));
  });
});
