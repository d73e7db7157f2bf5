import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Files } from "../../adapters/files/types.ts";
import type { Keyring } from "../../store/personal/keyring.ts";
import { StartError } from "../../start/start_error.ts";

const CIPHER = "aes-256-gcm";
const CONTENT_TYPE = "application/octet-stream";
/** Sixteen hex digits that name the secret, the nonce, then the ciphertext with its tag. */
const KID_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ROOT = "backups/";

/** Names of the installations that have backups in a store. */
export async function installationsIn(files: Files): Promise<string[]> {
  const names = new Set<string>();
  for await (const { key } of files.list(ROOT)) names.add(key.slice(ROOT.length).split("/")[0] ?? "");
  return [...names];
}

/**
 * The backups of one installation in a files store: compressed, and sealed with a key from the installation's secret.
 * Each name is bound to its bytes, so who can write there can neither change a backup unseen nor swap two.
 */
export class Vault {
  constructor(readonly files: Files, readonly keys: Keyring, readonly installation: string) {}

  #keyOf(name: string): string {
    return `${ROOT}${this.installation}/${name}`;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const { newest } = this.keys;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.keys.derive(newest, "backups"), nonce);
    cipher.setAAD(Buffer.from(this.#keyOf(name)));
    const sealed = [cipher.update(gzipSync(bytes, { level: 1 })), cipher.final(), cipher.getAuthTag()];
    const body = Buffer.concat([Buffer.from(newest.kid), nonce, ...sealed]);
    await this.files.put(this.#keyOf(name), body, { contentType: CONTENT_TYPE, bytes: body.length });
  }

  /** Undefined where there is none. Throws a StartError where its bytes were changed or the secret is missing. */
  async get(name: string): Promise<Uint8Array | undefined> {
    const found = await this.files.get(this.#keyOf(name));
    if (!found) return undefined;
    const body = Buffer.from(await new Response(found.body).arrayBuffer());
    const kid = body.subarray(0, KID_BYTES).toString();
    const secret = this.keys.all.find((one) => one.kid === kid);
    if (!secret) throw new StartError(`The backup ${name} was sealed with the secret ${kid}, which is not set`);
    const nonce = body.subarray(KID_BYTES, KID_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.keys.derive(secret, "backups"), nonce);
    decipher.setAAD(Buffer.from(this.#keyOf(name)));
    try {
      decipher.setAuthTag(body.subarray(-TAG_BYTES));
      const text = decipher.update(body.subarray(KID_BYTES + NONCE_BYTES, -TAG_BYTES));
      return gunzipSync(Buffer.concat([text, decipher.final()]));
    } catch {
      throw new StartError(`The backup ${name} was changed or cut short: use another one`);
    }
  }

  /** Names that begin with a prefix, sorted, with the moment of their last change. */
  async list(prefix: string): Promise<{ name: string; modifiedAt: Date }[]> {
    const found: { name: string; modifiedAt: Date }[] = [];
    const start = this.#keyOf("").length;
    for await (const { key, modifiedAt } of this.files.list(this.#keyOf(prefix))) {
      found.push({ name: key.slice(start), modifiedAt });
    }
    return found.sort((a, b) => a.name < b.name ? -1 : 1);
  }

  async delete(name: string): Promise<void> {
    await this.files.delete(this.#keyOf(name));
  }
}
