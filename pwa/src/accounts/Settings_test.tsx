import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, getSession, startSession } from "../lib/session.ts";
import { createStore, useStore } from "../lib/store.ts";
import { EMPTY_SNAPSHOT, type OutboxSnapshot } from "../outbox/snapshot.ts";
import { SessionList, SettingsSection } from "./SettingsSection.tsx";
import { Settings } from "./Settings.tsx";

const outbox = createStore<OutboxSnapshot>(EMPTY_SNAPSHOT);
vi.mock("../lib/app_outbox.ts", () => ({ useOutboxSnapshot: () => useStore(outbox) }));

const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const PROFILE = {
  ...{ _id: "u1", id: "u1", firstName: "Amaka", lastName: "Obi", email: "amaka@orin.example", phone: "0803" },
  ...{ address: "Ikeja", role: "listener", isAdmin: false, isSubscribed: false, createdAt: "2026-09-21T10:00:00Z" },
};
const ANDROID = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0";
const session = (id: string, userAgent: string) => ({
  ...{ id, userAgent, isCurrent: id === "s1" },
  ...{ createdAt: "2026-11-01T10:00:00Z", lastSeenAt: "2026-11-02T10:00:00Z", expiresAt: "2027-01-01T10:00:00Z" },
});
const SESSIONS = { body: { sessions: [session("s2", FIREFOX), session("s1", ANDROID)] } };

function open(
  answers: Record<string, Answer | readonly Answer[]> = {},
  path = "/settings",
  shown = path === "/settings" ? <Settings /> : <SettingsSection />,
) {
  const calls = answerCalls({
    "GET /api/auth/profile": { body: PROFILE },
    "GET /api/auth/sessions": SESSIONS,
    "POST /api/auth/logout": { body: { message: "Logged out" } },
    ...answers,
  });
  renderScreen(shown, { route: path === "/settings" ? path : "/settings/:section", path });
  return calls;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  localStorage.clear();
  startSession(SESSION, true);
  outbox.set(EMPTY_SNAPSHOT);
});

afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
});

