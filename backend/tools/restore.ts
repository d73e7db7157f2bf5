import { createFiles } from "../adapters/files/mod.ts";
import { readConfig } from "../config.ts";
import { readKeptSecret } from "../start/kept_secret.ts";
import { exitOnStartError, StartError } from "../start/start_error.ts";
import { Keyring } from "../store/personal/keyring.ts";
import { restore } from "./backup/restore.ts";
import { readBases } from "./backup/keep.ts";
import { installationsIn, Vault } from "./backup/vault.ts";
import { parseArguments } from "./tool.ts";

const USAGE =
  "deno task restore --to <empty folder> [--at 2026-05-04T12:00:00Z] [--installation name] [--owner uid:gid]";

/** `deno task restore`: writes a data directory for Postgres from the backups; without `--to` it lists them. */
if (import.meta.main) {
  try {
    const { options } = parseArguments(Deno.args, ["to", "at", "installation", "owner"]);
    const given = (name: string) => options.get(name)?.toString();
    const vault = await vaultOf(given("installation"));
    const to = given("to");
    if (to === undefined) await list(vault);
    else {
      const [at, owner] = [momentOf(given("at")), ownerOf(given("owner"))];
      await restore(vault, { to, ...(at && { at }), ...(owner && { owner }), log: console.log });
      console.log(`Restored into ${to}. Start Postgres on it; it recovers, then it takes connections`);
    }
  } catch (error) {
    exitOnStartError(error);
  }
}

async function vaultOf(wanted: string | undefined): Promise<Vault> {
  const config = readConfig(Deno.env.toObject());
  const kept = readKeptSecret(config.dataDir);
  const secrets = config.secrets ?? (kept === undefined ? [] : [kept]);
  if (secrets.length === 0) throw new StartError("ORIN_SECRET is missing: the backups are sealed with it");
  const files = createFiles(config.backups);
  const installations = await installationsIn(files);
  const installation = wanted ?? (installations.length === 1 ? installations[0] : undefined);
  if (installation !== undefined) return new Vault(files, new Keyring(secrets), installation);
  throw new StartError(
    installations.length === 0
      ? "There are no backups in this store"
      : `Several installations have backups here: choose one with --installation ${installations.join(" or ")}`,
  );
}

async function list(vault: Vault): Promise<void> {
  for (const { id, endedAt, bytes } of await readBases(vault)) {
    console.log(`${id}  from ${endedAt} on  ${Math.round(bytes / 1_048_576)} MB`);
  }
  console.log(USAGE);
}

function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new StartError(`--at ${text} is no moment: write 2026-05-04T12:00:00Z`);
  return at;
}

function ownerOf(text: string | undefined): { uid: number; gid: number } | undefined {
  if (text === undefined) return undefined;
  const [uid, gid] = text.split(":").map(Number);
  if (!Number.isInteger(uid) || !Number.isInteger(gid)) throw new StartError(`--owner ${text} is not uid:gid`);
  return { uid: uid ?? 0, gid: gid ?? 0 };
}
