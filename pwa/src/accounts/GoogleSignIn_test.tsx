import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, getSession } from "../lib/session.ts";
import { GoogleSignIn } from "./GoogleSignIn.tsx";
import { claimsOf } from "./use_google_button.ts";

const AUTH = "POST /api/auth/googleAuth";
const OFFERED = {
  "GET /api/auth/google": { body: { clientId: "orin", scriptUrl: "https://google.example/gsi/client" } },
};
const SESSION = { token: "t1", userId: "u1", reportToken: "r1", expiresAt: "2027-01-01" };
const ADA = { name: "Adá Obi", email: "ada@gmail.com" };
const CREDENTIAL = `h.${base64Url(JSON.stringify(ADA))}.s`;

/** What Google's script was told. */
let given: { client_id: string; callback(answer: { credential: string }): void } | undefined;

beforeEach(() => {
  localStorage.clear();
  endSession();
  given = undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Google's script, or a network that does not bring it. */
function serveScript(arrives = true): string[] {
  const asked: string[] = [];
  vi.spyOn(document.head, "append").mockImplementation((element) => {
    if (!(element instanceof HTMLScriptElement)) return;
    asked.push(element.src);
    const id = { initialize: (settings: typeof given) => (given = settings), renderButton() {}, prompt() {} };
    if (arrives) vi.stubGlobal("google", { accounts: { id } });
    queueMicrotask(() => element.dispatchEvent(new Event(arrives ? "load" : "error")));
  });
  return asked;
}

async function signIn(answers: Answer | readonly Answer[], props: { role?: "creator" } = {}) {
  const calls = answerCalls({ ...OFFERED, [AUTH]: answers });
  const asked = serveScript();
  renderScreen(<GoogleSignIn rememberMe {...props} />, { route: "/login", path: "/login?next=%2Fearnings" });
  const button = await screen.findByRole("button", { name: "Login with Google" });
  expect(asked).toEqual([]);
  await userEvent.click(button);
  await vi.waitFor(() => expect(given?.client_id).toBe("orin"));
  act(() => given?.callback({ credential: CREDENTIAL }));
  return calls;
}

describe("GoogleSignIn", () => {
  it("is not there where the service does not offer it", async () => {
    const calls = answerCalls({ "GET /api/auth/google": { body: {} } });
    renderScreen(<GoogleSignIn rememberMe />, { route: "/login" });
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await act(() => new Promise((done) => setTimeout(done)));
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("sends name and email as documented beside the credential, and leads on", async () => {
    const calls = await signIn({ body: { ...SESSION, role: "listener" } });
    expect(await screen.findByText("/earnings")).toBeTruthy();
    expect(calls.at(-1)?.body).toEqual({ ...ADA, credential: CREDENTIAL, rememberMe: true });
    expect(getSession()).toMatchObject({ token: "t1" });
  });

  it("asks somebody new for a role and sends the same proof with it", async () => {
    const needed = refusal(409, "Please choose whether you join as a listener or a creator", { code: "role_needed" });
    const calls = await signIn([needed, { body: { ...SESSION, role: "creator" } }]);
    await userEvent.click(await screen.findByRole("radio", { name: /Creator/ }));
    await userEvent.click(screen.getByRole("button", { name: "Start Creating" }));
    expect(await screen.findByText("/earnings")).toBeTruthy();
    expect(calls.at(-1)?.body).toMatchObject({ credential: CREDENTIAL, role: "creator" });
  });

  it("opens an account again that its owner has closed, with the same proof", async () => {
    const closing = refusal(403, "This account is closed and will be deleted on 20 December 2026", {
      code: "account_closing",
    });
    const calls = await signIn([closing, "no network", { body: { ...SESSION, role: "listener" } }]);
    await userEvent.click(await screen.findByRole("button", { name: "Keep my account" }));
    expect(await screen.findByText("Could not login with Google")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Keep my account" }));
    expect(await screen.findByText("/earnings")).toBeTruthy();
    expect(calls.at(-1)?.body).toEqual({ ...ADA, credential: CREDENTIAL, reopen: true, rememberMe: true });
  });

  it("sends the role that the sign-up has chosen already", async () => {
    const calls = await signIn({ body: { ...SESSION, role: "creator" } }, { role: "creator" });
    await screen.findByText("/earnings");
    expect(calls.at(-1)?.body).toMatchObject({ role: "creator" });
  });

  it.each(
    [
      [
        "the service's own text",
        refusal(409, "Please log in with your password."),
        "Please log in with your password.",
      ],
      ["its own, where the answer has none", { status: 401, body: {} }, "Google authentication failed"],
      ["another where no answer came", "no network", "Could not login with Google"],
    ] as const,
  )("shows %s", async (_what, answer, text) => {
    await signIn(answer);
    const said = (await screen.findByRole("alert")).textContent;
    expect(said).toContain(text);
    expect(said?.includes("Orin could not be reached; your Google account was not checked."))
      .toBe(answer === "no network");
    expect(getSession()).toBeNull();
  });

  it("says when Google's script does not come", async () => {
    answerCalls(OFFERED);
    vi.resetModules();
    serveScript(false);
    const { GoogleSignIn: Fresh } = await import("./GoogleSignIn.tsx");
    renderScreen(<Fresh rememberMe />, { route: "/login" });
    await userEvent.click(await screen.findByRole("button", { name: "Login with Google" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Could not login with Google");
  });
});

it("claimsOf() reads a token in any alphabet, and nothing from what is none", () => {
  expect(claimsOf(CREDENTIAL)).toEqual(ADA);
  expect(claimsOf("no token")).toEqual({});
});

function base64Url(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_");
}
