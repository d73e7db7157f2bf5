import { createHash } from "node:crypto";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { onError } from "./problems.ts";
import { requestId } from "./request_id.ts";
import { securityHeaders } from "./security_headers.ts";

function appWith(config: Parameters<typeof securityHeaders>[0]) {
  return new Hono().use(requestId(), securityHeaders(config))
    .get("/", (c) => c.html("<p>"))
    .get("/api/v1/tracks", (c) => c.json({}))
    .get("/api/v1/covers", (c) => c.json({}, 200, { "cache-control": "public, max-age=60" }))
    .post("/api/auth/login", (c) => c.json({}))
    .onError(onError({ log: () => {} }));
}

const hashes = ["theme.js", "ask_early.js"].map((file) => {
  const script = Deno.readTextFileSync(new URL(`../../pwa/${file}`, import.meta.url));
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}).join(" ");
const googleIssuer = "https://accounts.google.com";
const development = { env: "development", googleClientId: undefined, googleIssuer } as const;

describe("securityHeaders()", () => {
  it("lets only our own scripts run and nobody frame us", async () => {
    const { headers } = await appWith(development).request("/");
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy.match(/script-src[^;]*/)?.[0]).toBe(`script-src 'self' ${hashes}`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("strict-transport-security")).toBeNull();
    expect(headers.get("cache-control")).toBeNull();
  });

  it("refuses a Host header that names no host", async () => {
    const odd = Object.defineProperty(new Request("http://localhost/"), "url", { value: 'http://evil"><script>/' });
    expect((await appWith(development).request(odd)).status).toBe(400);
  });

  it("insists on TLS in production, and lets Google's button in where it is configured", async () => {
    const app = appWith({ env: "production", googleClientId: "an id", googleIssuer });
    const { headers } = await app.request("/");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    expect(headers.get("content-security-policy")).toContain(
      `script-src 'self' ${hashes} https://accounts.google.com/gsi/;`,
    );
  });

  it("lets Spotify's pictures and previews load where its catalogue is configured, and never its scripts", async () => {
    const policyWith = async (more: object) => {
      const { headers } = await appWith({ ...development, ...more }).request("/");
      return headers.get("content-security-policy") ?? "";
    };
    expect(await policyWith({})).not.toContain("scdn.co");
    const policy = await policyWith({ spotify: { clientId: "id", clientSecret: "secret" } });
    expect(policy.match(/img-src[^;]*/)?.[0]).toContain("https://i.scdn.co");
    expect(policy.match(/script-src[^;]*/)?.[0]).toBe(`script-src 'self' ${hashes}`);
  });

  it("keeps answers of the API out of caches, unless they say otherwise", async () => {
    const cached = async (path: string) => (await appWith(development).request(path)).headers.get("cache-control");
    expect([await cached("/api/v1/tracks"), await cached("/api/v1/covers")]).toEqual([
      "no-store",
      "public, max-age=60",
    ]);
  });

  it("refuses changes that another site's page asks for", async () => {
    const post = async (site: string) =>
      (await appWith(development).request("/api/auth/login", { method: "POST", headers: { "sec-fetch-site": site } }))
        .status;
    expect([await post("cross-site"), await post("same-origin"), await post("none")]).toEqual([403, 200, 200]);
    const get = await appWith(development).request("/", { headers: { "sec-fetch-site": "cross-site" } });
    expect(get.status).toBe(200);
  });
});
