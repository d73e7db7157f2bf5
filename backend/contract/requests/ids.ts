import * as z from "zod/mini";

/** An id made by a client or by the service: a UUID in lower case. New ones are UUIDv7 (time-ordered). */
export const Id = z.string().check(
  z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i),
  z.toLowerCase(),
);
