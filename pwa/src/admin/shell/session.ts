import type { AdminLoginAnswer } from "@contract/admin.ts";
import { ADMIN_ROLES, type AdminRole } from "@contract/admin_roles.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { readRecord } from "../../lib/stored_json.ts";

/** Who is logged in to the back office on this device: apart from the listener's session, with keys of its own. */
interface AdminSession {
  token: string;
  username: string;
  userId: string;
  /** ISO; 8 hours after the log-in, and nothing prolongs it. */
  expiresAt: string;
  role: AdminRole;
}

/** Why a session ended that nobody logged out of. */
export type EndReason = "expired" | "refused";

const TOKEN_KEY = "adminToken";
const NAME_KEY = "username";
const DETAILS_KEY = "orin.admin";
/** Timers hold 24.8 days at most; a session is far shorter, whatever the device's clock says. */
const LONGEST_TIMER_MS = 24 * 3_600_000;

const session = createStore<AdminSession | null>(readStored());
const ended = createStore<EndReason | null>(null);

/** The admin's session now, or null. */
export function getAdminSession(): AdminSession | null {
  return session.get();
}

/** The admin's session in a component. */
export function useAdminSession(): AdminSession | null {
  return useStore(session);
}

/** Why the last session ended, for the log-in to say; null after a log-out. */
export function useEndReason(): EndReason | null {
  return useStore(ended);
}

/** Keeps what the log-in answered. */
export function startAdminSession(
  { token, username, userId, expiresAt, role }: Omit<AdminLoginAnswer, "standing" | "role"> & { role?: AdminRole },
): void {
  localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(NAME_KEY, username);
  localStorage.setItem(DETAILS_KEY, JSON.stringify({ userId, expiresAt, role }));
  ended.set(null);
  session.set(readStored());
}

/** Forgets the session; every screen of the back office then leads to its log-in. */
export function endAdminSession(reason: EndReason | null = null): void {
  for (const key of [TOKEN_KEY, NAME_KEY, DETAILS_KEY]) localStorage.removeItem(key);
  ended.set(reason);
  session.set(null);
}

/** The service refused this token: only the session that still has it ends. */
export function reportRefusedAdminToken(token: string): void {
  if (session.get()?.token === token) endAdminSession("refused");
}

/** Follows other tabs, and ends the session when its 8 hours are over. Returns how to stop. */
export function watchAdminSession(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === TOKEN_KEY || event.key === DETAILS_KEY || event.key === null) session.set(readStored());
  };
  addEventListener("storage", follow);
  let timer = startTimer();
  const stop = session.subscribe(() => {
    clearTimeout(timer);
    timer = startTimer();
  });
  return () => {
    removeEventListener("storage", follow);
    clearTimeout(timer);
    stop();
  };
}

function startTimer(): ReturnType<typeof setTimeout> | undefined {
  const now = session.get();
  const leftMs = now ? Date.parse(now.expiresAt) - Date.now() : Number.NaN;
  if (Number.isNaN(leftMs)) return undefined;
  return setTimeout(() => endAdminSession("expired"), Math.min(Math.max(leftMs, 0), LONGEST_TIMER_MS));
}

function readStored(): AdminSession | null {
  const token = localStorage.getItem(TOKEN_KEY);
  if (!token) return null;
  const details = readRecord(localStorage, DETAILS_KEY);
  const text = (key: string) => typeof details[key] === "string" ? details[key] : "";
  const username = localStorage.getItem(NAME_KEY) ?? "";
  // The service decides on each call; this only hides what it would refuse.
  const role = ADMIN_ROLES.find((one) => one === details.role) ?? "owner";
  return { token, username, userId: text("userId"), expiresAt: text("expiresAt"), role };
}
