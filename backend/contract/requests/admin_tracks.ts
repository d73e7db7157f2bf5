import * as z from "zod/mini";
import { TRACK_SORTS } from "../admin_tracks.ts";
import { SortOrder } from "./admin_users.ts";
import { Day } from "./days.ts";
import { Id } from "./ids.ts";
import { Genre } from "./uploads.ts";

/** `GET /api/v1/admin/tracks/csv`: which tracks, all of which has to fit. */
export const TrackFilters = z.object({
  q: z._default(z.string().check(z.maxLength(200)), ""),
  genre: z.optional(Genre),
  state: z.optional(z.enum(["processing", "ready", "failed"], "Choose processing, ready or failed")),
  /** Uploaded on these days and between them. */
  from: z.optional(Day),
  to: z.optional(Day),
  sort: z._default(z.enum(TRACK_SORTS), "uploaded"),
  order: z._default(SortOrder, "desc"),
});
export type TrackFilters = z.infer<typeof TrackFilters>;

/** `cursor` is the `_id` of the last row before. */
export const TrackListQuery = z.extend(TrackFilters, {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(Id),
});
export type TrackListQuery = z.infer<typeof TrackListQuery>;
