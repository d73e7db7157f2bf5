import { logOut } from "@contract/calls/accounts.ts";
import { adminSession } from "@contract/calls/admin_team.ts";
import { ask } from "../../lib/ask.ts";
import { ADMIN_IDLE_MS, type AdminLoginAnswer } from "@contract/admin.ts";
import type { AdminRole } from "@contract/admin_roles.ts";
import { createStore, useStore } from "../../lib/store.ts";

/**
 * Who is logged in to the back office, apart from the listener's session. The session itself is in a cookie that no
 * script reads, so nothing of it is stored here: a page that opens asks the service.
 */
interface AdminSession {
  username: string;
  userId: string;
  /** ISO; 8 hours after the log-in, and nothing prolongs it. */
  expiresAt: string;
  role: AdminRole;
}

/** Why a session ended without a log-out. */
export type EndReason = "expired" | "refused" | "idle";

/** `unknown` until the service has said who is logged in; `failed` where it could not. */
type Knowledge = "unknown" | "known" | "failed";

/** Earlier versions kept the session there. */
const FORMER_KEYS = ["adminToken", "username", "orin.admin"];
/** Timers hold 24.8 days at most; a session is far shorter, whatever the device's clock says. */
const LONGEST_TIMER_MS = 24 * 3_600_000;
/** Other tabs hear of a hand at work no more often. */
const TELL_EVERY_MS = 60_000;
const SIGNS_OF_LIFE = ["pointerdown", "keydown"];

const session = createStore<AdminSession | null>(null);
const ended = createStore<EndReason | null>(null);
const knowledge = createStore<Knowledge>("unknown");
const tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("orin-admin");

for (const key of FORMER_KEYS) localStorage.removeItem(key);

/** The admin's session now, or null. */
export function getAdminSession(): AdminSession | null {
  return session.get();
}

/** The admin's session in a component. */
export function useAdminSession(): AdminSession | null {
  return useStore(session);
}

/** Whether it is known who is logged in. */
export function useAdminKnowledge(): Knowledge {
  return useStore(knowledge);
}

/** Why the last session ended, for the log-in to say; null after a log-out. */
export function useEndReason(): EndReason | null {
  return useStore(ended);
}

/** Asks the service who is logged in, unless that is known. */
export async function askAdminSession(): Promise<void> {
  if (knowledge.get() === "known") return;
  try {
    const { session: found } = await ask(adminSession, { withToken: false });
    // A log-in meanwhile knows better.
    if (knowledge.get() !== "known") session.set(found);
    knowledge.set("known");
  } catch {
    if (knowledge.get() === "unknown") knowledge.set("failed");
  }
}

/** The service refused a call for the role of `userId`: it has changed since it was asked. */
export async function renewAdminRole(userId: string): Promise<void> {
  try {
    const { session: found } = await ask(adminSession, { withToken: false });
    const now = session.get();
    // A log-in meanwhile knows better. The same role again would pass for a hand at work.
    if (now?.userId !== userId || found?.userId !== userId || found.role === now.role) return;
    session.set({ ...now, role: found.role });
  } catch {
    // The refused call says what is wrong.
  }
}

/** Keeps who logged in. */
export function startAdminSession(
  { username, userId, expiresAt, role = "owner" }: Omit<AdminLoginAnswer, "standing" | "role"> & { role?: AdminRole },
): void {
  ended.set(null);
  knowledge.set("known");
  session.set({ username, userId, expiresAt, role });
  tabs?.postMessage("changed");
}

/** Forgets the session; every screen of the back office then leads to its log-in. */
export function endAdminSession(reason: EndReason | null = null): void {
  const wasOpen = session.get() !== null;
  ended.set(reason);
  knowledge.set("known");
  session.set(null);
  if (wasOpen) tabs?.postMessage("ended");
}

/** The service refused the session that `userId` has here. */
export function reportRefusedAdmin(userId: string): void {
  if (session.get()?.userId === userId) endAdminSession("refused");
}

/** Ends the session here and at the service. */
export function logOutAdmin(reason: EndReason | null = null): void {
  ask(logOut, { withToken: false }).catch(() => undefined);
  endAdminSession(reason);
}

/**
 * Follows other tabs, and ends the session when its 8 hours are over or the back office was not touched for half an
 * hour: screens ask again by themselves, so their calls are no sign of a person. Returns how to stop.
 */
export function watchAdminSession(): () => void {
  let usedAt = Date.now();
  let toldAt = 0;
  let timer = startTimer(usedAt);
  const restart = () => {
    clearTimeout(timer);
    timer = startTimer(usedAt);
  };
  const use = () => {
    usedAt = Date.now();
    restart();
    if (usedAt - toldAt < TELL_EVERY_MS) return;
    toldAt = usedAt;
    tabs?.postMessage("used");
  };
  const hear = ({ data }: MessageEvent) => {
    if (data === "used") {
      usedAt = Date.now();
      return restart();
    }
    session.set(null);
    knowledge.set("unknown");
    void askAdminSession();
  };
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, use, { passive: true });
  tabs?.addEventListener("message", hear);
  const stop = session.subscribe(() => {
    usedAt = Date.now();
    restart();
  });
  return () => {
    for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, use);
    tabs?.removeEventListener("message", hear);
    clearTimeout(timer);
    stop();
  };
}

function startTimer(usedAt: number): ReturnType<typeof setTimeout> | undefined {
  const now = session.get();
  const endsAt = now ? Date.parse(now.expiresAt) : Number.NaN;
  if (Number.isNaN(endsAt)) return undefined;
  const idleAt = usedAt + ADMIN_IDLE_MS;
  const end = () => endsAt <= idleAt ? endAdminSession("expired") : logOutAdmin("idle");
  const leftMs = Math.min(endsAt, idleAt) - Date.now();
  return setTimeout(end, Math.min(Math.max(leftMs, 0), LONGEST_TIMER_MS));
}
