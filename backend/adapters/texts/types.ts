/** How Orin reaches people's phones. */
export interface Texts {
  /**
   * Hands a text over for delivery. The provider has no key that makes a text once: after TextsUnavailable ask
   * `wasSent` before sending again.
   * @throws {TextsUnavailable} not accepted, or unknown: ask, then try again later
   * @throws {TextRefused} never acceptable: the number or the text itself is bad
   */
  send(message: TextMessage): Promise<void>;
  /**
   * Whether the provider took this text before.
   * @throws {TextsUnavailable} it does not say now
   */
  wasSent(message: TextMessage): Promise<boolean>;
}

export interface TextMessage {
  /** Idempotency key of the caller. The provider does not get it. */
  readonly id: string;
  /** One number in E.164: `+2348031234567`. */
  readonly to: string;
  /** At most 160 characters of the plain alphabet of phones, so that it is one text. */
  readonly text: string;
  /** The one-time code in the text, for readers of the development outbox. */
  readonly code?: string;
}

/** Texts that stay at home: everything sent can be read at `/dev/texts`. */
export interface DevTexts extends Texts {
  /** The texts of all processes on the same data directory, newest first. */
  newest(limit: number): OutboxText[];
}

/** `sentAt` is in epoch ms. */
export type OutboxText = Omit<TextMessage, "id"> & { readonly sentAt: number };

/** The provider did not take the text, or did not say whether it did. */
export class TextsUnavailable extends Error {
  override readonly name = "TextsUnavailable";

  /** `isRelay`: the provider takes no text now, for any recipient. */
  constructor(reason: string, readonly isRelay = false) {
    super(`Cannot send texts now: ${reason}`);
  }
}

/** The text will never be taken, however often it is sent. */
export class TextRefused extends Error {
  override readonly name = "TextRefused";

  constructor(reason: string) {
    super(`Text refused: ${reason}`);
  }
}
