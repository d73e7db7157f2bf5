import type {
  RecordingReplaced,
  RenditionMade,
  RenditionQuality,
  TrackRemoved,
  TrackUploaded,
} from "../backend/catalogue/track/events.ts";
import { eventsOf, type Recorded } from "../backend/store/log/event.ts";
import { valuesOf } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { foldHoldRows, HOLD_EVENTS, HOLD_ROWS, type HoldEvent } from "./track_holds.ts";

type RenditionEvent = TrackUploaded | RenditionMade | RecordingReplaced | TrackRemoved;

/** The files that a track is played from, and those of recordings before, for songs that play. Those of removed tracks are gone. */
export const renditions: Projection<RenditionEvent | HoldEvent> = {
  name: "renditions",
  version: 3,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["TrackUploaded", "RenditionMade", "RecordingReplaced", "TrackRemoved", ...HOLD_EVENTS],
  tables: `
    create table renditions (
      track_id uuid not null,
      quality text not null,
      key text not null,
      bytes bigint not null check (bytes > 0),
      content_type text not null,
      primary key (track_id, quality)
    );
    create table renditions_before (
      track_id uuid not null,
      until bigint not null,
      quality text not null,
      key text not null,
      bytes bigint not null,
      content_type text not null,
      duration_ms integer not null,
      primary key (track_id, until, quality)
    );
    create table recording_lengths (
      track_id uuid primary key,
      duration_ms integer not null
    );
    create table rendition_holds (${HOLD_ROWS})`,

  async apply(tx, events) {
    const uploads = eventsOf(events, "TrackUploaded").map((event) => event.data);
    await tx`
      insert into recording_lengths ${valuesOf(tx, uploads, { uuid: ["trackId"], int: ["durationMs"] })}`;
    // A track whose recording was replaced has all its files: none is made after that.
    const made = eventsOf(events, "RenditionMade").map((event) => event.data);
    await tx`insert into renditions ${valuesOf(tx, made, COLUMNS)}`;
    for (const event of eventsOf(events, "RecordingReplaced")) await replace(tx, event);
    // A removed track gets no more renditions, so removals of a batch come last.
    const removed = eventsOf(events, "TrackRemoved").map((event) => event.data.trackId);
    await tx`delete from renditions where track_id = any(${removed}::uuid[])`;
    await tx`delete from renditions_before where track_id = any(${removed}::uuid[])`;
    await tx`delete from recording_lengths where track_id = any(${removed}::uuid[])`;
    await foldHoldRows(tx, "rendition_holds", events);
  },
};

async function replace(tx: Tx, { data, recordedAt }: Recorded<RecordingReplaced>): Promise<void> {
  const { trackId, durationMs, renditions } = data;
  await tx`
    insert into renditions_before (track_id, until, quality, key, bytes, content_type, duration_ms)
    select track_id, ${recordedAt}, quality, key, bytes, content_type, duration_ms
    from renditions join recording_lengths using (track_id) where track_id = ${trackId}`;
  await tx`delete from renditions where track_id = ${trackId}`;
  await tx`insert into renditions ${valuesOf(tx, renditions.map((file) => ({ trackId, ...file })), COLUMNS)}`;
  await tx`
    update recording_lengths set duration_ms = ${durationMs} where track_id = ${trackId}`;
}

const COLUMNS = { uuid: ["trackId"], text: ["quality", "key", "contentType"], bigint: ["bytes"] } as const;

export interface Rendition {
  readonly quality: RenditionQuality;
  /** Of the files port. */
  readonly key: string;
  readonly bytes: number;
  readonly contentType: string;
  /** Something keeps the track from everybody but its artist and admins. */
  readonly held: boolean;
  /** Of a recording before the present one: how long that was. */
  readonly durationMs?: number;
}

/**
 * The file of a track in a quality, or in the nearest one that exists; undefined when there is none. `at`, epoch ms: as it
 * was then, where the recording has been replaced since.
 */
export async function renditionOf(
  sql: Sql | Tx,
  trackId: string,
  { quality: wanted, at }: { readonly quality: RenditionQuality; readonly at?: number | undefined },
): Promise<Rendition | undefined> {
  const all = await sql<DbRow[]>`
    select quality, key, bytes, content_type, null::integer as duration_ms, null::bigint as until,
      exists (select from rendition_holds where track_id = ${trackId}) as held
    from renditions where track_id = ${trackId}
    ${
    at === undefined ? sql`` : sql`
    union all
    select quality, key, bytes, content_type, duration_ms, until,
      exists (select from rendition_holds where track_id = ${trackId}) as held
    from renditions_before where track_id = ${trackId} and until > ${at}`
  }`;
  // The recording of that moment is the one that was replaced first after it.
  const until = Math.min(...all.map((row) => row.until ?? Infinity));
  const rows = all.filter((row) => (row.until ?? Infinity) === until);
  const nearest = nearestQuality(rows.map((row) => row.quality), wanted);
  const row = rows.find((one) => one.quality === nearest);
  if (!row) return undefined;
  const { quality, key, bytes, held } = row;
  const before = row.duration_ms === null ? {} : { durationMs: row.duration_ms };
  return { quality, key, bytes, contentType: row.content_type, held, ...before };
}

interface DbRow {
  quality: RenditionQuality;
  key: string;
  bytes: number;
  content_type: string;
  held: boolean;
  duration_ms: number | null;
  until: number | null;
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
