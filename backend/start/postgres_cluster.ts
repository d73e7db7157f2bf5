import { join } from "node:path";
import { run } from "./run_command.ts";
import type { ClusterPlace } from "./postgres_place.ts";
import { StartError } from "./start_error.ts";

/** Makes the cluster where there is none yet and returns the superuser's password. */
export async function ensureCluster(
  place: ClusterPlace,
  options: { durable: boolean; log: (line: string) => void },
): Promise<{ password: string; created: boolean }> {
  const version = readIfThere(join(place.data, "PG_VERSION"))?.trim();
  if (!version) return { password: await createCluster(place, options), created: true };
  if (version !== place.version) {
    throw new StartError(
      `"${place.data}" was created by Postgres ${version}, but this version of Orin brings Postgres ${place.version}: ` +
        "dump it with the older version, or set ORIN_DATA_DIR to a new folder",
    );
  }
  const password = readIfThere(passwordFile(place))?.trim();
  if (password) return { password, created: false };
  throw new StartError(`"${passwordFile(place)}" is missing: restore it, or set ORIN_DATA_DIR to a new folder`);
}

async function createCluster(
  place: ClusterPlace,
  { durable, log }: { durable: boolean; log: (line: string) => void },
): Promise<string> {
  log("Database: creating a new Postgres cluster (a few seconds, once)");
  const password = crypto.randomUUID().replaceAll("-", "");
  writeSecret(passwordFile(place), password);
  // A cluster whose making was cut short must never be taken for a whole one: it gets its name last.
  const unfinished = `${place.data}.unfinished`;
  const passwordCopy = `${place.data}.password`;
  await Deno.remove(unfinished, { recursive: true }).catch(() => {});
  writeSecret(passwordCopy, password);
  if (place.owner) Deno.chownSync(passwordCopy, place.owner.uid, place.owner.gid);
  try {
    const { ok, output } = await run(
      join(place.bin, "initdb"),
      initArguments(unfinished, passwordCopy, durable),
      place.runAs,
    );
    if (!ok) throw new StartError(`cannot create the database cluster in "${place.data}": ${lastLine(output)}`);
  } finally {
    Deno.removeSync(passwordCopy);
  }
  Deno.renameSync(unfinished, place.data);
  return password;
}

/** The builtin locale sorts the same on every machine, whatever locales are installed there. */
function initArguments(dir: string, password: string, durable: boolean): string[] {
  return [
    `--pgdata=${dir}`,
    `--pwfile=${password}`,
    "--username=postgres",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durable ? [] : ["--no-sync"]),
  ];
}

function passwordFile(place: ClusterPlace): string {
  return join(place.home, "password");
}

function writeSecret(path: string, secret: string): void {
  Deno.writeTextFileSync(path, `${secret}\n`, { mode: 0o600 });
  Deno.chmodSync(path, 0o600);
}

function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function lastLine(output: string): string {
  return output.trim().split("\n").findLast((line) => line.trim() !== "") ?? "no output";
}
