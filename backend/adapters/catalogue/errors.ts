/** The catalogue gave no answer. `retryAfterMs` is what it asked for, or a guess. */
export class CatalogueUnavailable extends Error {
  override readonly name = "CatalogueUnavailable";
  constructor(message: string, readonly retryAfterMs: number, options?: ErrorOptions) {
    super(message, options);
  }
}
