import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { apiCookieName, apiCookieOf, apiCookieOptions } from "./api_cookie.ts";

const NAME = "orin_admin";
const READS = ["GET", "HEAD", "OPTIONS"];

/** Gives the browser a session of the back office that no script can read. Closing the browser forgets it. */
export function setAdminCookie(deps: Pick<Deps, "config">, c: Context, token: string): void {
  setCookie(c, apiCookieName(deps, NAME), token, apiCookieOptions(deps));
}

/** Takes the cookie back. */
export function clearAdminCookie(deps: Pick<Deps, "config">, c: Context): void {
  deleteCookie(c, apiCookieName(deps, NAME), apiCookieOptions(deps));
}

/** The token that a browser had before a log-in, whose page was checked. */
export function formerTokenOf(deps: Pick<Deps, "config">, c: Context): string | undefined {
  return apiCookieOf(deps, c, NAME);
}

/** The token in the cookie. Throws Refusal `cross_site` where a page that is not ours would change something with it. */
export function adminCookieOf(deps: Pick<Deps, "config">, c: Context): string | undefined {
  const token = apiCookieOf(deps, c, NAME);
  if (token === undefined || token === "") return undefined;
  const isNamed = c.req.header("origin") !== undefined || c.req.header("sec-fetch-site") !== undefined;
  if (!READS.includes(c.req.method) && !(isNamed && isOwnPage(deps.config, c))) throw foreign();
  return token;
}

/** Throws Refusal `cross_site` where a page that is not ours asks for a cookie. */
export function refuseForeignLogIn({ config }: Pick<Deps, "config">, c: Context): void {
  if (!isOwnPage(config, c)) throw foreign();
}

/** Browsers say which page a changing call comes from; both headers must name ours where they are there. */
function isOwnPage({ publicUrl }: Deps["config"], c: Context): boolean {
  const [site, origin] = [c.req.header("sec-fetch-site"), c.req.header("origin")];
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { origin: said, host } = new URL(origin);
  // A proxy may change the host; in development people come by several names.
  return said === new URL(publicUrl).origin || host === new URL(c.req.url).host;
}

function foreign(): Refusal {
  return new Refusal("cross_site", "Requests from other sites are refused");
}
