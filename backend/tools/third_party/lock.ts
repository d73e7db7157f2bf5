/** What `deno.lock` says of one package of npm. */
interface LockedPackage {
  readonly integrity?: string;
  readonly dependencies?: readonly string[];
  readonly optionalDependencies?: readonly string[];
  readonly optionalPeers?: readonly string[];
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

export interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  /** By name, version and the peers that it was resolved with. */
  readonly npm: Readonly<Record<string, LockedPackage>>;
}

/** Optional packages that nothing of ours loads: native code for a C library that Orin's Postgres does not run on. */
const UNWANTED = /musl/;

/** The lock without unwanted packages, and without what only they need. */
export function pruned(lock: Lock): Lock {
  const npm = Object.fromEntries(
    Object.entries(lock.npm).map(([key, entry]) => {
      const optional = entry.optionalDependencies?.filter((name) => !UNWANTED.test(name));
      // In their place: the order of the keys is Deno's.
      const { optionalDependencies: _none, ...rest } = entry;
      return [key, optional?.length ? { ...entry, optionalDependencies: optional } : rest];
    }),
  );
  const needed = closure({ ...lock, npm }, Object.keys(lock.specifiers).map((asked) => asked.replace(/^npm:/, "")));
  return { ...lock, npm: Object.fromEntries(Object.entries(npm).filter(([key]) => needed.has(key))) };
}

/** The lock with only what `asked`, given as `name@version`, needs. */
export function lockOf(lock: Lock, asked: readonly string[]): Lock {
  const needed = closure(lock, asked);
  const specifiers = Object.entries(lock.specifiers).filter(([key]) => asked.includes(key.replace(/^npm:/, "")));
  const npm = Object.entries(lock.npm).filter(([key]) => needed.has(key));
  return { ...lock, specifiers: Object.fromEntries(specifiers), npm: Object.fromEntries(npm) };
}

/** Keys of the packages that `name@version` and all that they need come from. */
export function closure(lock: Lock, asked: readonly string[]): Set<string> {
  const byName = Map.groupBy(Object.keys(lock.npm), packageName);
  const found = new Set<string>();
  const waiting = asked.map((one) => `${packageName(one)}@${lock.specifiers[`npm:${one}`]}`);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const entry = lock.npm[key];
    if (!entry || found.has(key)) continue;
    found.add(key);
    waiting.push(...needsOf(entry).flatMap((need) => need in lock.npm ? [need] : byName.get(need) ?? []));
  }
  return found;
}

/** Keys of the lock that a package needs; where there is one version only, the lock says its name alone. */
export function needsOf({ dependencies = [], optionalDependencies = [], optionalPeers = [] }: LockedPackage): string[] {
  return [...dependencies, ...optionalDependencies, ...optionalPeers];
}

export function packageName(key: string): string {
  return key.slice(0, key.indexOf("@", 1));
}

/** Without the peers that it was resolved with. */
export function versionOf(key: string): string {
  return key.slice(key.indexOf("@", 1) + 1).split("_")[0] ?? "";
}

/** As Deno writes it, so that its next install changes nothing. */
export function lockText(lock: Lock): string {
  const text = JSON.stringify(lock, null, 2);
  return `${text.replaceAll(/"(os|cpu)": \[\s+("\w+")\s+\]/g, '"$1": [$2]')}\n`;
}
