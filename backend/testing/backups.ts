import { type Manifest, manifestName, partName } from "../tools/backup/base.ts";
import type { Vault } from "../tools/backup/vault.ts";

/** Puts a base of one part into a vault, which begins in a file of the write-ahead log; answers its id. */
export async function addBase(vault: Vault, { endedAt, wal }: { endedAt: Date; wal: number }): Promise<string> {
  const at = endedAt.toISOString();
  const id = at.replaceAll(/[-:]|\.\d+/g, "").toLowerCase();
  const label = `START WAL LOCATION: 0/2000028 (file ${segment(wal)})\n`;
  const manifest: Manifest = {
    ...{ format: 1, id, startedAt: at, endedAt: at, postgres: 180_001, label, directories: [], parts: [[]], bytes: 0 },
  };
  await vault.put(partName(id, 0), new TextEncoder().encode("part"));
  await vault.put(manifestName(id), new TextEncoder().encode(JSON.stringify(manifest)));
  return id;
}

/** The name of a file of the write-ahead log, as Postgres writes it. */
export function segment(number: number, timeline = 1): string {
  return [timeline, 0, number].map((part) => part.toString(16).padStart(8, "0")).join("").toUpperCase();
}
