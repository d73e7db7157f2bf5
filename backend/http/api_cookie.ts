import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";

/** What decides about the name and the rules of a cookie. */
export interface CookieNeeds {
  readonly config: { readonly env: string; readonly publicUrl: string };
}

/** What a cookie is called: over TLS no other host and no plain answer can plant one, for which browsers want a prefix. */
export function apiCookieName(deps: CookieNeeds, name: string): string {
  return isPrefixed(deps) ? `__Host-${name}` : name;
}

/** The cookie's value, if the browser sent it. */
export function apiCookieOf(deps: CookieNeeds, c: Context, name: string): string | undefined {
  return getCookie(c, apiCookieName(deps, name));
}

/** Of a cookie for the API alone; the prefix wants the path of the whole host. */
export function apiCookieOptions(deps: CookieNeeds): CookieOptions {
  const path = isPrefixed(deps) ? "/" : "/api";
  return { path, httpOnly: true, sameSite: "Strict", secure: deps.config.env === "production" };
}

/** In development people come by several names, with TLS and without. */
function isPrefixed({ config: { env, publicUrl } }: CookieNeeds): boolean {
  return env === "production" && publicUrl.startsWith("https:");
}
