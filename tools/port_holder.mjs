// Says why a port cannot be listened on, and by whom it is held where that can be known. Node runs it before there is
// Deno, and the service at its start.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import process from "node:process";

const LISTENS = "0A";
const LONGEST = 60;
const PORTS_TRIED = 20;

/**
 * One sentence where nothing can listen there, undefined where it can.
 * @param {{ host: string, port: number, name: string }} place `name` is the variable that chooses the port
 * @returns {Promise<string | undefined>}
 */
export async function whyNotListen({ host, port, name }) {
  const error = await tryToListen(host, port);
  if (!error) return undefined;
  if (error.code !== "EADDRINUSE") {
    return `cannot listen on ${host}:${port}: ${error.message}; choose with HOST and ${name}`;
  }
  const free = await freeAfter(host, port);
  return `port ${port} is in use by ${holderOf(port) ?? "another program"}: stop it, or start with ${name}=${free}`;
}

/** @returns {Promise<(Error & { code?: string }) | undefined>} */
function tryToListen(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", resolve);
    try {
      server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
    } catch (error) {
      resolve(error);
    }
  });
}

async function freeAfter(host, port) {
  for (let next = port + 1; next < Math.min(port + PORTS_TRIED, 65_536); next++) {
    if (!await tryToListen(host, next)) return next;
  }
  return port + 1;
}

/** @returns {string | undefined} */
function holderOf(port) {
  try {
    const pid = process.platform === "linux" ? pidByProc(port) : pidByLsof(port);
    return pid === undefined ? undefined : described(pid);
  } catch {
    return undefined;
  }
}

/** The kernel's tables name the socket; processes of others do not show theirs. */
function pidByProc(port) {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  const rows = ["tcp", "tcp6"].flatMap((table) => read(`/proc/net/${table}`).trim().split("\n").slice(1));
  const sockets = rows.map((row) => row.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${wanted}`) && state === LISTENS)
    .map((fields) => `socket:[${fields[9]}]`);
  if (sockets.length === 0) return undefined;
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).find((pid) => holds(pid, sockets));
}

function holds(pid, sockets) {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((name) => sockets.includes(linkOf(`${folder}/${name}`)));
  } catch {
    return false;
  }
}

function pidByLsof(port) {
  const said = execFileSync("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-t"], { encoding: "utf8" });
  return said.trim().split("\n")[0];
}

function described(pid) {
  const command = process.platform === "linux"
    ? read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim()
    : execFileSync("ps", ["-o", "command=", "-p", pid], { encoding: "utf8" }).trim();
  if (/backend\/(main|tools\/first_start)\.ts/.test(command)) {
    const folder = linkOf(`/proc/${pid}/cwd`);
    return `another Orin (process ${pid}${folder ? `, in ${folder}` : ""})`;
  }
  const short = command.length > LONGEST ? `${command.slice(0, LONGEST)}…` : command;
  return short ? `"${short}" (process ${pid})` : `process ${pid}`;
}

function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
