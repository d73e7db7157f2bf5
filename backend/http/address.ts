import type { Context } from "hono";

/**
 * The caller's network address, for limits. A proxy is beside us in a private network: then the last address it noted
 * counts, and nothing the caller wrote before it. Of IPv6 we use only the network part, since a household has a whole
 * network. "unknown" without a connection (tests).
 */
export function addressOf(c: Context): string {
  const peer = networkOf(peerOf(c.env));
  const noted = c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim();
  return noted && isPrivate(peer) ? networkOf(noted) : peer;
}

/** Deno.serve's connection, passed on by `app.fetch(request, info)`. */
function peerOf(env: unknown): string {
  if (typeof env !== "object" || env === null || !("remoteAddr" in env)) return "unknown";
  const { remoteAddr } = env;
  const isNamed = typeof remoteAddr === "object" && remoteAddr !== null && "hostname" in remoteAddr;
  return isNamed && typeof remoteAddr.hostname === "string" ? remoteAddr.hostname : "unknown";
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  if (!plain.includes(":")) return plain;
  // Everything before `::` or the first four groups, whichever is shorter.
  return plain.split("::", 1)[0]?.split(":").slice(0, 4).join(":") || plain;
}

function isPrivate(address: string): boolean {
  return address === "unknown" || /^(10|127)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^(::1$|f[cd]|fe80)/.test(address);
}
