import { Hono } from "hono";
import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { ShardMap } from "../store/log/shard.ts";
import { nameShard } from "./shard_cookie.ts";

const PRODUCTION = { ...readConfig({}), env: "production", publicUrl: "https://orin.example" } as const;
const ADA = "0190b7a4-0000-7000-8000-000000000001";

/** The cookie that a log-in of Ada's gives to a browser that has this one. */
async function cookieOf(shards: number, has?: string): Promise<string | null> {
  const store = { shards: new ShardMap([{ from: 0, first: 0, shards }]) };
  const deps = { config: PRODUCTION, store, shardOf: () => shards - 1 };
  const app = new Hono().post("/", (c) => {
    nameShard(deps, c, ADA);
    return c.body(null, 204);
  });
  const headers: Record<string, string> = has ? { cookie: has } : {};
  return (await app.request("/", { method: "POST", headers })).headers.get("set-cookie");
}

it("a log-in tells the proxy the person's shard, once, and nothing where there is one", async () => {
  expect(await cookieOf(3)).toBe(
    "__Host-orin_shard=2; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Strict",
  );
  expect(await cookieOf(3, "__Host-orin_shard=2")).toBeNull();
  expect(await cookieOf(3, "__Host-orin_shard=1")).toContain("orin_shard=2");
  expect(await cookieOf(1)).toBeNull();
});
