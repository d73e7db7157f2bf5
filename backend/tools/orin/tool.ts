import { createFiles } from "../../adapters/files/mod.ts";
import { type Config, readConfig } from "../../config.ts";
import { openArchive } from "../../start/archive.ts";
import { startEmbeddedPostgres } from "../../start/embedded_postgres.ts";
import { knownSecrets } from "../../start/kept_secret.ts";
import { openKeys } from "../../start/open_keys.ts";
import { databaseNotUsable, StartError } from "../../start/start_error.ts";
import { registerUpcasts } from "../../store/log/upcast.ts";
import { Keyring } from "../../store/personal/keyring.ts";
import { connect, type Sql } from "../../store/sql.ts";
import { upcasts } from "../../../migrations/upcasts.ts";

/** The database of this installation, for a command beside the service. */
export interface Tool extends AsyncDisposable {
  readonly config: Config;
  /** The owner's connection string. */
  readonly ownerUrl: string;
  readonly sql: Sql;
  readonly keys: Keyring;
}

/**
 * Opens the database that the environment names: DATABASE_URL, or the embedded one, whether the service runs or not.
 * Throws a StartError where the user of the command can do something about it.
 */
export async function openTool(): Promise<Tool> {
  registerUpcasts(upcasts);
  const config = readConfig(Deno.env.toObject());
  openArchive(createFiles(config.files));
  const secrets = knownSecrets(config);
  if (secrets === undefined) {
    throw new StartError(`there is no Orin data in "${config.dataDir}" yet: start Orin once first`);
  }
  await using opening = new AsyncDisposableStack();
  const ownerUrl = config.databaseUrl ?? await embeddedUrl(config.dataDir, opening);
  const sql = connect(ownerUrl, { name: "orin tool", max: 2 });
  opening.defer(() => sql.end({ timeout: 2 }));
  const keys = await openKeys(sql, new Keyring(secrets)).catch((error) => {
    throw error instanceof StartError ? error : databaseNotUsable(ownerUrl, error);
  });
  const closers = opening.move();
  return { config, ownerUrl, sql, keys, [Symbol.asyncDispose]: () => closers.disposeAsync() };
}

async function embeddedUrl(dataDir: string, closers: AsyncDisposableStack): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir, share: true, log: () => {} });
  closers.defer(() => database.stop());
  return database.adminUrl;
}
