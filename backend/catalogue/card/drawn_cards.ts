import type { Files } from "../../adapters/files/types.ts";
import type { Media } from "../../adapters/media/types.ts";
import { cardAddress, type SharedCard } from "../track/page_previews.ts";

/** Some 80 kB each. A card that goes is drawn again: a fifth of a second. */
const MOST_KEPT = 100;
/** Others wait for the same process to decode their music. */
const MOST_WAITING = 8;

/**
 * The cards that were drawn last, by their address. They are kept in memory alone: a name in a picture must not outlive
 * the person who took it back.
 */
export class DrawnCards {
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(private readonly ports: { readonly media: Media; readonly files: Files }) {}

  /** The card, if it was drawn lately. */
  kept(address: string): Uint8Array<ArrayBuffer> | undefined {
    const card = this.#kept.get(address);
    if (card) this.#keep(address, card);
    return card;
  }

  /** Draws a card once for all that ask at the same time; undefined where too many others wait to be drawn. */
  draw(card: SharedCard): Promise<Uint8Array<ArrayBuffer>> | undefined {
    const address = cardAddress(card);
    const kept = this.kept(address);
    const known = kept ? Promise.resolve(kept) : this.#drawing.get(address);
    if (known) return known;
    if (this.#drawing.size >= MOST_WAITING) return undefined;
    const drawing = this.#drawn(card).then((bytes) => this.#keep(address, bytes))
      .finally(() => this.#drawing.delete(address));
    this.#drawing.set(address, drawing);
    return drawing;
  }

  async #drawn({ label, title, line, pictureUrl }: SharedCard): Promise<Uint8Array<ArrayBuffer>> {
    const picture = pictureUrl === "" ? undefined : await this.ports.files.get(pictureUrl.replace(/^\/media\//, ""));
    const bytes = picture && await new Response(picture.body).bytes();
    return new Uint8Array(await this.ports.media.card({ label, title, line }, bytes));
  }

  /** The oldest goes first. */
  #keep(address: string, card: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    this.#kept.delete(address);
    this.#kept.set(address, card);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return card;
  }
}
