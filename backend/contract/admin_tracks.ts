import * as z from "zod/mini";
import { SortOrder } from "./admin_users.ts";
import { Genre, Track } from "./catalogue.ts";
import { Id } from "./ids.ts";
import { TRACK_STATES } from "./uploads.ts";

export const TRACK_SORTS = ["uploaded", "title", "artist", "genre", "duration"] as const;
export type TrackSort = typeof TRACK_SORTS[number];

/** A row of `GET /api/v1/admin/tracks`: a track in any state, deleted ones left out. */
export const AdminTrack = z.extend(Track, {
  state: z.enum(TRACK_STATES),
  reason: z.optional(z.string()),
});
export const AdminTracks = z.array(AdminTrack);
export type AdminTrack = z.infer<typeof AdminTrack>;

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
