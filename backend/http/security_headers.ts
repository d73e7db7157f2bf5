import { createHash } from "node:crypto";
import { join } from "node:path";
import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";

/** A route may set its own: media links send no referrer, and players elsewhere may load them. */
const OF_THE_ROUTE = ["cross-origin-resource-policy", "referrer-policy"];
/** The one page that others may frame, with rules of its own: no session, no storage, no script but its own. */
const FRAMED_PAGE = /^\/embed\/track\/[^/]+$/;
const RULES = "content-security-policy";
const YEAR_S = 31_536_000;
/** The scripts inside the page, so that the first paint and the first answer wait for no other file. */
const SCRIPTS = ["theme.js", "ask_early.js"].map((file) => join(import.meta.dirname ?? "", "../../pwa", file));
/** Pictures and previews of music from Spotify. */
const SPOTIFY = [
  "https://i.scdn.co",
  "https://mosaic.scdn.co",
  "https://image-cdn-ak.spotifycdn.com",
  "https://p.scdn.co",
];

/**
 * The headers of every answer: only our own scripts run, no other site frames us but for the embedded player, no cache
 * keeps the API's answers, but for lists without a caller (`etag.ts`). With a Google client id the sign-in button's
 * script may run, too; with Spotify's catalogue its pictures and previews may load.
 */
export function securityHeaders(
  config: Pick<Deps["config"], "env" | "googleClientId" | "googleIssuer"> & Partial<Pick<Deps["config"], "spotify">>,
): MiddlewareHandler {
  const google = config.googleClientId === undefined ? [] : [`${config.googleIssuer}/gsi/`];
  const { spotify: catalogue } = config;
  const spotify = catalogue === undefined
    ? []
    : catalogue.baseUrl === undefined
    ? SPOTIFY
    : [new URL(catalogue.baseUrl).origin];
  const headers = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...SCRIPTS.map(hashOf), ...google],
      // Radix and sonner set style attributes and elements of their own.
      styleSrc: ["'self'", "'unsafe-inline'", ...google],
      imgSrc: ["'self'", "data:", "blob:", ...spotify],
      mediaSrc: ["'self'", "blob:", ...spotify],
      connectSrc: ["'self'", ...google],
      frameSrc: google.length > 0 ? google : ["'none'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    crossOriginOpenerPolicy: "same-origin-allow-popups",
    crossOriginResourcePolicy: "same-site",
    referrerPolicy: "strict-origin-when-cross-origin",
    strictTransportSecurity: config.env === "production" ? `max-age=${YEAR_S}; includeSubDomains` : false,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [], autoplay: ["self"] },
    xFrameOptions: "DENY",
  });
  return async (c, next) => {
    refuseForeignPage(c.req.method, c.req.header("sec-fetch-site"));
    if (!URL.canParse(c.req.url)) throw new Refusal("invalid_request", "The Host header is not a host name");
    let own: [string, string][] = [];
    await headers(c, async () => {
      await next();
      own = [...OF_THE_ROUTE, ...FRAMED_PAGE.test(c.req.path) ? [RULES] : []].flatMap((name) => {
        const value = c.res.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
    });
    for (const [name, value] of own) c.res.headers.set(name, value);
    if (own.some(([name]) => name === RULES)) letFrame(c.res.headers);
    if (c.req.path.startsWith("/api/") && !c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
  };
}

/** A page in a sandbox is refused by browsers where it has an opener policy, too. */
function letFrame(headers: Headers): void {
  headers.delete("x-frame-options");
  headers.delete("cross-origin-opener-policy");
}

/** A script's source in CSP's notation (CSP level 3, section 2.3.1): no other script in a page runs. */
function hashOf(file: string): string {
  return `'sha256-${createHash("sha256").update(Deno.readFileSync(file)).digest("base64")}'`;
}

/** Another site's page may change nothing here, with or without a cookie. */
function refuseForeignPage(method: string, fetchSite: string | undefined): void {
  if (fetchSite !== "cross-site" || ["GET", "HEAD", "OPTIONS"].includes(method)) return;
  throw new Refusal("cross_site", "Requests from other sites are refused");
}
