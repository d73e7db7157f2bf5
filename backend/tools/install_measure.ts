import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Lock } from "./third_party/lock.ts";

const PACKAGES = join(import.meta.dirname ?? "", "../../node_modules/.deno");
const REGISTRY = "https://registry.npmjs.org";

/** What a start needs takes so much in `node_modules` on Linux, as `du -sm` measures it; a test compares. */
export const INSTALLED_MB = 461;

/** What comes over the network for it into an empty cache, measured: what is known of packages, and the packages. */
const DOWNLOADED_MB = 240;
const MB = 1_048_576;

/** Of the registry that npm and Deno ask. */
export function registryHost(): string {
  return new URL(Deno.env.get("npm_config_registry") || Deno.env.get("NPM_CONFIG_REGISTRY") || REGISTRY).host;
}

/** Packages for this machine, by name and version. */
export function wantedOf(lock: Lock): string[] {
  const fits = (allowed: readonly string[] | undefined, own: string) => !allowed || allowed.includes(own);
  const cpu = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const entries = Object.entries(lock.npm).filter(([, { os, cpu: cpus }]) =>
    fits(os, Deno.build.os) && fits(cpus, cpu)
  );
  return [...new Set(entries.map(([key]) => withoutPeers(key)))];
}

/** How many of them are not in place. */
export function missingOf(lock: Lock): number {
  const there = new Set(placed().map((name) => withoutPeers(name.replace("+", "/"))));
  return wantedOf(lock).filter((key) => !there.has(key)).length;
}

/** A key of the lock without the peers that it was resolved with. */
export function withoutPeers(key: string): string {
  return key.replace(/(?<=.@[^_]+)_.*$/, "");
}

/**
 * How much of the packages is there, by their bytes: half when all are fetched, the whole when all are in place. Deno keeps
 * what it fetches in its memory for long, so what this machine has received counts for the first half, too.
 */
export class Measure {
  readonly #sizes = new Map<string, number>();
  readonly #fetched: readonly string[];
  readonly #before = receivedBytes();

  constructor(lock: Lock) {
    const folder = cacheFolder();
    this.#fetched = wantedOf(lock).map((key) => join(folder, key.replace(/(?<=.)@(?=[^@]+$)/, "/")));
  }

  /** 0 to 1. */
  async share(): Promise<number> {
    let bytes = 0;
    for (const folder of [...this.#fetched, ...placed().map((name) => join(PACKAGES, name))]) {
      bytes += await this.#sizeOf(folder);
    }
    const received = this.receivedMb / DOWNLOADED_MB;
    return Math.min(1, Math.max(bytes / (INSTALLED_MB * MB), Math.min(1, received)) / 2);
  }

  /** What this machine has received since then, also of others; 0 where it does not tell. */
  get receivedMb(): number {
    return (receivedBytes() - this.#before) / MB;
  }

  /** Measured once: a package gets its name when it is whole. */
  async #sizeOf(folder: string): Promise<number> {
    const known = this.#sizes.get(folder);
    if (known !== undefined) return known;
    if (!existsSync(folder)) return 0;
    const size = await diskUse(folder);
    this.#sizes.set(folder, size);
    return size;
  }
}

/** Bytes that a folder takes on the disk, as `du` counts them. */
export async function diskUse(path: string): Promise<number> {
  const { blocks, size, isDirectory } = await Deno.lstat(path);
  let bytes = blocks === null ? size : blocks * 512;
  if (isDirectory) { for await (const { name } of Deno.readDir(path)) bytes += await diskUse(join(path, name)); }
  return bytes;
}

/** Of all networks of this machine but its own, as Linux counts them. */
function receivedBytes(): number {
  try {
    const lines = Deno.readTextFileSync("/proc/net/dev").split("\n").map((line) => line.trim().split(/:?\s+/));
    return lines.reduce((sum, [name, bytes]) => name === "lo" ? sum : sum + (Number(bytes) || 0), 0);
  } catch {
    return 0;
  }
}

/** Folders of packages that are whole. */
function placed(): string[] {
  if (!existsSync(PACKAGES)) return [];
  const names = Array.from(Deno.readDirSync(PACKAGES), ({ name }) => name);
  return names.filter((name) => existsSync(join(PACKAGES, name, ".initialized")));
}

/** Where Deno keeps what it has fetched from the registry. */
function cacheFolder(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" }).outputSync();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout));
  return join(npmCache, registryHost().replace(":", "_"));
}
