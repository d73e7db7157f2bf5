import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import type { Recorded } from "../../store/log/event.ts";
import { type TrackEvent, trackStream } from "../track/events.ts";

/** Longer than any upload takes once its files are here: no event will name an older file. */
export const LONGEST_UPLOAD_MS = 3_600_000;

/** How long an address of a recording works. */
const LONGEST_HEARD_MS = 7 * 3_600_000;

/** The job that removes the files of a track that is no more, and those of uploads that did not take effect. */
export const TIDY_TRACK = "tidy_track";

/** Puts the removal of a track's files on the calendar; harmless where there is nothing to remove. */
export async function askToTidy(
  deps: Pick<Deps, "jobs" | "store">,
  { trackId, runAt }: { trackId: string; runAt: number },
): Promise<void> {
  await deps.jobs.enqueue(deps.store.sql, {
    kind: TIDY_TRACK,
    key: `${trackId} ${newId()}`,
    payload: { trackId },
    runAt,
  });
}

/**
 * Removes all files of a track that was taken away. Of any other it removes the recordings, waveforms and covers that
 * no event names, once they are so old that no running upload can still name them.
 */
export async function tidyTrackFiles(deps: Pick<Deps, "files" | "store" | "now">, trackId: string): Promise<void> {
  const settledBefore = deps.now() - LONGEST_UPLOAD_MS;
  const events = await deps.store.readStream<TrackEvent>("social", trackStream(trackId));
  const isGone = events.some(({ type }) => type === "TrackRemoved");
  const named = events.flatMap(keysNamedIn);
  for (const key of replacedKeys(events, deps.now() - LONGEST_HEARD_MS)) {
    if (await deps.files.stat(key)) await deps.files.delete(key);
  }
  for (const prefix of [`sources/${trackId}`, `covers/${trackId}/`, `tracks/${trackId}/${isGone ? "" : "peaks"}`]) {
    for await (const { key, modifiedAt } of deps.files.list(prefix)) {
      const isLeft = modifiedAt.getTime() < settledBefore && !named.some((name) => key.startsWith(name));
      if (isGone || isLeft) await deps.files.delete(key);
    }
  }
}

/** The files of recordings that were replaced before a moment, epoch ms: no listener can still be hearing them. */
function replacedKeys(events: readonly Recorded<TrackEvent>[], until: number): string[] {
  const last = events.findLastIndex(({ type, recordedAt }) => type === "RecordingReplaced" && recordedAt <= until);
  const kept = events[last];
  if (kept?.type !== "RecordingReplaced") return [];
  const now = new Set(kept.data.renditions.map(({ key }) => key));
  const before = events.slice(0, last).flatMap(({ type, data }) =>
    type === "RenditionMade" || type === "ReplacementMade" ? [data.key] : []
  );
  return before.filter((key) => !now.has(key));
}

/** Of a cover the folder: addresses of an earlier one are still shown somewhere, so it stays as long as the track. */
function keysNamedIn({ type, data }: TrackEvent): string[] {
  const cover = (type === "TrackUploaded" || type === "TrackChanged") && data.cover ? [`${data.cover.key}/`] : [];
  return type === "TrackUploaded" || type === "RecordingOffered" ? [data.sourceKey, data.peaksKey, ...cover] : cover;
}
