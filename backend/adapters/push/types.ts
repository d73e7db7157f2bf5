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

/** A stand-in for a push service that cannot be reached, with the devices behind it. */
export interface DevPush {
  /** Where it is reached, without a slash at the end. */
  readonly address: string;
  /** Subscribes a made-up device. */
  subscribe(): PushTarget & { readonly id: string };
  /** What the devices have been shown: of one topic the last one. The newest first. */
  shown(id?: string): ReceivedPush[];
  /** Answers a request for `<address>/<id>`. */
  answer(request: Request): Promise<Response>;
}

/** A message that a device has got, or gets when it is on again. `at` in epoch ms. */
export interface ReceivedPush {
  readonly subscription: string;
  readonly topic: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly text: string;
  readonly at: number;
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
