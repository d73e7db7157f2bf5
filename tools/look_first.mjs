// What `npm start` looks at before anything is downloaded or installed: may it write, is the port free, does the
// registry answer. It ends with one sentence that says what to do. Plain Node, because there is no Deno yet.

import { accessSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import tls from "node:tls";
import { fileURLToPath, pathToFileURL } from "node:url";
import { diskSentence, networkSentence } from "./network_sentence.mjs";
import { whyNotListen } from "./port_holder.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const REGISTRY = "https://registry.npmjs.org/";
const PATIENCE_MS = 20_000;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const refused = await lookFirst({ root: ROOT, env: process.env, say: (line) => console.log(`orin: ${line}`) });
  if (refused !== undefined) {
    console.error(`orin: ${refused}`);
    process.exit(1);
  }
}

/**
 * One sentence where a start cannot succeed, else undefined.
 * @param {{ root: string, env: Record<string, string | undefined>, say: (line: string) => void }} start
 * @returns {Promise<string | undefined>}
 */
export async function lookFirst({ root, env, say }) {
  const deno = denoAskedFor(root);
  const fetched = denoIsHere(env, deno);
  const written = [root, join(root, "node_modules"), resolve(root, env.ORIN_DATA_DIR || ".orin")];
  if (!fetched && env.npm_config_cache) written.push(env.npm_config_cache);
  for (const folder of written) {
    const refused = whyNotWrite(folder);
    if (refused) return refused;
  }
  const port = Number(env.PORT || 8000);
  // What is no port at all, the settings refuse by its name.
  const taken = port > 0 && port < 65_536 && await whyNotListen({ host: env.HOST || "0.0.0.0", port, name: "PORT" });
  if (taken) return taken;
  return fetched ? undefined : await whyNotFetch({ deno, env, say });
}

/** The version that the start names. */
function denoAskedFor(root) {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return /deno@([\d.]+)/.exec(scripts.start)?.[1] ?? "";
}

/** Whether npx finds it in its own folder. */
function denoIsHere(env, version) {
  const folder = join(env.npm_config_cache ?? "", "_npx");
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => {
    const manifest = join(folder, name, "node_modules/deno/package.json");
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === version;
  });
}

/** Tries it in the folder, or in the next one above that is there: root may write anywhere but on a read-only disk. */
function whyNotWrite(folder) {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
    rmdirSync(mkdtempSync(join(there, ".orin-probe-")));
    return undefined;
  } catch (error) {
    return diskSentence(there, error.code) ?? `${there} cannot be written: ${error.message}`;
  }
}

/** Asks the registry for the size of Deno, as npm would ask: with its proxy and its certificates. */
async function whyNotFetch({ deno, env, say }) {
  const registry = new URL(env.npm_config_registry || REGISTRY);
  const proxy = proxyFor(registry, env);
  try {
    const bytes = await sizeOf(registry, { deno, env, proxy });
    const size = bytes > 0 ? `, ${Math.round(bytes / 1_000_000)} MB` : "";
    say(`Fetching Deno ${deno}${size} (once)`);
    return undefined;
  } catch (error) {
    const host = error.ofProxy ? `the proxy ${new URL(proxy).host}` : registry.host;
    return networkSentence(host, `${error.code} ${error.message}`) ??
      `${registry.host} cannot be asked for packages: ${error.message}`;
  }
}

/** What the registry says of the package for this machine; 0 where it says nothing, as some mirrors do. */
async function sizeOf(registry, { deno, env, proxy }) {
  const name = `${process.platform}-${process.arch}${process.platform === "linux" ? "-glibc" : ""}`;
  const path = `${registry.pathname.replace(/\/$/, "")}/@deno/${name}/-/${name}-${deno}.tgz`;
  const secure = registry.protocol === "https:";
  const trust = {
    rejectUnauthorized: env.npm_config_strict_ssl !== "" && env.npm_config_strict_ssl !== "false",
    ...env.npm_config_cafile && { ca: [...tls.rootCertificates, readFileSync(env.npm_config_cafile, "utf8")] },
  };
  const socket = proxy && secure ? await tunnel(new URL(proxy), registry) : undefined;
  const more = socket && { createConnection: () => tls.connect({ socket, servername: registry.hostname, ...trust }) };
  return await new Promise((resolve, reject) => {
    const ask = secure ? https.request : http.request;
    const request = ask(new URL(path, registry), { method: "HEAD", agent: false, ...trust, ...more }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? Number(answer.headers["content-length"] ?? 0) : 0);
    });
    giveUpLate(request, reject).end();
  });
}

function proxyFor(registry, env) {
  const not = (env.npm_config_noproxy || env.NO_PROXY || env.no_proxy || "").split(",").map((name) => name.trim());
  if (not.some((name) => name && (name === "*" || registry.hostname.endsWith(name.replace(/^\./, ""))))) {
    return undefined;
  }
  return env.npm_config_https_proxy || env.npm_config_proxy || env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY ||
    env.http_proxy;
}

/** A way through an HTTP proxy to the registry. */
function tunnel(proxy, registry) {
  const path = `${registry.hostname}:${registry.port || 443}`;
  const headers = proxy.username
    ? { "proxy-authorization": `Basic ${btoa(decodeURIComponent(`${proxy.username}:${proxy.password}`))}` }
    : {};
  return new Promise((resolve, reject) => {
    const ask = proxy.protocol === "https:" ? https.request : http.request;
    const request = ask({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path, headers });
    request.once("connect", ({ statusCode }, socket) => {
      if (statusCode === 200) resolve(socket);
      else reject(Object.assign(new Error(`it answers ${statusCode}`), { ofProxy: true }));
    });
    giveUpLate(request, (error) => reject(Object.assign(error, { ofProxy: true }))).end();
  });
}

function giveUpLate(request, reject) {
  request.once("error", reject);
  const late = Object.assign(new Error(`no answer within ${PATIENCE_MS / 1_000} s`), { code: "ETIMEDOUT" });
  return request.setTimeout(PATIENCE_MS, () => request.destroy(late));
}
