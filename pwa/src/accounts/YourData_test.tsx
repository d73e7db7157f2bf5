import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, getSession, startSession } from "../lib/session.ts";
import { Login } from "./Login.tsx";
import { YourData } from "./YourData.tsx";

const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const PREVIEW = {
  ...{ eraseAt: "2026-12-20T12:00:00Z", balanceTokens: 1234.5, minWithdrawalTokens: 100, isLastAdmin: false },
  ...{ premiumUntil: "2027-01-05T12:00:00Z", tracks: 3, playlists: 1 },
};
const EXPORT = "GET /api/v1/me/export";
const PREVIEW_CALL = "GET /api/v1/me/closing";
const CLOSE = "POST /api/v1/me/close";
const CODE = "POST /api/v1/me/closing/code";
const GOOGLE = "GET /api/auth/google";

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

function open(answers: Record<string, Answer | readonly Answer[]>) {
  const calls = answerCalls(answers);
  renderScreen(<YourData />, { route: "/settings" });
  return calls;
}

beforeEach(() => {
  // jsdom draws nothing; input-otp looks for password managers' badges by drawing's means.
  document.elementFromPoint = () => null;
  localStorage.clear();
  startSession(SESSION, true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  endSession();
});

describe("Export my data", () => {
  it("saves what the service answers as a file with the day in its name", async () => {
    const saved: { name: string; file: Blob }[] = [];
    let file = new Blob();
    URL.createObjectURL = (made: Blob) => {
      file = made;
      return "blob:x";
    };
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, file });
    });
    open({ [EXPORT]: { body: { profile: { firstName: "Ada" } } } });
    await press("Export my data");
    expect(await screen.findByText("Your data is saved on this device")).toBeTruthy();
    expect(saved.map((one) => one.name)).toEqual([expect.stringMatching(/^orin-my-data-\d{4}-\d\d-\d\d\.json$/)]);
    expect(JSON.parse(await saved[0]?.file.text() ?? "")).toEqual({ profile: { firstName: "Ada" } });
  });

  it("says why there is no file", async () => {
    open({ [EXPORT]: [refusal(429, "Too many requests. Please wait 5 minutes and try again."), "no network"] });
    await press("Export my data");
    expect(await screen.findByText("Too many requests. Please wait 5 minutes and try again.")).toBeTruthy();
    await press("Export my data");
    expect(await screen.findByText("Failed to export your data")).toBeTruthy();
  });
});

