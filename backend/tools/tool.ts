import { createFiles } from "../adapters/files/mod.ts";
import { readConfig } from "../config.ts";
import { openArchive } from "../start/archive.ts";
import { Keyring } from "../store/personal/keyring.ts";
import { connect, type Sql } from "../store/sql.ts";
import { registerUpcasts } from "../store/log/upcast.ts";
import { upcasts } from "../../migrations/upcasts.ts";
import { startEmbeddedPostgres } from "../start/embedded_postgres.ts";
import { readKeptSecret } from "../start/kept_secret.ts";
import { openKeys } from "../start/open_keys.ts";
import { exitOnStartError, StartError } from "../start/start_error.ts";

/** The database of this installation, for a command beside the service. */
export interface Tool {
  /** The owner's connection string. */
  readonly ownerUrl: string;
  readonly sql: Sql;
  readonly keys: Keyring;
  readonly args: ToolArguments;
}

interface ToolArguments {
  /** What is no option, in order. */
  readonly words: readonly string[];
  /** `--name value`, or `--name` alone: true. */
  readonly options: ReadonlyMap<string, string | true>;
}

/**
 * Runs a command on the database that the environment names: DATABASE_URL, or the embedded one, whether the service
 * runs or not. Errors that the user of the command can fix are one line.
 */
export async function runTool(
  { withValue = [] }: { withValue?: readonly string[] },
  command: (tool: Tool) => Promise<void>,
): Promise<void> {
  registerUpcasts(upcasts);
  try {
    const args = parseArguments(Deno.args, withValue);
    const config = readConfig(Deno.env.toObject());
    openArchive(createFiles(config.files));
    const kept = readKeptSecret(config.dataDir);
    const secrets = config.secrets ?? (kept === undefined ? undefined : [kept]);
    if (secrets === undefined) {
      throw new StartError(`there is no Orin data in "${config.dataDir}" yet: start Orin once first`);
    }
    await using closers = new AsyncDisposableStack();
    const ownerUrl = config.databaseUrl ?? await embeddedUrl(config.dataDir, closers);
    const sql = connect(ownerUrl, { name: "orin tool", max: 2 });
    closers.defer(() => sql.end({ timeout: 2 }));
    const keys = await openKeys(sql, new Keyring(secrets));
    await command({ ownerUrl, sql, keys, args });
  } catch (error) {
    exitOnStartError(error);
  }
}

async function embeddedUrl(dataDir: string, closers: AsyncDisposableStack): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir, share: true, log: () => {} });
  closers.defer(() => database.stop());
  return database.adminUrl;
}

/** Words and options of a command line; those of `withValue` take the word behind them or behind `=`. */
export function parseArguments(args: readonly string[], withValue: readonly string[]): ToolArguments {
  const words: string[] = [];
  const options = new Map<string, string | true>();
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (!arg.startsWith("--")) {
      words.push(arg);
      continue;
    }
    const [name = "", value] = arg.slice(2).split("=");
    options.set(name, value ?? (withValue.includes(name) ? args[++index] ?? "" : true));
  }
  return { words, options };
}
