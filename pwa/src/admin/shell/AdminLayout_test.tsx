import { useQuery } from "@tanstack/react-query";
import { act, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, type Call, refusal } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { failureText } from "../../lib/api_error.ts";
import { AdminLogin } from "../AdminLogin.tsx";
import { sendMailsAgain } from "@contract/calls/admin.ts";
import { askAsAdmin } from "./admin_api.ts";
import { ADMIN_SCREENS } from "../../rare_routes.tsx";
import { AdminLayout } from "./AdminLayout.tsx";
import { endAdminSession, getAdminSession, startAdminSession } from "./session.ts";

const HOUR_MS = 3_600_000;
const session = (lastsMs = 8 * HOUR_MS) => ({
  ...{ username: "Ngozi Obi", userId: "u1", message: "" },
  expiresAt: new Date(Date.now() + lastsMs).toISOString(),
});
const NEEDED = refusal(403, "Please enter your password again", { code: "password_needed" });

/** A screen that decides on something as it opens. */
function Decision() {
  const decision = useQuery({
    queryKey: ["admin", "d"],
    queryFn: () => askAsAdmin(sendMailsAgain),
  });
  return <p>{decision.data?.message ?? (decision.isError ? failureText(decision.error, "failed") : "waiting")}</p>;
}

function open() {
  renderScreen(
    <AdminLayout screens={ADMIN_SCREENS}>
      <Decision />
    </AdminLayout>,
    { route: "/users", path: "/users?q=a" },
  );
}

/** Without what the layout asks by itself. */
const decisionsIn = (calls: readonly Call[]) => calls.map(({ call }) => call).filter((call) => call.startsWith("POST"));

