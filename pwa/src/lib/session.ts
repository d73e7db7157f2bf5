import type { LoginAnswer, Role } from "@contract/accounts.ts";
import { createStore, useStore } from "./store.ts";
import { readRecord } from "./stored_json.ts";

/** Who is logged in on this device. `reportToken` sends play reports only and outlives the session. */
interface Session {
  token: string;
  userId: string;
  role: Role;
  reportToken: string;
  expiresAt: string;
  remember: boolean;
}

const DETAILS_KEY = "orin.session";
const ALIVE = "orin-session";

const session = createStore<Session | null>(readStored());
/** The token that the service refused while it was in use; the shell then asks to log in again. */
const refused = createStore<string | null>(null);
let isForgotten = false;

/** The session now, or null for a visitor. */
export function getSession(): Session | null {
  return session.get();
}

/** The session in a component. */
export function useSession(): Session | null {
  return useStore(session);
}

/** Whether a session that was not to be remembered has just ended, because the browser was closed meanwhile. */
export function wasForgotten(): boolean {
  return isForgotten;
}

/** Calls back when someone logs in or out, in this tab or another. */
export function subscribeSession(listener: () => void): () => void {
  return session.subscribe(listener);
}

/** Keeps the log-in's answer. The token is in local storage under `token`, as documented. */
export function startSession(answer: LoginAnswer, remember: boolean): void {
  const { token, ...details } = answer;
  localStorage.setItem("token", token);
  localStorage.setItem("userId", answer.userId);
  localStorage.setItem(DETAILS_KEY, JSON.stringify({ ...details, remember }));
  refused.set(null);
  session.set(readStored());
  if (!remember) keepAlive();
}

/** Forgets the session. What waits in the outbox stays: it is money. */
export function endSession(): void {
  for (const key of ["token", "userId", DETAILS_KEY]) localStorage.removeItem(key);
  sessionStorage.removeItem(ALIVE);
  refused.set(null);
  session.set(null);
}

/** Says that the service refused the token. Nothing is removed: music plays on and the outbox keeps its rows. */
export function reportRefusedToken(token: string): void {
  if (session.get()?.token === token) refused.set(token);
}

/** True while the stored token is known to be refused. */
export function useIsRefused(): boolean {
  return useStore(refused) !== null;
}

/** Where to log in and return afterwards. */
export function loginPath(next: string = location.pathname + location.search, way = "/login"): string {
  return next === "/" ? way : `${way}?next=${encodeURIComponent(next)}`;
}

/** Where to sign up, with the place to return to. */
export function signUpPath(next?: string): string {
  return loginPath(next, "/signup");
}

/** The place to return to after log-in; only paths of this site, so that no link leads elsewhere. */
export function nextPath(search: string, fallback: string): string {
  const next = new URLSearchParams(search).get("next");
  if (!next || !next.startsWith("/")) return fallback;
  const url = new URL(next, location.origin);
  return url.origin === location.origin && url.pathname !== "/login" ? url.pathname + url.search + url.hash : fallback;
}

/**
 * Follows other tabs, and forgets a session without "remember me" once the browser was closed: then no tab
 * holds its lock and this tab has no mark of it. Call once, before the first screen.
 */
export async function watchSession(): Promise<void> {
  addEventListener("storage", (event) => {
    const key = event instanceof StorageEvent ? event.key : null;
    if (key === "token" || key === DETAILS_KEY || key === null) session.set(readStored());
  });
  const now = session.get();
  if (!now || now.remember) return;
  if (sessionStorage.getItem(ALIVE) !== now.token && !(await isAliveElsewhere())) {
    isForgotten = true;
    return endSession();
  }
  keepAlive();
}

/** Without Web Locks that is unknown: then the session stays, and the service ends it after a day. */
async function isAliveElsewhere(): Promise<boolean> {
  if (!navigator.locks) return true;
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === ALIVE);
}

function keepAlive(): void {
  const token = session.get()?.token;
  if (!token) return;
  sessionStorage.setItem(ALIVE, token);
  navigator.locks?.request(ALIVE, { mode: "shared" }, () =>
    new Promise<void>((release) => {
      const stop = subscribeSession(() => {
        if (session.get()?.token === token) return;
        stop();
        release();
      });
    })).catch(() => undefined);
}

function readStored(): Session | null {
  const token = localStorage.getItem("token");
  if (!token) return null;
  const details = readRecord(localStorage, DETAILS_KEY);
  const text = (key: string) => typeof details[key] === "string" ? details[key] : "";
  return {
    token,
    userId: localStorage.getItem("userId") ?? text("userId"),
    role: details.role === "creator" ? "creator" : "listener",
    reportToken: text("reportToken"),
    expiresAt: text("expiresAt"),
    remember: details.remember !== false,
  };
}
