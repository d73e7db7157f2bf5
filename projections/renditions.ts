import type { RenditionMade, RenditionQuality, TrackRemoved } from "../backend/catalogue/track/events.ts";
import { eventsOf } from "../backend/store/log/event.ts";
import { valuesOf } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { foldHoldRows, HOLD_EVENTS, HOLD_ROWS, type HoldEvent } from "./track_holds.ts";

/** The files that a track is played from. Those of removed tracks are gone. */
export const renditions: Projection<RenditionMade | TrackRemoved | HoldEvent> = {
  name: "renditions",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["RenditionMade", "TrackRemoved", ...HOLD_EVENTS],
  tables: `
    create table renditions (
      track_id uuid not null,
      quality text not null,
      key text not null,
      bytes bigint not null check (bytes > 0),
      content_type text not null,
      primary key (track_id, quality)
    );
    create table rendition_holds (${HOLD_ROWS})`,

  async apply(tx, events) {
    const made = eventsOf(events, "RenditionMade").map((event) => event.data);
    await tx`insert into renditions ${valuesOf(tx, made, COLUMNS)}`;
    // A removed track gets no more renditions, so removals of a batch come last.
    const removed = eventsOf(events, "TrackRemoved").map((event) => event.data.trackId);
    await tx`delete from renditions where track_id = any(${removed}::uuid[])`;
    await foldHoldRows(tx, "rendition_holds", events);
  },
};

const COLUMNS = { uuid: ["trackId"], text: ["quality", "key", "contentType"], bigint: ["bytes"] } as const;

export interface Rendition {
  readonly quality: RenditionQuality;
  /** Of the files port. */
  readonly key: string;
  readonly bytes: number;
  readonly contentType: string;
  /** Something keeps the track from everybody but its artist and admins. */
  readonly held: boolean;
}

/** The file of a track in a quality, or in the nearest one that exists; undefined when there is none. */
export async function renditionOf(
  sql: Sql | Tx,
  trackId: string,
  wanted: RenditionQuality,
): Promise<Rendition | undefined> {
  const rows = await sql<DbRow[]>`
    select quality, key, bytes, content_type,
      exists (select from rendition_holds where track_id = ${trackId}) as held
    from renditions where track_id = ${trackId}`;
  const nearest = nearestQuality(rows.map((row) => row.quality), wanted);
  const row = rows.find((one) => one.quality === nearest);
  if (!row) return undefined;
  return { quality: row.quality, key: row.key, bytes: row.bytes, contentType: row.content_type, held: row.held };
}

interface DbRow {
  quality: RenditionQuality;
  key: string;
  bytes: number;
  content_type: string;
  held: boolean;
}

const NEAREST: Readonly<Record<RenditionQuality, readonly RenditionQuality[]>> = {
  saver: ["saver", "normal", "high"],
  normal: ["normal", "saver", "high"],
  high: ["high", "normal", "saver"],
  download: ["download"],
};

/** The quality nearest to the wanted one among those that exist. */
export function nearestQuality(
  existing: readonly RenditionQuality[],
  wanted: RenditionQuality,
): RenditionQuality | undefined {
  return NEAREST[wanted].find((quality) => existing.includes(quality));
}
