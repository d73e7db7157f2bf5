import { readConfig } from "../../config.ts";
import { knownSecrets } from "../../start/kept_secret.ts";
import { readBases } from "../backup/keep.ts";
import { openVault } from "../backup/open_vault.ts";
import { restore } from "../backup/restore.ts";
import type { Vault } from "../backup/vault.ts";

const USAGE =
  "deno task orin restore --to <empty folder> [--at 2026-05-04T12:00:00Z] [--installation name] [--owner uid:gid]";

interface RestoreOptions {
  readonly to?: string | undefined;
  readonly at?: Date | undefined;
  readonly installation?: string | undefined;
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

/** `orin restore`: writes a data directory for Postgres from the backups; without `to` it lists them. */
export async function restoreBackup({ to, at, installation, owner }: RestoreOptions): Promise<void> {
  const config = readConfig(Deno.env.toObject());
  const vault = await openVault({ store: config.backups, secrets: knownSecrets(config), installation });
  if (to === undefined) return await list(vault);
  await restore(vault, { to, ...(at && { at }), ...(owner && { owner }), log: console.log });
  console.log(`Restored into ${to}. Start Postgres on it; it recovers, then it takes connections`);
}

async function list(vault: Vault): Promise<void> {
  for (const { id, endedAt, bytes } of await readBases(vault)) {
    console.log(`${id}  from ${endedAt} on  ${Math.round(bytes / 1_048_576)} MB`);
  }
  console.log(USAGE);
}
