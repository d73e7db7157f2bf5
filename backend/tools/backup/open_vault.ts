import { createFiles, type FilesConfig } from "../../adapters/files/mod.ts";
import { StartError } from "../../start/start_error.ts";
import { Keyring } from "../../store/personal/keyring.ts";
import { installationsIn, Vault } from "./vault.ts";

interface VaultPlace {
  readonly store: FilesConfig;
  /** The newest first. Undefined where none is known. */
  readonly secrets: readonly string[] | undefined;
  /** Whose backups; may be left out where the store has those of one. */
  readonly installation: string | undefined;
}

/** The backups in a store. Throws a StartError where there are none, those of several, or no secret that opens them. */
export async function openVault({ store, secrets, installation }: VaultPlace): Promise<Vault> {
  if (secrets === undefined) throw new StartError("ORIN_SECRET is missing: the backups are sealed with it");
  const files = createFiles(store);
  const installations = await installationsIn(files);
  const chosen = installation ?? (installations.length === 1 ? installations[0] : undefined);
  if (chosen !== undefined) return new Vault(files, new Keyring(secrets), chosen);
  throw new StartError(
    installations.length === 0
      ? "There are no backups in this store"
      : `Several installations have backups here: choose one with --installation ${installations.join(" or ")}`,
  );
}
