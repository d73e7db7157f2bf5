import type { Context } from "hono";
import type { Track } from "../contract/catalogue.ts";
import type { Quality } from "../contract/listening.ts";
import type { Deps } from "../deps.ts";
import type { Session } from "../http/session.ts";
import { findTracks, type TrackRow } from "../../projections/tracks.ts";
import { earlyAccessFor } from "./routes_early_access.ts";
import { trackAnswer } from "./routes_answers.ts";
import { listenerOf, mediaFor } from "./routes_caller.ts";

/** How tracks are answered to one caller: with addresses signed for them, in the quality they asked for. */
export interface TrackList {
  of(rows: readonly TrackRow[]): Promise<Track[]>;
  /** The published ones of these, in this order. */
  find(trackIds: readonly string[]): Promise<Track[]>;
}

/** Makes answers of rows for one caller: links signed for them, hearts and early access as they have them. */
export function trackList(
  c: Context,
  deps: Deps,
  caller: { session?: Session | undefined; quality?: Quality },
): TrackList {
  const { session, quality = "normal" } = caller;
  const options = {
    links: mediaFor(deps).links,
    listener: listenerOf(c, deps, session),
    quality,
    now: deps.now(),
  };
  const of = async (rows: readonly TrackRow[]) => {
    const mayHear = await earlyAccessFor(deps, session?.userId, rows);
    return rows.map((row) => trackAnswer(row, { ...options, mayHear }));
  };
  return {
    of,
    async find(trackIds) {
      const found = await findTracks(deps.store.sql, trackIds);
      return await of(trackIds.flatMap((trackId) => found.get(trackId) ?? []));
    },
  };
}
