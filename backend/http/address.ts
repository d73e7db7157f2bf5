import type { Context } from "hono";
import { BlockList, isIP } from "node:net";
import type { Deps } from "../deps.ts";

/**
 * The caller's network address, for limits. Proxies that we trust note whom they serve, each at the end of the list: the
 * last address that is not such a proxy's counts, and nothing the caller wrote before it. Of IPv6 we use only the network
 * part, since a household has a whole network. "unknown" without a connection (tests).
 */
export function addressOf({ config }: { config: Pick<Deps["config"], "trustedProxies"> }, c: Context): string {
  const isProxy = proxiesOf(config.trustedProxies ?? PRIVATE);
  const noted = c.req.header("x-forwarded-for")?.split(",").map((address) => address.trim()) ?? [];
  let address = plainOf(peerOf(c.env));
  // Without a setting, which addresses are proxies is a guess: then one of them is believed.
  for (let hops = config.trustedProxies ? noted.length : 1; hops > 0; hops--) {
    if (address !== "unknown" && !isProxy(address)) break;
    address = plainOf(noted.pop() ?? address);
  }
  return networkOf(address);
}

/** Where a proxy beside us is. */
const PRIVATE = ["10.0.0.0/8", "127.0.0.0/8", "192.168.0.0/16", "172.16.0.0/12", "::1", "fc00::/7", "fe80::/10"];

const known = new Map<readonly string[], (address: string) => boolean>();

function proxiesOf(networks: readonly string[]): (address: string) => boolean {
  const found = known.get(networks);
  if (found) return found;
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const isProxy = (address: string) =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
  known.set(networks, isProxy);
  return isProxy;
}

/** Deno.serve's connection, passed on by `app.fetch(request, info)`. */
function peerOf(env: unknown): string {
  if (typeof env !== "object" || env === null || !("remoteAddr" in env)) return "unknown";
  const { remoteAddr } = env;
  const isNamed = typeof remoteAddr === "object" && remoteAddr !== null && "hostname" in remoteAddr;
  return isNamed && typeof remoteAddr.hostname === "string" ? remoteAddr.hostname : "unknown";
}

function plainOf(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
}

function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  // Everything before `::` or the first four groups, whichever is shorter.
  return address.split("::", 1)[0]?.split(":").slice(0, 4).join(":") || address;
}
