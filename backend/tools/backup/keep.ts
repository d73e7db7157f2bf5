import type { Manifest } from "./base.ts";
import { manifestName } from "./base.ts";
import { walFile } from "./wal.ts";
import type { Vault } from "./vault.ts";

const DAY_MS = 24 * 3_600_000;

/** Whole bases, oldest first. */
export async function readBases(vault: Vault): Promise<Manifest[]> {
  const names = (await vault.list("base/")).map(({ name }) => name).filter((name) => name.endsWith("/manifest"));
  const texts = await Promise.all(names.map((name) => vault.get(name)));
  return texts.flatMap((text) => text ? [JSON.parse(new TextDecoder().decode(text)) as Manifest] : []);
}

/** The file of the write-ahead log in which recovery from a base begins. */
export function firstWalOf({ label }: Pick<Manifest, "label">): string {
  return /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? "";
}

/**
 * Deletes what no restore of the last days needs: bases whose successor is older, unfinished ones, and the write-ahead
 * log before the oldest base that stays. So an erased person's key is gone from the backups after these days, too.
 */
export async function forgetOld(vault: Vault, { days, now }: { days: number; now: number }): Promise<number> {
  const bases = await readBases(vault);
  const oldest = bases.findLast((base) => Date.parse(base.endedAt) <= now - days * DAY_MS) ?? bases[0];
  if (!oldest) return 0;
  const kept = new Set(bases.filter(({ id }) => id >= oldest.id).map(({ id }) => id));
  const first = firstWalOf(oldest);
  let deleted = 0;
  const forget = async (name: string) => {
    await vault.delete(name);
    deleted++;
  };
  // The manifest goes first: a base that is half deleted is none.
  for (const { id } of bases.filter(({ id }) => !kept.has(id))) await forget(manifestName(id));
  for (const { name, modifiedAt } of await vault.list("base/")) {
    const id = name.split("/")[1] ?? "";
    if (!kept.has(id) && modifiedAt.getTime() < now - DAY_MS) await forget(name);
  }
  for (const { name } of await vault.list("wal/")) {
    const file = walFile(name);
    if (!file.endsWith(".history") && file.slice(8) < first.slice(8)) await forget(name);
  }
  return deleted;
}
