import type { Sql, Tx } from "../backend/store/sql.ts";
import { trackFacts } from "./tracks.ts";

/** The facts of a track that never change after its upload. */
interface TrackMeasure {
  readonly durationMs: number;
  readonly ownerId: string;
}

const MOST_KEPT = 50_000;

/**
 * Lengths and owners of tracks, kept in the process: every play report asks for them, and they never change. Titles
 * and publication may change, so they are not here.
 */
export class TrackMeasures {
  readonly #kept = new Map<string, TrackMeasure>();

  /** One query for those not met before; unknown tracks are missing from the map and asked for again next time. */
  async of(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, TrackMeasure>> {
    const missing = [...new Set(trackIds)].filter((trackId) => !this.#kept.has(trackId));
    if (missing.length > 0) this.#keep(await trackFacts(sql, missing));
    return new Map(trackIds.flatMap((trackId) => {
      const measure = this.#kept.get(trackId);
      return measure ? [[trackId, measure] as const] : [];
    }));
  }

  #keep(found: ReadonlyMap<string, TrackMeasure>): void {
    // Starting over is rare and costs one query; keeping the order of use would cost more at every hit.
    if (this.#kept.size + found.size > MOST_KEPT) this.#kept.clear();
    for (const [trackId, { durationMs, ownerId }] of found) this.#kept.set(trackId, { durationMs, ownerId });
  }
}
