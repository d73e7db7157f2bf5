import { v7 } from "uuid";

/** Makes a UUIDv7 (RFC 9562, section 5.7): ids that one process or tab makes now are in order. */
export function newId(nowMs?: number): string {
  return nowMs === undefined ? v7() : v7({ msecs: nowMs });
}
