import { newId } from "@contract/ids.ts";
import type { Locks, OutboxEffects } from "./effects.ts";

/**
 * The tab's name, kept over a reload. The tab holds a Web Lock of that name while it lives, so others can tell whether
 * a session's owner is still there. A duplicated tab finds the name taken and gets its own.
 */
export async function claimTab({ locks, tab }: OutboxEffects): Promise<string> {
  const kept = tab?.read();
  if (kept && await holdForLife(locks, kept)) return kept;
  const name = `tab-${newId()}`;
  await holdForLife(locks, name);
  tab?.write(name);
  return name;
}

/** Runs the work while the owner's name is held, and only if the owner itself does not hold it. */
export async function ifGone(locks: Locks, owner: string, work: () => Promise<void>): Promise<void> {
  await locks.request(lockOf(owner), { ifAvailable: true }, (isHeld) => isHeld ? work() : undefined);
}

function holdForLife(locks: Locks, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    locks.request(lockOf(name), { ifAvailable: true }, (isHeld) => {
      resolve(isHeld);
      return isHeld ? new Promise<never>(() => {}) : undefined;
    }).catch(() => resolve(true));
  });
}

function lockOf(name: string): string {
  return `orin-${name}`;
}