describe("the profile", () => {
  it("is saved, but for the email", async () => {
    const calls = open({ "PUT /api/auth/profile": { body: { ...PROFILE, firstName: "Ada", message: "ok" } } });
    const name = await screen.findByLabelText<HTMLInputElement>("First name");
    expect(screen.getByLabelText("Email")).toHaveProperty("readOnly", true);
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
    await userEvent.clear(name);
    await userEvent.type(name, "Ada");
    await press("Save");
    expect(await screen.findByText("Profile updated successfully")).toBeTruthy();
    const sent = calls.find((call) => call.call === "PUT /api/auth/profile");
    expect(sent?.body).toEqual({ firstName: "Ada", lastName: "Obi", phone: "0803", address: "Ikeja" });
    expect(name.value).toBe("Ada");
  });

  it.each(
    [
      [refusal(400, "First name is required", { fields: { firstName: "First name is required" } }), 2],
      ["no network", 0],
    ] as const,
  )("says why it was not saved, and keeps what was typed", async (answer, times) => {
    open({ "PUT /api/auth/profile": answer });
    await userEvent.type(await screen.findByLabelText("First name"), "x");
    await press("Save");
    if (times > 0) expect(await screen.findAllByText("First name is required")).toHaveLength(times);
    else expect(await screen.findByText("Failed to update profile")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Amakax");
  });

  it("says that it could not be loaded, while the rest of the screen stands", async () => {
    open({ "GET /api/auth/profile": { status: 500, body: {} } });
    expect(await screen.findByText("Failed to load profile data")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Password" })).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Your level/ }).getAttribute("href")).toBe("/settings/level");
  });
});

describe("the picture", () => {
  it("is set, and taken away after a question; what fails is said in the documented words", async () => {
    const picture = (url: string) => ({ body: { success: true, message: "ok", profilePicture: { url } } });
    const calls = open({
      "POST /api/auth/upload-dp": ["no network", picture("/media/pictures/x/512.webp"), "no network"],
      "DELETE /api/auth/delete-dp": ["no network", picture("")],
    });
    const told = vi.fn();
    addEventListener("refresh-profile", told);
    const file = new File(["picture"], "me.png", { type: "image/png" });
    await userEvent.upload(await screen.findByLabelText("Upload picture"), file);
    expect(await screen.findByText("Failed to upload profile picture")).toBeTruthy();
    await userEvent.upload(screen.getByLabelText("Upload picture"), file);
    expect(await screen.findByText("Profile picture updated successfully")).toBeTruthy();
    expect(screen.queryByText("Failed to upload profile picture")).toBeNull();
    await userEvent.upload(screen.getByLabelText("Upload picture"), file);
    expect(await screen.findByText("Failed to upload profile picture")).toBeTruthy();
    expect(screen.queryByText("Profile picture updated successfully")).toBeNull();
    const sent = calls.find(({ call }) => call === "POST /api/auth/upload-dp")?.body;
    expect(sent instanceof FormData && sent.get("profilePicture")).toBeInstanceOf(File);
    expect(screen.getByRole("img", { name: "Your picture" }).getAttribute("src")).toMatch(/^\/media\/pictures\/x\//);
    await press("Delete picture");
    const dialog = within(screen.getByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await dialog.findByText("Failed to delete profile picture")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Profile picture deleted successfully")).toBeTruthy();
    expect(screen.queryByText("Failed to upload profile picture")).toBeNull();
    expect(screen.queryByRole("button", { name: "Delete picture" })).toBeNull();
    expect(told).toHaveBeenCalledTimes(2);
  });
});

describe("the notifications", () => {
  it("are switched off and stay off; where that cannot be saved they are as they were", async () => {
    const calls = open({
      "GET /api/v1/settings": { body: { notifications: true } },
      "PUT /api/v1/settings": ["no network", { body: { notifications: false } }],
    });
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Email me reminders/ });
    await vi.waitFor(() => expect(box.disabled).toBe(false));
    await userEvent.click(box);
    expect(await screen.findByText("Failed to save your settings")).toBeTruthy();
    expect(box.checked).toBe(true);
    await userEvent.click(box);
    await vi.waitFor(() => expect(calls.filter(({ call }) => call.startsWith("PUT"))).toHaveLength(2));
    expect(calls.at(-1)?.body).toEqual({ notifications: false });
    await vi.waitFor(() => expect(box.checked).toBe(false));
    expect(screen.queryByText("Failed to save your settings")).toBeNull();
  });
});

describe("the name that artists see", () => {
  it("is off at first, says what follows from it, and is as it was where it cannot be saved", async () => {
    const settings = (isNamed: boolean) => ({ body: { notifications: true, isNamed } });
    const calls = open({
      "GET /api/v1/settings": settings(false),
      "PUT /api/v1/settings": ["no network", settings(true)],
    }, "/settings/privacy");
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Show my name to artists" });
    await vi.waitFor(() => expect(box.disabled).toBe(false));
    expect(box.checked).toBe(false);
    expect(screen.getByText(/Off: they see “A listener”/)).toBeTruthy();
    await userEvent.click(box);
    expect(await screen.findByText("Failed to save your settings")).toBeTruthy();
    expect(box.checked).toBe(false);
    await userEvent.click(box);
    await vi.waitFor(() => expect(box.checked).toBe(true));
    expect(calls.at(-1)?.body).toEqual({ isNamed: true });
    expect(screen.getByRole("link", { name: "Who sees what about you" }).getAttribute("href")).toBe("/privacy-policy");
  });
});

describe("the password", () => {
  it("needs both fields", async () => {
    const calls = open();
    await press("Change Password");
    await press("Save password");
    expect(screen.getByText("Both current and new passwords are required")).toBeTruthy();
    expect(calls.some((call) => call.call.startsWith("PUT"))).toBe(false);
  });

  it.each(
    [
      [refusal(400, "Current password is incorrect"), "Current password is incorrect"],
      ["no network", "Failed to change password"],
    ] as const,
  )("says why it was not changed", async (answer, text) => {
    open({ "PUT /api/auth/change-password": answer });
    await press("Change Password");
    await userEvent.type(screen.getByLabelText("Current password"), "old-one");
    await userEvent.type(screen.getByLabelText("New password"), "New.one-1{Enter}");
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("keeps the rule of every new password", async () => {
    const calls = open();
    await press("Change Password");
    await userEvent.type(screen.getByLabelText("Current password"), "old-one");
    await userEvent.type(screen.getByLabelText("New password"), "new-one");
    expect(screen.getByText("Password must have:")).toBeTruthy();
    await press("Save password");
    await waitFor(() => expect(screen.getAllByText("Minimum length is 8 characters.")).toHaveLength(2));
    expect(calls.some((call) => call.call.startsWith("PUT"))).toBe(false);
  });

  it("is changed, and the list of devices is asked for again", async () => {
    const both = (
      <>
        <Settings />
        <SessionList />
      </>
    );
    const calls = open({ "PUT /api/auth/change-password": { body: { message: "ok" } } }, "/settings", both);
    await press("Change Password");
    await userEvent.type(screen.getByLabelText("Current password"), "old-one");
    await userEvent.type(screen.getByLabelText("New password"), "New.one-1{Enter}");
    expect(await screen.findByText("Password changed successfully")).toBeTruthy();
    expect(screen.queryByLabelText("New password")).toBeNull();
    expect(calls.filter((call) => call.call === "GET /api/auth/sessions").length).toBeGreaterThan(1);
  });
});

describe("the devices", () => {
  it("are named, the present one first, and others can be logged out", async () => {
    const calls = open({ "DELETE /api/auth/sessions/s2": { body: { message: "Session ended" } } }, "/settings/log-ins");
    const rows = within((await screen.findByText("Chrome on Android")).closest("ul") ?? document.body);
    const names = rows.getAllByRole("listitem").map((row) => row.textContent);
    expect(names[0]).toMatch(/^Chrome on AndroidThis device$/);
    expect(names[1]).toMatch(/^Firefox on Windows/);
    await press(/Log out\s*Firefox on Windows/);
    expect(calls.some((call) => call.call === "DELETE /api/auth/sessions/s2")).toBe(true);
  });
});

it.each(["/settings/nothing", "/settings/toString"])(
  "an unknown section, %s, leads back to all of them",
  async (path) => {
    open({}, path);
    expect(await screen.findByText("/settings")).toBeTruthy();
  },
);

describe("logging out", () => {
  it.each(
    [
      ["online", { body: { message: "Logged out" } }],
      ["offline", "no network"],
    ] as const,
  )("leads to the log-in, %s", async (_where, answer) => {
    const calls = open({ "POST /api/auth/logout": answer });
    await press("Log out");
    expect(await screen.findByText("/login")).toBeTruthy();
    expect(getSession()).toBeNull();
    const sent = calls.find((call) => call.call === "POST /api/auth/logout");
    expect(sent?.headers.get("authorization")).toBe("Bearer t1");
  });

  it("asks first when plays wait, and says that they are not lost", async () => {
    const calls = open();
    act(() => outbox.set({ ...EMPTY_SNAPSHOT, userId: "u1", waiting: 2 }));
    await press("Log out");
    const dialog = screen.getByRole("alertdialog", { name: "2 plays waiting" });
    expect(within(dialog).getByText(/They stay on this device. Orin sends them/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(getSession()).not.toBeNull();
    await press("Log out");
    await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Log out" }));
    expect(await screen.findByText("/login")).toBeTruthy();
    expect(calls.filter((call) => call.call === "POST /api/auth/logout")).toHaveLength(1);
  });
});
