import { releasesOfTracks } from "../../../projections/catalogue/releases.ts";
import type { Deps } from "../../deps.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { repeat } from "../../contract/repeat.ts";
import { giveUpIsrc } from "../song_credits/change.ts";
import { askToFulfil } from "../presave/press.ts";
import type { TrackRemoved } from "../track/events.ts";
import type { ReleasePublished } from "./events.ts";
import { dropSong, publishDue } from "./publish.ts";

/** What follows from releases and from songs that go. */
export function releaseReactors(deps: Deps): Reactor[] {
  return [fulfilPresaves(deps), forgetSongs(deps)];
}

const DUE_MS = 5_000;

/** Brings out what is due, from now on; every process that works does, and each release comes out once. */
export function watchReleases(deps: Deps): { stop(): Promise<void> } {
  return repeat((signal) => publishDue(deps, signal), { everyMs: DUE_MS, log: deps.log });
}

function fulfilPresaves(deps: Deps): Reactor<ReleasePublished> {
  return {
    name: "releases_presaves",
    logs: ["social"],
    on: ["ReleasePublished"],
    async react({ eventId, data: { releaseId } }) {
      await askToFulfil(deps, { releaseId, eventId });
      deps.jobs.poke();
    },
  };
}

/** A deleted song leaves its release and gives its ISRC up. */
function forgetSongs(deps: Deps): Reactor<TrackRemoved> {
  return {
    name: "releases_forget_songs",
    logs: ["social"],
    on: ["TrackRemoved"],
    async react({ data: { trackId } }) {
      const options = { logs: ["social"], metadata: { actor: "system:releases" } } as const;
      const releaseId = (await releasesOfTracks(deps.store.sql, [trackId])).get(trackId);
      if (releaseId !== undefined) await deps.store.execute(dropSong, { releaseId, trackId }, options);
      await deps.store.execute(giveUpIsrc, { trackId }, options);
    },
  };
}
