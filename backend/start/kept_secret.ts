import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { StartError } from "./start_error.ts";

/** Development makes its own secret once and keeps it, so that a second start finds sessions and personal data. */
export function keptSecret(directory: string): string {
  const kept = readKeptSecret(directory);
  if (kept !== undefined) return kept;
  const file = join(directory, "secret");
  const secret = randomBytes(32).toString("hex");
  Deno.writeTextFileSync(`${file}.new`, secret, { mode: 0o600 });
  Deno.renameSync(`${file}.new`, file);
  return secret;
}

/** The secrets of an installation, the newest first: those of its environment, or the one that its first start has made. */
export function knownSecrets(
  { secrets, dataDir }: { secrets: readonly string[] | undefined; dataDir: string },
): readonly string[] | undefined {
  if (secrets !== undefined) return secrets;
  const kept = readKeptSecret(dataDir);
  return kept === undefined ? undefined : [kept];
}

/** The secret that an earlier start has made, undefined before the first one. */
function readKeptSecret(directory: string): string | undefined {
  const file = join(directory, "secret");
  try {
    return Deno.readTextFileSync(file).trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new StartError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
