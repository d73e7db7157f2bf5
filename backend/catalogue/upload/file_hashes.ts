import { createHash } from "node:crypto";
import type { Files } from "../../adapters/files/types.ts";

const MOST = 5_000;

/** SHA-256 of files, each read once: the name of a rendition says all that it was made from, its etag the rest. */
export class FileHashes {
  readonly #known = new Map<string, Promise<string>>();

  constructor(readonly files: Files) {}

  /** In hex; undefined when there is no such file. */
  async of(key: string): Promise<string | undefined> {
    const file = await this.files.stat(key);
    if (!file) return undefined;
    const name = `${key} ${file.etag}`;
    const known = this.#known.get(name);
    if (known) return await known;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= MOST) this.#known.delete(oldest);
    const hash = this.#read(key);
    this.#known.set(name, hash);
    hash.catch(() => this.#known.delete(name));
    return await hash;
  }

  async #read(key: string): Promise<string> {
    const opened = await this.files.get(key);
    if (!opened) throw new Error(`Cannot read "${key}": it has just been removed`);
    const hash = createHash("sha256");
    for await (const piece of opened.body) hash.update(piece);
    return hash.digest("hex");
  }
}
