import * as z from "zod/mini";
import { TRACK_SORTS } from "../admin_tracks.ts";
import { SortOrder } from "./admin_users.ts";
import { Id } from "./ids.ts";
import { Genre } from "./uploads.ts";

/** `cursor` is the `_id` of the last row before. */
export const TrackListQuery = z.object({
  q: z._default(z.string().check(z.maxLength(200)), ""),
  genre: z.optional(Genre),
  sort: z._default(z.enum(TRACK_SORTS), "uploaded"),
  order: z._default(SortOrder, "desc"),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(Id),
});
export type TrackListQuery = z.infer<typeof TrackListQuery>;
