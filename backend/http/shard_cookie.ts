import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";
import { apiCookieName, apiCookieOptions } from "./api_cookie.ts";

const NAME = "orin_shard";
/** As long as browsers keep a cookie at most. */
const KEPT_S = 400 * 24 * 3_600;

type Shards = Pick<Deps, "config" | "shardOf"> & { readonly store: Pick<Deps["store"], "shards"> };

/**
 * Tells the proxy (`deploy/Caddyfile`) the shard of who logs in here, so that plays of one shard reach one process. It
 * is a hint: any process writes to any shard. With one shard there is nothing to tell.
 */
export function nameShard(deps: Shards, c: Context, userId: string): void {
  const name = apiCookieName(deps, NAME);
  const shard = String(deps.shardOf(userId));
  if (deps.store.shards.all.length === 1 || getCookie(c, name) === shard) return;
  setCookie(c, name, shard, { ...apiCookieOptions(deps), maxAge: KEPT_S });
}
