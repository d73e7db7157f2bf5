import { dirname, join } from "node:path";
import { StartError } from "../../start/start_error.ts";
import { type Manifest, partName, RESTORED_WAL } from "./base.ts";
import { firstWalOf, readBases } from "./keep.ts";
import type { Vault } from "./vault.ts";
import { walFile } from "./wal.ts";

interface RestoreOptions {
  /** An empty folder, or none yet: the data directory of the Postgres that is to be started on it. */
  readonly to: string;
  /** The last moment that comes back; everything that is saved where it is left out. */
  readonly at?: Date;
  /** Who owns the files, where this process may say so. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  readonly log: (line: string) => void;
}

/**
 * Writes a data directory from a base and the write-ahead log behind it. Postgres, started on it, brings it to the
 * moment that was asked for and then opens it. Throws a StartError where the backups do not reach that moment, where one
 * was changed, or where the folder holds something.
 */
export async function restore(vault: Vault, options: RestoreOptions): Promise<void> {
  const { to, at, owner, log } = options;
  const base = await baseFor(vault, at);
  const wal = (await vault.list("wal/")).filter(({ name }) => isNeeded(walFile(name), firstWalOf(base)));
  const newest = wal.reduce((latest, { modifiedAt }) => Math.max(latest, modifiedAt.getTime()), 0);
  if (at && at.getTime() > newest) {
    throw new StartError(`The backups end at ${new Date(newest).toISOString()}: leave --at out to get all of it`);
  }
  refuseFull(to);
  const write = async (path: string, bytes: Uint8Array, offset = 0) => {
    using file = await Deno.open(join(to, path), { write: true, create: true, mode: 0o600 });
    await file.seek(offset, Deno.SeekMode.Start);
    for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
    await file.sync();
  };
  const text = (path: string, lines: string) => write(path, new TextEncoder().encode(lines));
  for (const path of ["", ...base.directories, RESTORED_WAL]) {
    await Deno.mkdir(join(to, path), { recursive: true, mode: 0o700 });
  }
  // Postgres refuses a data directory that others may read.
  await Deno.chmod(to, 0o700);
  log(`Base of ${base.endedAt}: ${base.parts.length} parts, ${Math.round(base.bytes / 1_048_576)} MB`);
  for (const [index, pieces] of base.parts.entries()) {
    const bytes = await required(vault, partName(base.id, index));
    let start = 0;
    for (const { path, offset, length } of pieces) {
      await write(path, bytes.subarray(start, start + length), offset);
      start += length;
    }
  }
  for (const { name } of wal) await write(join(RESTORED_WAL, walFile(name)), await required(vault, name));
  log(`Write-ahead log: ${wal.length} files`);
  await text("backup_label", base.label);
  await text("postgresql.auto.conf", await settings(join(to, "postgresql.auto.conf"), at));
  // Last: without it Postgres does not begin to recover.
  await text("recovery.signal", "");
  if (owner) await giveTo(to, owner);
}

async function baseFor(vault: Vault, at: Date | undefined): Promise<Manifest> {
  const bases = await readBases(vault);
  const base = bases.findLast(({ endedAt }) => !at || Date.parse(endedAt) <= at.getTime());
  if (base) return base;
  const [oldest] = bases;
  throw new StartError(oldest ? `The backups begin at ${oldest.endedAt}` : "There is no whole backup");
}

/** Every timeline's history tells Postgres which way to take, and which numbers are used. */
function isNeeded(file: string, first: string): boolean {
  return file.endsWith(".history") || file.slice(8) >= first.slice(8);
}

async function required(vault: Vault, name: string): Promise<Uint8Array> {
  const bytes = await vault.get(name);
  if (!bytes) throw new StartError(`The backup ${name} is missing: use another one`);
  return bytes;
}

function refuseFull(folder: string): void {
  try {
    if ([...Deno.readDirSync(folder)].length > 0) {
      throw new StartError(`${folder} is not empty: a restore never writes over a database. Move it away first`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    Deno.mkdirSync(dirname(folder), { recursive: true });
  }
}

/** The last of several settings counts. Postgres runs the command in its data directory. */
async function settings(path: string, at: Date | undefined): Promise<string> {
  const before = await Deno.readTextFile(path).catch(() => "");
  return [
    before.trimEnd(),
    `restore_command = 'cp "${RESTORED_WAL}/%f" "%p"'`,
    "recovery_target_timeline = 'latest'",
    // In a setting, Postgres knows no Z.
    `recovery_target_time = '${at?.toISOString().replace("Z", "+00") ?? ""}'`,
    "recovery_target_action = 'promote'",
    // No reader needs a moment on the way.
    "hot_standby = off",
    "",
  ].join("\n");
}

async function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await Deno.chown(folder, uid, gid);
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) await giveTo(path, { uid, gid });
    else await Deno.chown(path, uid, gid);
  }
}
