import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";

const NAME = "orin_admin";
/** The back office's calls are spread over all of the API; pages and media never get it. */
const PATH = "/api";
const READS = ["GET", "HEAD", "OPTIONS"];

/** Gives the browser a session of the back office that no script can read. Closing the browser forgets it. */
export function setAdminCookie({ config }: Pick<Deps, "config">, c: Context, token: string): void {
  setCookie(c, NAME, token, { path: PATH, httpOnly: true, sameSite: "Strict", secure: config.env === "production" });
}

/** Takes the cookie back. */
export function clearAdminCookie({ config }: Pick<Deps, "config">, c: Context): void {
  deleteCookie(c, NAME, { path: PATH, httpOnly: true, sameSite: "Strict", secure: config.env === "production" });
}

/** The token that a browser had before a log-in, whose page was checked. */
export function formerTokenOf(c: Context): string | undefined {
  return getCookie(c, NAME);
}

/** The token in the cookie. Throws Refusal `cross_site` where a page that is not ours would change something with it. */
export function adminCookieOf({ config }: Pick<Deps, "config">, c: Context): string | undefined {
  const token = getCookie(c, NAME);
  if (token === undefined || token === "") return undefined;
  const isNamed = c.req.header("origin") !== undefined || c.req.header("sec-fetch-site") !== undefined;
  if (!READS.includes(c.req.method) && !(isNamed && isOwnPage(config, c))) throw foreign();
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