beforeEach(() => {
  localStorage.clear();
  endAdminSession();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("AdminLayout", () => {
  it("leads whoever is not logged in to /admin", async () => {
    answerCalls({});
    open();
    expect(await screen.findByText("/admin")).toBeTruthy();
  });

  it("shows the documented navigation and sends no listener's token", async () => {
    startAdminSession(session());
    localStorage.setItem("token", "a listener's");
    const calls = answerCalls({ "POST /api/v1/admin/mails/again": { body: { message: "done" } } });
    open();
    expect(await screen.findByText("done")).toBeTruthy();
    expect(calls[0]?.headers.get("authorization")).toBeNull();
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      ...["/dashboard", "/dashboard", "/users", "/alltrack", "/approve-earnings", "/books", "/groups", "/audit"],
      ...["/create-admin", "/upload-song", "/admin"],
    ]);
    const names = within(screen.getByRole("navigation")).getAllByRole("link").map((link) => link.textContent);
    const entries = ["Work", "People", "Music", "Funds", "Books", "Trust", "Audit", "Settings"];
    expect(names).toEqual([...entries, "Upload Song"].map((name) => expect.stringContaining(name)));
  });

  it("ends the session on a 401", async () => {
    startAdminSession(session());
    answerCalls({ "POST /api/v1/admin/mails/again": refusal(401, "Authentication required. Please login again.") });
    open();
    expect(await screen.findByText("/admin")).toBeTruthy();
    expect(getAdminSession()).toBeNull();
  });

  it("takes over the admin's new role when the service refuses a call for it", async () => {
    startAdminSession({ ...session(), role: "owner" });
    const { userId, username, expiresAt } = session();
    answerCalls({
      "POST /api/v1/admin/mails/again": refusal(403, "Your role does not allow this", { code: "role_forbidden" }),
      "GET /api/v1/admin/session": { body: { session: { userId, username, expiresAt, role: "catalogue" } } },
    });
    open();
    expect(await screen.findByText(/^Your role is Catalogue\. This page is for /)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "People" })).toBeNull();
    expect(getAdminSession()?.role).toBe("catalogue");
  });

  it("ends it when its hours are over", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    startAdminSession(session(20 * 60_000));
    answerCalls({ "POST /api/v1/admin/mails/again": { body: { message: "done" } } });
    open();
    act(() => void vi.advanceTimersByTime(20 * 60_000 - 1_000));
    expect(getAdminSession()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(2_000));
    expect(getAdminSession()).toBeNull();
  });

  it("logs out after half an hour in which nobody touched it, although its screens ask again", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    startAdminSession(session());
    const calls = answerCalls({
      "POST /api/v1/admin/mails/again": { body: { message: "done" } },
      "POST /api/auth/logout": { body: {} },
    });
    open();
    act(() => void vi.advanceTimersByTime(29 * 60_000));
    act(() => void dispatchEvent(new Event("pointerdown")));
    act(() => void vi.advanceTimersByTime(29 * 60_000));
    expect(getAdminSession()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(2 * 60_000));
    expect(getAdminSession()).toBeNull();
    expect(calls.map(({ call }) => call)).toContain("POST /api/auth/logout");
  });

  it("asks for the password where the service wants it, and makes the call once more", async () => {
    startAdminSession(session());
    const calls = answerCalls({
      "POST /api/v1/admin/mails/again": [NEEDED, { body: { message: "decided" } }],
      "POST /api/v1/admin/confirm-password": [refusal(400, "The password is not correct"), { body: { message: "ok" } }],
    });
    open();
    const field = await screen.findByLabelText("Your password");
    await userEvent.type(field, "wrong{Enter}");
    expect(await screen.findByText("The password is not correct")).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, "right{Enter}");
    expect(await screen.findByText("decided")).toBeTruthy();
    expect(screen.queryByLabelText("Your password")).toBeNull();
    expect(decisionsIn(calls)).toEqual([
      ...[
        "POST /api/v1/admin/mails/again",
        "POST /api/v1/admin/confirm-password",
        "POST /api/v1/admin/confirm-password",
        "POST /api/v1/admin/mails/again",
      ],
    ]);
  });

  it("shows the refusal when the dialog is closed", async () => {
    startAdminSession(session());
    const calls = answerCalls({ "POST /api/v1/admin/mails/again": NEEDED });
    open();
    await screen.findByLabelText("Your password");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Please enter your password again")).toBeTruthy();
    expect(decisionsIn(calls)).toHaveLength(1);
  });

  it("says on every page that payouts are paused, why, and where to do something about it", async () => {
    startAdminSession(session());
    const pause = { at: new Date().toISOString(), by: "Ada Obi", reason: "Odd payments", findings: [] };
    answerCalls({
      "POST /api/v1/admin/mails/again": { body: { message: "done" } },
      "GET /api/v1/admin/payouts/pause": { body: { status: "paused", pause, lostPayouts: [], history: [] } },
    });
    open();
    expect(await screen.findByText(/Ada Obi paused them: Odd payments/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "See what to do" }).getAttribute("href")).toBe(
      "/approve-earnings?payouts=open",
    );
  });
});

describe("AdminLogin", () => {
  const CALL = "POST /api/v1/admin/login";

  it.each(
    [
      ["the service's own text", refusal(401, "wrong password or wrong username"), "wrong password or wrong username"],
      ["its own, where the answer has none", { status: 500, body: {} }, "Login failed"],
      ["another where no answer came", "no network", "An error occurred. Please try again."],
    ] as const,
  )("shows %s", async (_what, answer, text) => {
    answerCalls({ [CALL]: answer });
    renderScreen(<AdminLogin />, { route: "/admin" });
    await userEvent.type(screen.getByLabelText("Email"), "a@orin.example");
    await userEvent.type(screen.getByLabelText("Password"), "x{Enter}");
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("asks for a cookie, stores nothing, and leads to /dashboard", async () => {
    const calls = answerCalls({ [CALL]: { body: { ...session(), standing: "works" } } });
    renderScreen(<AdminLogin />, { route: "/admin" });
    await userEvent.type(screen.getByLabelText("Email"), "a@orin.example");
    await userEvent.type(screen.getByLabelText("Password"), "x{Enter}");
    expect(await screen.findByText("/dashboard")).toBeTruthy();
    expect(calls.find(({ call }) => call === CALL)?.body).toMatchObject({ session: "cookie" });
    expect([localStorage.getItem("adminToken"), localStorage.getItem("username"), localStorage.getItem("token")])
      .toEqual([null, null, null]);
  });
});
