import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { PersonalData } from "../store/personal/personal_data.ts";
import type { Sql } from "../store/sql.ts";
import { apiCookieName, apiCookieOf, apiCookieOptions, type CookieNeeds } from "./api_cookie.ts";

const NAME = "orin_device";
/** As long as browsers keep a cookie at most. */
const KEPT_MS = 400 * 24 * 3_600_000;

interface KnownDeviceDeps extends CookieNeeds {
  readonly personal: PersonalData;
  readonly store: { readonly sql: Sql };
  /** Epoch ms. */
  now(): number;
}

/**
 * Notes that a person has logged in with this browser, and gives it a key to show that by; no script can read it.
 * Answers whether it is another one than those they have used before; the first of all is not.
 */
export async function knowDevice(deps: KnownDeviceDeps, c: Context, userId: string): Promise<boolean> {
  const key = keyOf(deps, c) ?? randomBytes(16).toString("base64url");
  const device = hashOf(deps, key);
  const known = await deps.store.sql<{ device: string }[]>`
    select device from known_devices where user_id = ${userId}`;
  await deps.store.sql`
    insert into known_devices (user_id, device, noted_at)
    values (${userId}, ${device}, ${new Date(deps.now())})
    on conflict (user_id, device) do update set noted_at = excluded.noted_at`;
  setCookie(c, apiCookieName(deps, NAME), key, { ...apiCookieOptions(deps), maxAge: KEPT_MS / 1_000 });
  return known.length > 0 && !known.some((one) => one.device === device);
}

/** The browser's name in hashes, if the person has logged in with it and has not changed the password since. */
export async function isKnownDevice(deps: KnownDeviceDeps, c: Context, userId: string): Promise<string | undefined> {
  const key = keyOf(deps, c);
  if (key === undefined) return undefined;
  const device = hashOf(deps, key);
  const rows = await deps.store.sql`
    select from known_devices where user_id = ${userId} and device = ${device}
      and noted_at > ${new Date(deps.now() - KEPT_MS)}`;
  return rows.length > 0 ? `${device} ${userId}` : undefined;
}

/** Each has to log in anew before it counts again: the password is another one, or the person is gone. */
export async function forgetDevices(sql: Sql, userId: string): Promise<void> {
  await sql`delete from known_devices where user_id = ${userId}`;
}

/** Of devices that were not used for as long as a browser keeps its cookie; `now` in epoch ms. */
export async function forgetOldDevices(sql: Sql, now: number): Promise<void> {
  await sql`delete from known_devices where noted_at < ${new Date(now - KEPT_MS)}`;
}

function keyOf(deps: KnownDeviceDeps, c: Context): string | undefined {
  // Browsers that logged in before the name had a prefix keep theirs.
  const key = apiCookieOf(deps, c, NAME) ?? getCookie(c, NAME);
  return key !== undefined && /^[\w-]{22}$/.test(key) ? key : undefined;
}

function hashOf({ personal }: KnownDeviceDeps, key: string): string {
  return personal.lookupHash("known device", key);
}
