/** Some 80 kB each. A picture that goes is drawn again: a fifth of a second. */
const MOST_KEPT = 100;
/** Others wait for the same process to decode their music. */
const MOST_WAITING = 8;

/**
 * The pictures that were drawn last, by their address. They are kept in memory alone: a name in a picture must not
 * outlive the person who took it back.
 */
export class DrawnPictures {
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  /** The picture, if it was drawn lately. */
  kept(address: string): Uint8Array<ArrayBuffer> | undefined {
    const picture = this.#kept.get(address);
    if (picture) this.#keep(address, picture);
    return picture;
  }

  /** Draws a picture once for all that ask at the same time; undefined where too many others wait to be drawn. */
  draw(address: string, make: () => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> | undefined {
    const kept = this.kept(address);
    const known = kept ? Promise.resolve(kept) : this.#drawing.get(address);
    if (known) return known;
    if (this.#drawing.size >= MOST_WAITING) return undefined;
    const drawing = make().then((bytes) => this.#keep(address, new Uint8Array(bytes)))
      .finally(() => this.#drawing.delete(address));
    this.#drawing.set(address, drawing);
    return drawing;
  }

  /** The oldest goes first. */
  #keep(address: string, picture: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    this.#kept.delete(address);
    this.#kept.set(address, picture);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return picture;
  }
}
