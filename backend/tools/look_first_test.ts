import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lookFirst } from "../../tools/look_first.mjs";
import { diskSentence, networkSentence } from "../../tools/network_sentence.mjs";
import { freePort } from "../testing/server.ts";

let root: string;
const lines: string[] = [];
beforeEach(() => {
  root = Deno.makeTempDirSync({ prefix: "orin-look-" });
  Deno.writeTextFileSync(join(root, "package.json"), JSON.stringify({ scripts: { start: "npx deno@2.9.6" } }));
  lines.length = 0;
});
afterEach(() => Deno.removeSync(root, { recursive: true }));

const look = (env: Record<string, string> = {}) =>
  lookFirst({
    root,
    env: { HOST: "127.0.0.1", PORT: String(freePort()), npm_config_cache: join(root, "cache"), ...env },
    say: (line: string) => void lines.push(line),
  });

/** As npx leaves it. */
function bringDeno(version: string): void {
  const folder = join(root, "cache/_npx/1a2b/node_modules/deno");
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(join(folder, "package.json"), JSON.stringify({ version }));
}

it("says nothing, and asks no network, where Deno is there and the port is free", async () => {
  bringDeno("2.9.6");
  expect(await look({ npm_config_registry: "http://127.0.0.1:1/" })).toBeUndefined();
  expect(lines).toEqual([]);
});

it("names who has the port, and a port that is free", async () => {
  bringDeno("2.9.6");
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const said = await look({ PORT: String(port) }) ?? "";
  expect(said).toMatch(
    new RegExp(`^port ${port} is in use by ".+" \\(process ${Deno.pid}\\): stop it, or start with PORT=`),
  );
  const free = Number(said.split("PORT=")[1]);
  Deno.listen({ hostname: "127.0.0.1", port: free }).close();
});

it("names another Orin by its folder", async () => {
  const script = join(root, "backend/main.ts");
  Deno.mkdirSync(join(root, "backend"));
  Deno.writeTextFileSync(
    script,
    `console.log(Deno.listen({ hostname: "127.0.0.1", port: 0 }).addr.port); setInterval(() => {}, 1000);`,
  );
  const args = ["run", "-A", "--no-config", script];
  const other = new Deno.Command(Deno.execPath(), { args, cwd: root, stdout: "piped" }).spawn();
  const reader = other.stdout.getReader();
  const port = new TextDecoder().decode((await reader.read()).value).trim();
  expect(await look({ PORT: port })).toMatch(
    new RegExp(
      `^port ${port} is in use by another Orin \\(process ${other.pid}, in ${root}\\): stop it, or start with`,
    ),
  );
  await reader.cancel();
  other.kill();
  await other.status;
});

it("says what to do about a registry that is away, before anything is downloaded", async () => {
  expect(await look({ npm_config_registry: "http://127.0.0.1:1/" })).toMatch(/^127\.0\.0\.1:1 does not answer, /);
  bringDeno("2.9.5");
  expect(await look({ npm_config_registry: "http://nowhere.invalid/" })).toMatch(
    /^this machine cannot find nowhere\.invalid, .+connect it to the network/,
  );
  expect(await look({ npm_config_registry: "https://orin.example/", HTTPS_PROXY: "http://127.0.0.1:1" })).toMatch(
    /^the proxy 127\.0\.0\.1:1 does not answer, /,
  );
});

it("says how much it fetches where the registry tells", async () => {
  const asked: string[] = [];
  await using registry = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url, method }) => {
    asked.push(`${method} ${new URL(url).pathname}`);
    return new Response(null, { headers: { "content-length": "42400000" } });
  });
  expect(await look({ npm_config_registry: `http://127.0.0.1:${registry.addr.port}/npm/` })).toBeUndefined();
  expect(asked).toEqual([expect.stringMatching(/^HEAD \/npm\/@deno\/.+-2\.9\.6\.tgz$/)]);
  expect(lines).toEqual(["Fetching Deno 2.9.6, 42 MB (once)"]);
});

it("refuses a folder that cannot be written", async () => {
  Deno.writeTextFileSync(join(root, "file"), "");
  expect(await look({ ORIN_DATA_DIR: join(root, "file/data") })).toMatch(/^.+\/file cannot be written/);
});

it.each([
  ["SELF_SIGNED_CERT_IN_CHAIN self-signed certificate in certificate chain", /opens TLS.+NODE_EXTRA_CA_CERTS=/],
  ["client error (Connect): invalid peer certificate: UnknownIssuer", /opens TLS.+NODE_EXTRA_CA_CERTS=/],
  ["CERT_HAS_EXPIRED certificate has expired", /not valid at this machine's time.+clock/],
  ["invalid peer certificate: certificate not valid yet: NotValidYet", /not valid at this machine's time.+clock/],
  ["dns error: failed to lookup address information", /cannot find npm\.example.+HTTPS_PROXY/],
  ["407 Proxy Authentication Required", /refuses to send packages/],
  ["error sending request for url: client error (Connect): tcp connect error", /does not answer/],
])("tells what to do about: %s", (said, sentence) => {
  expect(networkSentence("npm.example", said)).toMatch(sentence);
  expect(networkSentence("npm.example", said)?.split("\n")).toHaveLength(1);
});

it("tells a full disk from one that cannot be written, and says nothing of other errors", () => {
  expect(diskSentence("/srv/orin", "ENOSPC: no space")).toMatch(/^the disk of \/srv\/orin is full/);
  expect(diskSentence("/srv/orin", "EROFS: read-only")).toMatch(/^\/srv\/orin cannot be written/);
  expect([diskSentence("/srv/orin", "a defect"), networkSentence("x", "a defect")]).toEqual([undefined, undefined]);
});
