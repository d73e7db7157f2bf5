import type { Deps } from "../../deps.ts";
import type { ArtistHeld, ArtistHoldLifted } from "../artist/events.ts";
import { holdMusic } from "../artist/hold.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { workChecks } from "../resumable/check.ts";
import { workGivingUp } from "../resumable/give_up.ts";
import { askToTidy, TIDY_TRACK, tidyTrackFiles } from "../upload/tidy.ts";
import { recordingOf } from "../upload/import_track.ts";
import { failReplacement, failTrack, recordRendition, recordReplacement } from "./record.ts";
import {
  type RecordingOffered,
  type RecordingReplaced,
  RENDITION_QUALITIES,
  type RenditionQuality,
  type TrackChanged,
  type TrackRemoved,
  type TrackUploaded,
} from "../track/events.ts";
import { type MakeRendition, makeRendition, mediaRefusal, sweepWorkFolders } from "./make.ts";

/** The first rendition makes a track playable; the others follow in a queue of their own, so they never delay one. */
const FIRST = "rendition";
const LATER = "rendition_later";

const ATTEMPT_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const TIDY_REMOVED_MS = 7 * HOUR_MS;
const FAILED = "We could not process this song: please upload it again";

/** What follows from the catalogue's events. */
export function catalogueReactors(deps: Deps): Reactor[] {
  return [
    wantRenditions(deps),
    wantReplacement(deps),
    wantDownload(deps),
    tidyRemoved(deps),
    holdMusicOf(deps),
  ];
}

/** Asks for a new track's renditions, the 96 kbit/s one first. The key makes asking again harmless. */
function wantRenditions(deps: Deps): Reactor<TrackUploaded> {
  return {
    name: "catalogue_want_renditions",
    logs: ["social"],
    on: ["TrackUploaded"],
    async react(event) {
      for (const wanted of wantedRenditions(event.data)) {
        const kind = wanted.quality === "normal" ? FIRST : LATER;
        const key = `${wanted.trackId}/${wanted.quality}`;
        await deps.jobs.enqueue(deps.store.sql, { kind, key, payload: wanted });
      }
    },
  };
}

/** Asks for the files of another recording. None of them is urgent: the first recording plays until all are there. */
function wantReplacement(deps: Deps): Reactor<RecordingOffered> {
  return {
    name: "catalogue_want_replacement",
    logs: ["social"],
    on: ["RecordingOffered"],
    async react({ data: { trackId, recordingId, sourceKey, loudness } }) {
      for (const quality of RENDITION_QUALITIES) {
        const payload = { trackId, recordingId, quality, sourceKey, loudness } satisfies MakeRendition;
        const key = `${trackId}/${recordingId}/${quality}`;
        await deps.jobs.enqueue(deps.store.sql, { kind: LATER, key, payload });
      }
    },
  };
}

/** The MP3 is made when the creator permits downloads, be it later. */
function wantDownload(deps: Deps): Reactor<TrackChanged> {
  return {
    name: "catalogue_want_download",
    logs: ["social"],
    on: ["TrackChanged"],
    async react(event) {
      const { trackId, downloadable } = event.data;
      if (!downloadable) return;
      const recording = await recordingOf(deps, trackId);
      // Another recording than the first has its MP3 from the start.
      if (!recording || recording.recordingId !== undefined) return;
      const payload = { ...wantedOf({ trackId, ...recording }), quality: "download" };
      await deps.jobs.enqueue(deps.store.sql, { kind: LATER, key: `${trackId}/download`, payload });
    },
  };
}

/** All songs of an artist follow when the artist is hidden, and come back. */
function holdMusicOf(deps: Deps): Reactor<ArtistHeld | ArtistHoldLifted> {
  return {
    name: "catalogue_hold_music",
    logs: ["social"],
    on: ["ArtistHeld", "ArtistHoldLifted"],
    react: ({ data }) => holdMusic(deps, data),
  };
}

/**
 * Deletes the files of a deleted track, and of a recording that was replaced, once no listener can still be hearing
 * them.
 */
function tidyRemoved(deps: Deps): Reactor<TrackRemoved | RecordingReplaced> {
  return {
    name: "catalogue_tidy_removed",
    logs: ["social"],
    on: ["TrackRemoved", "RecordingReplaced"],
    async react(event) {
      await askToTidy(deps, { trackId: event.data.trackId, runAt: deps.now() + TIDY_REMOVED_MS });
    },
  };
}

/**
 * Makes renditions in this process from now on, one at a time of each queue, and removes those that are no longer
 * needed.
 */
export function workRenditions(deps: Deps): void {
  const sweep = () => {
    sweepWorkFolders(deps.media, HOUR_MS).catch((error) => deps.log("work folders cannot be swept", error));
  };
  sweep();
  Deno.unrefTimer(Number(setInterval(sweep, HOUR_MS)));
  deps.jobs.work<{ trackId: string }>(TIDY_TRACK, ({ payload }) => tidyTrackFiles(deps, payload.trackId));
  workChecks(deps);
  workGivingUp(deps);
  const options = { concurrency: 1, timeoutMs: ATTEMPT_MS };
  deps.jobs.work<MakeRendition>(FIRST, ({ payload }) => runRendition(deps, payload), {
    ...options,
    onFailed: ({ payload }) => giveUp(deps, payload, FAILED),
  });
  deps.jobs.work<MakeRendition>(LATER, ({ payload }) => runRendition(deps, payload), {
    ...options,
    onFailed: ({ payload }) => payload.recordingId === undefined ? undefined : giveUp(deps, payload, FAILED),
  });
}

interface RenditionDeps extends Pick<Deps, "files" | "media"> {
  readonly store: Pick<Deps["store"], "execute">;
}

/** Makes one rendition and notes it; running it again changes nothing. A bad recording fails the track for good. */
export async function runRendition(
  deps: RenditionDeps,
  wanted: MakeRendition,
): Promise<void> {
  let made;
  try {
    made = await makeRendition(deps, wanted);
  } catch (error) {
    const reason = mediaRefusal(error);
    if (reason === undefined) throw error;
    return await giveUp(deps, wanted, reason);
  }
  const { recordingId } = wanted;
  if (recordingId === undefined) await deps.store.execute(recordRendition, made, AS_MEDIA);
  else await deps.store.execute(recordReplacement, { ...made, recordingId }, AS_MEDIA);
}

const AS_MEDIA = { logs: ["social"], metadata: { actor: "system:media" } } as const;

async function giveUp(
  { store }: Pick<RenditionDeps, "store">,
  { trackId, recordingId }: Pick<MakeRendition, "trackId" | "recordingId">,
  reason: string,
): Promise<void> {
  if (recordingId === undefined) await store.execute(failTrack, { trackId, reason }, AS_MEDIA);
  else await store.execute(failReplacement, { trackId, recordingId, reason }, AS_MEDIA);
}

function wantedRenditions(upload: TrackUploaded["data"]): (MakeRendition & { quality: RenditionQuality })[] {
  const qualities = RENDITION_QUALITIES.filter((quality) => quality !== "download" || upload.downloadable);
  return qualities.map((quality) => ({ ...wantedOf(upload), quality }));
}

function wantedOf(
  { trackId, sourceKey, loudness }: Pick<TrackUploaded["data"], "trackId" | "sourceKey" | "loudness">,
): Omit<MakeRendition, "quality"> {
  return { trackId, sourceKey, loudness };
}
