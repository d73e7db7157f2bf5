import type { Deps } from "../deps.ts";
import type { RecordedEvent } from "../store/event.ts";
import type { Reactor } from "../store/follow.ts";
import { failTrack, recordRendition } from "./commands.ts";
import { RENDITION_QUALITIES, type RenditionQuality, type TrackUploaded } from "./events.ts";
import { type MakeRendition, makeRendition, mediaRefusal, sweepWorkFolders } from "./make_rendition.ts";

/** The first rendition makes a track playable; the others follow in a queue of their own, so they never delay one. */
const FIRST = "rendition";
const LATER = "rendition_later";

const ATTEMPT_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const FAILED = "We could not prepare this track: please upload it again";

/** What follows from the catalogue's events. */
export function catalogueReactors(deps: Deps): Reactor[] {
  return [wantRenditions(deps)];
}

/** Asks for a new track's renditions, the 96 kbit/s one first. The key makes asking again harmless. */
function wantRenditions(deps: Deps): Reactor {
  return {
    name: "catalogue_want_renditions",
    logs: ["social"],
    on: ["TrackUploaded"],
    async react(event) {
      for (const wanted of wantedRenditions(event)) {
        const kind = wanted.quality === "normal" ? FIRST : LATER;
        const key = `${wanted.trackId}/${wanted.quality}`;
        await deps.jobs.enqueue(deps.store.sql, { kind, key, payload: wanted });
      }
    },
  };
}

/** Makes renditions in this process from now on, one at a time of each queue. */
export function workRenditions(deps: Deps): void {
  sweepWorkFolders(deps.media, HOUR_MS).catch((error) => deps.log("work folders cannot be swept", error));
  const options = { concurrency: 1, timeoutMs: ATTEMPT_MS };
  deps.jobs.work(FIRST, ({ payload }) => runRendition(deps, jobOf(payload)), {
    ...options,
    onFailed: ({ payload }) => giveUp(deps, jobOf(payload).trackId, FAILED),
  });
  deps.jobs.work(LATER, ({ payload }) => runRendition(deps, jobOf(payload)), options);
}

export interface RenditionDeps extends Pick<Deps, "files" | "media"> {
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
    return await giveUp(deps, wanted.trackId, reason);
  }
  await deps.store.execute(recordRendition, made, { logs: ["social"], metadata: { actor: "system:media" } });
}

async function giveUp(deps: Pick<RenditionDeps, "store">, trackId: string, reason: string): Promise<void> {
  await deps.store.execute(failTrack, { trackId, reason }, { logs: ["social"], metadata: { actor: "system:media" } });
}

function wantedRenditions(event: RecordedEvent): (MakeRendition & { quality: RenditionQuality })[] {
  const { trackId, sourceKey, loudness, downloadable } = uploadOf(event);
  const qualities = RENDITION_QUALITIES.filter((quality) => quality !== "download" || downloadable);
  return qualities.map((quality) => ({ trackId, quality, sourceKey, loudness }));
}

/** The reactor is only called with the type it names. */
function uploadOf(event: RecordedEvent): TrackUploaded["data"] {
  return event.data as unknown as TrackUploaded["data"];
}

/** Only the reactor above enqueues these kinds. */
function jobOf(payload: unknown): MakeRendition {
  return payload as MakeRendition;
}
