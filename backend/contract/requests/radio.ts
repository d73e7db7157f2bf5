import * as z from "zod/mini";
import { QUALITIES } from "../listening.ts";
import { MOST_RADIO_TRACKS } from "../radio.ts";

const FROM_WORDS = "A radio starts from track:{id}, artist:{id} or playlist:{id}";
const FROM = /^(track|artist|playlist):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `GET /api/v1/radio`; `seed` is any word of the caller's. */
export const RadioQuery = z.object({
  from: z.string(FROM_WORDS).check(z.toLowerCase(), z.regex(FROM, FROM_WORDS)),
  seed: z._default(z.string().check(z.maxLength(64)), ""),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MOST_RADIO_TRACKS)), 25),
  quality: z._default(z.enum(QUALITIES), "normal"),
  deviceId: z.optional(z.string()),
});
