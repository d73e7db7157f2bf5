import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { programAtHand } from "../testing/programs.ts";

const DEPLOY = join(import.meta.dirname ?? "", "../../deploy");
const FILE = Deno.readTextFileSync(join(DEPLOY, "Caddyfile"));
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
    expect(lines.filter((line) => line === "path /api/v1/play/* /api/v1/plays")).toHaveLength(1);
    expect(lines).toContain("header_regexp Cookie (^|;\\s*)__Host-orin_shard=");
    expect(lines).toContain("request_header Orin-Shard {http.request.cookie.__Host-orin_shard}");
    expect(lines.filter((line) => line.startsWith("lb_policy"))).toEqual([
      "lb_policy header Orin-Shard",
      "lb_policy first",
      "lb_policy cookie orin_process",
    ]);
  });

  const caddy = programAtHand("caddy");
  it.skipIf(!caddy)("loads with the Caddy of this machine", async () => {
    const args = ["validate", "--adapter", "caddyfile", "--config", join(DEPLOY, "Caddyfile")];
    const env = { ORIN_DOMAIN: "orin.example" };
    const { success, stderr } = await new Deno.Command(caddy ?? "", { args, env }).output();
    expect(success, new TextDecoder().decode(stderr)).toBe(true);
  });
});

describe("deploy/nginx.conf", () => {
  const nginx = programAtHand("nginx");
  const openssl = programAtHand("openssl");
  it.skipIf(!nginx || !openssl)("loads with the nginx of this machine", async () => {
    const folder = await Deno.makeTempDir({ prefix: "orin-nginx-" });
    const run = async (program: string, args: string[]) => {
      const { success, stderr } = await new Deno.Command(program, { args }).output();
      expect(success, new TextDecoder().decode(stderr)).toBe(true);
    };
    const key = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=orin.example"];
    await run(openssl ?? "", [...key, "-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")]);
    const text = await Deno.readTextFile(join(DEPLOY, "nginx.conf"));
    await Deno.writeTextFile(
      join(folder, "orin.conf"),
      text.replaceAll("/etc/letsencrypt/live/orin.example", folder),
    );
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((part) =>
      `${part}_temp_path ${folder};`
    );
    await Deno.writeTextFile(
      join(folder, "nginx.conf"),
      `pid ${folder}/pid; error_log stderr; events {} http { ${
        temporary.join(" ")
      } access_log off; include orin.conf; }`,
    );
    await run(nginx ?? "", ["-t", "-c", join(folder, "nginx.conf")]);
    await Deno.remove(folder, { recursive: true });
  });
});
