import { PushReceiver } from "./receiver.ts";
import type { Push } from "./types.ts";
import { createWebPush, type WebPushConfig } from "./web_push.ts";

/** Opens Web Push. Nothing is called before the first message. */
export function createPush(config: WebPushConfig): Push {
  return createWebPush(config);
}

/** A stand-in for a push service that cannot be reached, for development and tests. */
export function createPushReceiver(address: string): PushReceiver {
  return new PushReceiver(address);
}
