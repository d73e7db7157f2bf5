import { hkdfSync } from "node:crypto";

/**
 * Keys whose work outlives a secret: hashes in the logs, fingerprints of commands, links in mails that work for ever,
 * the password of the service's role. They stay as the first secret made them, however often it is changed.
 */
export const KEPT_KEYS = [
  "personal lookups",
  "fingerprints",
  "newsletter links",
  "visitor addresses",
  "database role",
  "web push",
] as const;
export type KeptKey = typeof KEPT_KEYS[number];

/** A secret of the installation and its name in tokens and rows, which tells nothing about it. */
export interface Secret {
  /** 16 hex digits. */
  readonly kid: string;
  readonly secret: string;
}

/** What the database says about the keys of an installation. */
interface StoredKeys {
  /** The kid of its first secret. What names no key was made with that one. */
  readonly first: string;
  readonly kept: ReadonlyMap<string, Uint8Array>;
}

/** The secrets of an installation: the newest signs and wraps, the others still open what they have made. */
export class Keyring {
  readonly newest: Secret;
  readonly #secrets: readonly Secret[];
  readonly #known: StoredKeys | undefined;
  readonly #derived = new Map<string, Uint8Array>();

  /** The newest first. Without `known` it is the ring of a new installation, whose first secret is the newest. */
  constructor(secrets: readonly string[], known?: StoredKeys) {
    this.#secrets = secrets.map((secret) => ({ kid: kidOf(secret), secret }));
    const [newest] = this.#secrets;
    if (!newest) throw new Error("A keyring needs a secret");
    this.newest = newest;
    this.#known = known;
  }

  /** The newest first. */
  get all(): readonly Secret[] {
    return this.#secrets;
  }

  /** The kid of the installation's first secret, which may have left the ring. */
  get first(): string {
    return this.#known?.first ?? this.newest.kid;
  }

  /** The same secrets, with what the database says. */
  knowing(known: StoredKeys): Keyring {
    return new Keyring(this.#secrets.map(({ secret }) => secret), known);
  }

  /** Undefined when the ring lacks it. Whatever names none is the work of the first. */
  named(kid: string | null | undefined): Secret | undefined {
    const wanted = kid ?? this.first;
    return this.#secrets.find((one) => one.kid === wanted);
  }

  /** Of each secret the key for a purpose, the newest first. */
  keys(purpose: string): readonly Uint8Array[] {
    return this.#secrets.map((secret) => this.derive(secret, purpose));
  }

  derive({ kid, secret }: Secret, purpose: string): Uint8Array {
    const name = `${kid} ${purpose}`;
    const key = this.#derived.get(name) ?? deriveKey(secret, purpose);
    this.#derived.set(name, key);
    return key;
  }

  kept(purpose: KeptKey): Uint8Array {
    return this.#known?.kept.get(purpose) ?? this.derive(this.newest, purpose);
  }
}

function kidOf(secret: string): string {
  return Buffer.from(deriveKey(secret, "key id")).toString("hex").slice(0, 16);
}

/** Derives a key for each purpose from the installation's secret (HKDF-SHA256): 32 bytes. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "orin", purpose, 32));
}
