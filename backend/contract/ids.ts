import { v7 } from "uuid";

let last = { msecs: -1, seq: 0 };

/**
 * Makes a UUIDv7 (RFC 9562, section 5.7): ids that one process or tab makes now, or for one moment, are in order.
 * `nowMs` is the moment that the id tells, if it is another one than now.
 */
export function newId(nowMs?: number): string {
  if (nowMs === undefined) return v7();
  // The library orders ids of its own clock alone. 2^31 ids of one millisecond fit behind a random beginning.
  last = { msecs: nowMs, seq: nowMs === last.msecs ? last.seq + 1 : Math.floor(Math.random() * 2 ** 31) };
  return v7(last);
}