describe("Delete account", () => {
  const losses = async () => within(await screen.findByRole("region", { name: "You would lose" }));
  const fill = async (password: string, word: string) => {
    await userEvent.type(await screen.findByLabelText("Password"), password);
    await userEvent.type(screen.getByLabelText("Type DELETE to confirm"), word);
  };
  const deletion = () => within(screen.getByRole("dialog")).getByRole("button", { name: "Delete account" });

  it("shows what would be lost, with a way to the money", async () => {
    open({ [PREVIEW_CALL]: { body: PREVIEW } });
    await press("Delete account");
    const list = await losses();
    expect(list.getByText(/1,234\.50 tokens \(₦1,234\.50\) you earned and have not withdrawn/)).toBeTruthy();
    expect(list.getByRole("link", { name: "Withdraw them first" }).getAttribute("href")).toBe("/withdraw-tokens");
    expect(list.getByText("Premium, paid until 5 Jan 2027")).toBeTruthy();
    expect(list.getByText(/3 songs/)).toBeTruthy();
    expect(screen.getByText(/Until 20 Dec 2026 you can log in/)).toBeTruthy();
  });

  it("says that a withdrawal goes on, and asks for no other", async () => {
    const openWithdrawal = { id: "w1", tokens: 500, status: "pending_review" };
    open({ [PREVIEW_CALL]: { body: { ...PREVIEW, openWithdrawal } } });
    await press("Delete account");
    const list = await losses();
    expect(list.getByText(/A withdrawal of 500\.00 tokens \(₦500\.00\) is in progress/)).toBeTruthy();
    expect(list.queryByRole("link")).toBeNull();
  });

  it("needs the password and the typed word, then leads to the log-in without a session", async () => {
    const calls = open({
      [PREVIEW_CALL]: { body: PREVIEW },
      [CLOSE]: { body: { message: "Your account is closed", eraseAt: PREVIEW.eraseAt } },
    });
    await press("Delete account");
    await fill("secret", "delet");
    expect(deletion()).toHaveProperty("disabled", true);
    await userEvent.type(screen.getByLabelText("Type DELETE to confirm"), "e");
    await userEvent.click(deletion());
    await waitFor(() => expect(getSession()).toBeNull());
    expect(calls.find(({ call }) => call === CLOSE)?.body).toEqual({ password: "secret" });
  });

  it("takes a code by mail from who has no password, and a way that is changed forgets the proof", async () => {
    const calls = open({
      [PREVIEW_CALL]: { body: PREVIEW },
      [GOOGLE]: { body: {} },
      [CODE]: [refusal(429, "Too many requests. Please wait 5 minutes and try again."), { body: { message: "ok" } }],
      [CLOSE]: { body: { message: "Your account is closed", eraseAt: PREVIEW.eraseAt } },
    });
    await press("Delete account");
    await fill("secret", "DELETE");
    await userEvent.click(screen.getByRole("radio", { name: "Code by email" }));
    expect(deletion()).toHaveProperty("disabled", true);
    expect(screen.queryByRole("radio", { name: "Google" })).toBeNull();
    await press("Send me a code");
    expect(await screen.findByText(/Please wait 5 minutes/)).toBeTruthy();
    await press("Send me a code");
    await userEvent.type(await screen.findByLabelText("Code"), "1234");
    expect(deletion()).toHaveProperty("disabled", true);
    await userEvent.type(screen.getByLabelText("Code"), "5");
    await userEvent.click(deletion());
    await waitFor(() => expect(getSession()).toBeNull());
    expect(calls.find(({ call }) => call === CLOSE)?.body).toEqual({ otp: "12345" });
  });

  it("takes Google's word where the service offers it", async () => {
    const offer = { clientId: "orin", scriptUrl: "https://google.example/gsi/client" };
    let confirm = (_answer: { credential: string }) => {};
    vi.spyOn(document.head, "append").mockImplementation((element) => {
      if (!(element instanceof HTMLScriptElement)) return;
      const initialize = (given: { callback: typeof confirm }) => void (confirm = given.callback);
      vi.stubGlobal("google", { accounts: { id: { initialize, renderButton() {}, prompt() {} } } });
      queueMicrotask(() => element.dispatchEvent(new Event("load")));
    });
    const calls = open({
      [PREVIEW_CALL]: { body: PREVIEW },
      [GOOGLE]: { body: offer },
      [CLOSE]: { body: { message: "Your account is closed", eraseAt: PREVIEW.eraseAt } },
    });
    await press("Delete account");
    await userEvent.type(await screen.findByLabelText("Type DELETE to confirm"), "DELETE");
    await userEvent.click(await screen.findByRole("radio", { name: "Google" }));
    await press("Confirm with Google");
    await waitFor(() => expect(screen.queryByRole("button", { name: /Google/ })).toBeNull());
    act(() => confirm({ credential: "h.c.s" }));
    expect(await screen.findByText("Google has confirmed that it is you.")).toBeTruthy();
    await userEvent.click(deletion());
    await waitFor(() => expect(getSession()).toBeNull());
    expect(calls.find(({ call }) => call === CLOSE)?.body).toEqual({ credential: "h.c.s" });
  });

  it("stays when the password is wrong", async () => {
    open({ [PREVIEW_CALL]: { body: PREVIEW }, [CLOSE]: refusal(400, "The password is not correct") });
    await press("Delete account");
    await fill("wrong", "DELETE");
    await userEvent.click(deletion());
    expect(await screen.findByText("The password is not correct")).toBeTruthy();
    expect(getSession()).not.toBeNull();
  });

  it("is not offered to the last admin, and can be asked for again where nothing came", async () => {
    open({ [PREVIEW_CALL]: ["no network", { body: { ...PREVIEW, isLastAdmin: true } }] });
    await press("Delete account");
    expect(await screen.findByText("Failed to look up what you would lose")).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText("You are the last admin. Make someone else an admin first.")).toBeTruthy();
    expect(screen.queryByLabelText("Password")).toBeNull();
  });
});

describe("a closed account at the log-in", () => {
  const CLOSED = "This account is closed and will be deleted on 20 December 2026";

  it("is kept by a press, and whoever kept it is logged in", async () => {
    endSession();
    const calls = answerCalls({
      "POST /api/auth/login": refusal(403, CLOSED, { code: "account_closing" }),
      "POST /api/auth/reopen": { body: { ...SESSION, token: "t2" } },
    });
    renderScreen(<Login />, { route: "/login" });
    await userEvent.type(screen.getByLabelText("Email"), "ada@orin.example");
    await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
    expect(await screen.findByText(CLOSED)).toBeTruthy();
    expect(getSession()).toBeNull();
    await press("Keep my account");
    await waitFor(() => expect(getSession()?.token).toBe("t2"));
    expect(calls.find(({ call }) => call === "POST /api/auth/reopen")?.body).toEqual({
      ...{ email: "ada@orin.example", password: "secret", rememberMe: true },
    });
  });
});
