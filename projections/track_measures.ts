import type { ReportedTrack } from "../backend/listening/report/state.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { trackFacts } from "./tracks.ts";

const MOST_KEPT = 50_000;
/** How long a track that was just published or taken back may still be seen as it was before. */
const CHECKED_MS = 5_000;

/**
 * What play reports need of tracks, kept in the process for a few seconds: every report asks for it, and it rarely
 * changes.
 */
export class TrackMeasures {
  readonly #kept = new Map<string, { readonly measure: ReportedTrack; readonly checkedAt: number }>();

  /** One query for those not met lately (`now` in epoch ms); unknown tracks are missing from the map. */
  async of(sql: Sql | Tx, trackIds: readonly string[], now: number): Promise<Map<string, ReportedTrack>> {
    const missing = [...new Set(trackIds)].filter((trackId) => {
      const kept = this.#kept.get(trackId);
      return kept === undefined || Math.abs(now - kept.checkedAt) >= CHECKED_MS;
    });
    if (missing.length > 0) this.#keep(await trackFacts(sql, missing), now);
    return new Map(trackIds.flatMap((trackId) => {
      const kept = this.#kept.get(trackId);
      return kept ? [[trackId, kept.measure] as const] : [];
    }));
  }

  #keep(found: ReadonlyMap<string, ReportedTrack>, now: number): void {
    // Starting over is rare and costs one query; an order of use would cost more at every hit.
    if (this.#kept.size + found.size > MOST_KEPT) this.#kept.clear();
    for (const [trackId, { durationMs, earlierLengths, ownerId, availableFrom, availableUntil }] of found) {
      const measure = { durationMs, earlierLengths, ownerId, availableFrom, availableUntil };
      this.#kept.set(trackId, { measure, checkedAt: now });
    }
  }
}
