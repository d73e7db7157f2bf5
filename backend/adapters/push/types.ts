/** How Orin reaches people's devices: Web Push (RFC 8030). */
export interface Push {
  /** What browsers subscribe with: an uncompressed point on P-256, base64url. */
  readonly publicKey: string;
  /** Whether an endpoint is one of a listed push service; others are never called. */
  isServed(endpoint: string): boolean;
  /** Whether the keys are ones that a message can be encrypted for. */
  isUsable(keys: PushKeys): boolean;
  /**
   * Hands a message over to the device's push service. The same topic replaces what still waits there.
   * @throws {PushGone} the subscription ended, or was never one: forget it
   * @throws {PushRefused} this message will never be taken
   * @throws {PushUnavailable} not accepted now: try again later, with the same topic
   */
  send(target: PushTarget, message: PushMessage, signal?: AbortSignal): Promise<void>;
}

/** As browsers say them, base64url: the device's public key and its secret. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushTarget {
  readonly endpoint: string;
  readonly keys: PushKeys;
}

export interface PushMessage {
  /** At most 3,000 bytes. */
  readonly text: string;
  /** How long the service keeps it for a device that is off, seconds. */
  readonly ttl: number;
  /** At most 32 characters of base64url. */
  readonly topic: string;
  readonly urgency: "normal" | "high";
}

export class PushGone extends Error {
  override readonly name = "PushGone";
}

export class PushRefused extends Error {
  override readonly name = "PushRefused";
}

export class PushUnavailable extends Error {
  override readonly name = "PushUnavailable";
}
