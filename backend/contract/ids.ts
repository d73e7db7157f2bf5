import * as z from "zod/mini";

// By itself in a file, for pages that make ids and need no schema.
export { newId } from "./new_id.ts";

/** An id made by a client or by the service: a UUID in lower case. New ones are UUIDv7 (time-ordered). */
export const Id = z.string().check(
  z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i),
  z.toLowerCase(),
);
export type Id = z.infer<typeof Id>;
