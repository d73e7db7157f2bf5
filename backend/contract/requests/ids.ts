import * as z from "zod/mini";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** An id made by a client or by the service: a UUID in lower case. New ones are UUIDv7 (time-ordered). */
export const Id = z.string().check(
  z.regex(new RegExp(`^${UUID}$`, "i")),
  z.toLowerCase(),
);

/** Where the next page begins: the last row's time in ms and its id. */
export const TimeCursor = z.string().check(z.regex(new RegExp(`^\\d{1,15}_${UUID}$`)));

/** A cursor in a query, "at.id". Ids are UUIDs or words such as "streak-2026-11-26". */
export const CursorText = z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,64}$/));

/** A cursor whose id is a UUID: SQL compares it as one. */
export const UuidCursorText = z.string().check(z.regex(/^\d{1,15}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
