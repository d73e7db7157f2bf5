import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Keyring } from "./keyring.ts";
import type { Sql, Tx } from "../sql.ts";

/** Text that only the person's key opens: base64url of nonce (12 bytes), tag (16 bytes) and AES-256-GCM ciphertext. */
export type Sealed = string;

export type KeyPurpose = "personal" | "payout";

/**
 * Encrypts personal data with one key a person. The keys are in `person_keys`, wrapped by a master key from a secret
 * of the ring; destroying a row makes everything sealed with it unreadable for ever, and the logs stay as they are.
 */
export class PersonalData {
  readonly #lookup: Uint8Array;

  constructor(readonly keys: Keyring) {
    this.#lookup = keys.kept("personal lookups");
  }

  /**
   * Makes the person's key, or opens the existing one. Call before queueing the command that seals with it. The books
   * need the data sealed for `payout`: its key outlives the account.
   */
  async keyOf(sql: Sql | Tx, personId: string, purpose: KeyPurpose = "personal"): Promise<PersonKey> {
    const { kid } = this.keys.newest;
    const wrapped = wrap(this.keys, randomBytes(32), boundTo(personId, purpose));
    await sql`
      insert into person_keys (person_id, purpose, wrapped_key, kid)
      values (${personId}, ${purpose}, ${Buffer.from(wrapped)}, ${kid}) on conflict do nothing`;
    const key = (await this.keysOf(sql, [personId], purpose)).get(personId);
    if (!key) throw new Error(`Cannot open the key of ${personId}: it was destroyed while it was made`);
    return key;
  }

  /** Opens the keys that exist; erased persons are missing from the map. */
  async keysOf(
    sql: Sql | Tx,
    personIds: readonly string[],
    purpose: KeyPurpose = "personal",
  ): Promise<Map<string, PersonKey>> {
    const rows = await sql<{ personId: string; wrappedKey: Uint8Array; kid: string | undefined }[]>`
      select person_id, wrapped_key, kid from person_keys
      where person_id = any(${[...personIds]}::uuid[]) and purpose = ${purpose}`;
    return new Map(rows.map((row) => {
      const key = unwrap(this.keys, row, boundTo(row.personId, purpose));
      return [row.personId, new PersonKey(key, row.personId)];
    }));
  }

  /** Destroys the person's key; data that the books need has its own. There is no way back. */
  async destroy(sql: Sql | Tx, personId: string): Promise<void> {
    await sql`delete from person_keys where person_id = ${personId} and purpose = 'personal'`;
  }

  /** A keyed hash for finding equal values (an email address) without storing them: hex. */
  lookupHash(kind: string, value: string): string {
    return createHmac("sha256", this.#lookup).update(`${kind} ${value}`).digest("hex");
  }
}

/** Seals and opens one person's fields. Where the key is destroyed nothing can be opened any more. */
export class PersonKey {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array, readonly personId: string) {
    this.#key = key;
  }

  /** Seals a field; the field's name is bound to it, so that fields cannot be swapped. */
  seal(field: string, text: string): Sealed {
    return seal(this.#key, text, `${this.personId} ${field}`);
  }

  /** Throws when the text was sealed by another key, for another field, or was changed. */
  open(field: string, sealed: Sealed): string {
    return open(this.#key, sealed, `${this.personId} ${field}`);
  }
}

/** A wrapped key as its row has it. */
export interface WrappedKey {
  readonly wrappedKey: Uint8Array;
  readonly kid: string | undefined;
}

/** Wraps a key with the newest secret; it is bound to its place, so that keys cannot be swapped. */
export function wrap(keys: Keyring, key: Uint8Array, bound: string): Sealed {
  return seal(keys.derive(keys.newest, WRAPPING), Buffer.from(key).toString("base64url"), bound);
}

/** Throws when the ring lacks the secret that wrapped it. */
export function unwrap(keys: Keyring, { wrappedKey, kid }: WrappedKey, bound: string): Uint8Array {
  const wrapping = keys.named(kid);
  if (!wrapping) throw new Error(`The secret ${kid ?? keys.first} is not in ORIN_SECRETS: it wraps a key of ${bound}`);
  const text = open(keys.derive(wrapping, WRAPPING), Buffer.from(wrappedKey).toString(), bound);
  return Buffer.from(text, "base64url");
}

const WRAPPING = "person keys";

/** A wrapped key is good for its person and purpose alone. */
export function boundTo(personId: string, purpose: KeyPurpose): string {
  return purpose === "personal" ? personId : `${personId} ${purpose}`;
}

export function boundToInstallation(purpose: string): string {
  return `installation ${purpose}`;
}

function seal(key: Uint8Array, text: string, bound: string): Sealed {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(bound));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

function open(key: Uint8Array, sealed: Sealed, bound: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(bound));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
