import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { ANSWERS_FILE } from "../developers/answers.ts";
import { runService } from "./run_service.ts";
import { exitOnStartError, StartError } from "./start_error.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const POSTGRES_PORT = 5432;

/** `deno task serve`: the service as production runs it, with the app built before and no more rights than it needs. */
if (import.meta.main) {
  try {
    const config = readConfig({ ...Deno.env.toObject(), ORIN_ENV: "production" });
    if (!existsSync(join(ROOT, "pwa/dist/index.html")) || !existsSync(ANSWERS_FILE)) {
      throw new StartError("The app is not built: run deno task build");
    }
    const permissions = permissionsOf(config, { root: ROOT, deno: Deno.execPath() });
    const env = { ORIN_ENV: "production", ORIN_DATA_DIR: resolve(config.dataDir), NODE_ENV: "production" };
    Deno.exit(await runService([...permissions, "backend/main.ts", "--prebuilt"], { env, interrupt: "SIGTERM" }));
  } catch (error) {
    exitOnStartError(error);
  }
}

/** What the service may do, as arguments of `deno run`: the hosts that are configured, and its own folders. */
export function permissionsOf(config: Config, { root, deno }: { root: string; deno: string }): string[] {
  const dataDir = resolve(config.dataDir);
  return [
    ...["--no-prompt", "--cached-only", "--frozen", "--node-modules-dir=manual", "--allow-env", "--allow-sys"],
    `--allow-net=${hostsOf(config).join(",")}`,
    `--allow-read=${[root, dataDir, "/usr/bin/ldd", "/proc", "/etc"].join(",")}`,
    `--allow-write=${dataDir}`,
    `--allow-ffi=${join(root, "node_modules")}`,
    // Recordings are decoded in a process of their own, without the network.
    `--allow-run=${deno},deno,unshare`,
  ];
}

function hostsOf(config: Config): string[] {
  const hosts = [`${config.host}:${config.port}`];
  if (config.metricsPort !== undefined) hosts.push(`${config.host}:${config.metricsPort}`);
  const add = (address: string | undefined, port: number) => {
    if (address === undefined) return;
    const { hostname, port: own, protocol } = new URL(address);
    hosts.push(`${hostname}:${own || (protocol === "http:" ? 80 : port)}`);
  };
  add(config.databaseUrl, POSTGRES_PORT);
  hosts.push(...config.databaseNodes);
  add(config.smtpUrl, config.smtpUrl?.startsWith("smtps:") ? 465 : 587);
  if (config.files.kind === "s3") add(config.files.endpoint, 443);
  add(config.payments?.baseUrl, 443);
  add(config.texts?.baseUrl, 443);
  add(config.alertWebhookUrl, 443);
  if (config.googleClientId) hosts.push("www.googleapis.com:443");
  if (config.spotify) hosts.push("accounts.spotify.com:443", "api.spotify.com:443");
  return [...new Set(hosts)];
}
