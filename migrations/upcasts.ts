import type { Upcasts } from "../backend/store/upcast.ts";

/**
 * How old shapes of events are read. An event that changes its shape gets a function here that makes the new shape of
 * the old one, then `deno task golden` keeps an example of the new version; both stay for ever. Stored events are never
 * rewritten.
 */
export const upcasts: Upcasts = {};
