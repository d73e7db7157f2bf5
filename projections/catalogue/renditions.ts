import type {
  RecordingReplaced,
  RenditionMade,
  RenditionQuality,
  TrackRemoved,
  TrackUploaded,
} from "../../backend/catalogue/track/events.ts";
import { eventsOf, type Recorded } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, ddlOf, int, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { foldHoldRows, HOLD_EVENTS, HOLD_ROWS, type HoldEvent } from "./track_holds.ts";

type RenditionEvent = TrackUploaded | RenditionMade | RecordingReplaced | TrackRemoved;

const RENDITIONS = table("renditions", {
  trackId: uuid,
  quality: text,
  key: text,
  bytes: bigint.check("bytes > 0"),
  contentType: text,
}, { key: ["trackId", "quality"] });

const RENDITIONS_BEFORE = table("renditions_before", {
  trackId: uuid,
  until: bigint,
  quality: text,
  key: text,
  bytes: bigint,
  contentType: text,
  durationMs: int,
}, { key: ["trackId", "until", "quality"] });

const RECORDING_LENGTHS = table("recording_lengths", { trackId: uuid, durationMs: int }, { key: ["trackId"] });

const RENDITION_HOLDS = table("rendition_holds", HOLD_ROWS, {
  key: ["trackId", "hold"],
});

/** The files that a track is played from, and those of recordings before, for songs that play. Those of removed tracks are gone. */
export const renditions: Projection<RenditionEvent | HoldEvent> = {
  name: "renditions",
  version: 3,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["TrackUploaded", "RenditionMade", "RecordingReplaced", "TrackRemoved", ...HOLD_EVENTS],
  tables: ddlOf(RENDITIONS, RENDITIONS_BEFORE, RECORDING_LENGTHS, RENDITION_HOLDS),

  async apply(tx, events) {
    const uploads = eventsOf(events, "TrackUploaded").map((event) => event.data);
    await tx`
      insert into recording_lengths ${RECORDING_LENGTHS.values(tx, uploads)}`;
    // A track whose recording was replaced has all its files: none is made after that.
    const made = eventsOf(events, "RenditionMade").map((event) => event.data);
    await tx`insert into renditions ${RENDITIONS.values(tx, made)}`;
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
  await tx`insert into renditions ${RENDITIONS.values(tx, renditions.map((file) => ({ trackId, ...file })))}`;
  await tx`
    update recording_lengths set duration_ms = ${durationMs} where track_id = ${trackId}`;
}

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

/** A file of a track; of an earlier recording until that was replaced, epoch ms. */
export interface KnownFile extends Rendition {
  readonly until: number;
}

/** The files of tracks, also those of recordings that were replaced; tracks without any are missing from the map. */
export async function filesOf(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, KnownFile[]>> {
  const rows = await sql<DbRow[]>`
    select files.*, exists (select from rendition_holds where rendition_holds.track_id = files.track_id) as held
    from (
      select track_id, quality, key, bytes, content_type, null::integer as duration_ms, null::bigint as until
      from renditions where track_id = any(${[...trackIds]}::uuid[])
      union all
      select track_id, quality, key, bytes, content_type, duration_ms, until
      from renditions_before where track_id = any(${[...trackIds]}::uuid[])
    ) as files`;
  const files = rows.map(({ quality, key, bytes, held, ...row }) => {
    const before = row.durationMs === undefined ? {} : { durationMs: row.durationMs };
    const file = { quality, key, bytes, held, contentType: row.contentType, until: row.until ?? Infinity, ...before };
    return [row.trackId, file] as const;
  });
  return new Map([...Map.groupBy(files, ([trackId]) => trackId)].map(([id, own]) => [id, own.map(([, file]) => file)]));
}

interface WantedFile {
  readonly quality: RenditionQuality;
  /** Epoch ms: as it was then, where the recording has been replaced since. */
  readonly at?: number | undefined;
}

/** The file in a quality, or in the nearest one that exists; undefined when there is none. */
export function fileIn(
  files: readonly KnownFile[],
  { quality: wanted, at = Infinity }: WantedFile,
): Rendition | undefined {
  // The recording of that moment is the one that was replaced first after it.
  const until = Math.min(...files.map((file) => file.until).filter((until) => until > at || until === Infinity));
  const there = files.filter((file) => file.until === until);
  const nearest = nearestQuality(there.map(({ quality }) => quality), wanted);
  const found = there.find(({ quality }) => quality === nearest);
  if (!found) return undefined;
  const { until: _until, ...file } = found;
  return file;
}

/** The file of a track, asked for alone. */
export async function renditionOf(sql: Sql | Tx, trackId: string, wanted: WantedFile): Promise<Rendition | undefined> {
  return fileIn((await filesOf(sql, [trackId])).get(trackId) ?? [], wanted);
}

interface DbRow {
  trackId: string;
  quality: RenditionQuality;
  key: string;
  bytes: number;
  contentType: string;
  held: boolean;
  durationMs: number | undefined;
  until: number | undefined;
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
