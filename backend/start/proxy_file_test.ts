import { join } from "node:path";
import { describe, expect, it } from "vitest";

const FILE = Deno.readTextFileSync(join(import.meta.dirname ?? "", "../../deploy/Caddyfile"));
const lines = FILE.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));

describe("deploy/Caddyfile", () => {
  it("serves a name over TLS, for which Caddy fetches a certificate itself, and nothing without", () => {
    const sites = FILE.split("\n").filter((line) => /^\S+.* \{$/.test(line));
    expect(sites).toEqual(["(ready) {", "{$ORIN_DOMAIN} {"]);
  });

  it("weakens none of Caddy's own choices: TLS 1.2 and 1.3, today's ciphers, redirects, public certificates", () => {
    const weak = /^(tls|auto_https|skip_install_trust|local_certs|http_port|protocols|ciphers|default_bind|bind)\b/;
    expect(lines.filter((line) => weak.test(line))).toEqual([]);
  });

  it("sends plays to a process by the cookie that the service gives, never by a header of the client's", () => {
    expect(lines).toContain("@plays path /api/v1/play/* /api/v1/plays");
    expect(lines).toContain("request_header Orin-Shard {http.request.cookie.__Host-orin_shard}");
    expect(lines.filter((line) => line.startsWith("lb_policy"))).toEqual([
      "lb_policy header Orin-Shard {",
      "lb_policy cookie orin_process",
    ]);
  });
});
