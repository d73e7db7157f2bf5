import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import type { Tx } from "../../store/sql.ts";
import type { Streams } from "../../store/streams.ts";
import type { TrackEvent, TrackHold } from "./events.ts";
import { decideHold, decideLift, type TrackState } from "./state.ts";
import { tracks } from "./tracks.ts";

/** A hold on some tracks, or its end. Append to `social`. */
interface HoldTracks extends TrackHold {
  readonly trackIds: readonly string[];
}

type Changed = { readonly trackIds: string[] };

/**
 * Keeps tracks from everybody but their artists and admins: they leave every list, and no stream of them begins. Those
 * that this hold has already stay as they are; answers those that it changed. Refuses with `not_found` for unknown ones.
 */
export const holdTracks: CommandHandler<HoldTracks, Tracks, Changed> = {
  name: "holdTracks",
  load: loadTracks,
  decide(tracks, { trackIds, ...hold }) {
    return changed(trackIds, (trackId) => holdOne(tracks, { trackId, ...hold }));
  },
};

/**
 * Ends the hold of this kind and id on these tracks. Each comes back once no other hold is left; one that is ready and
 * was never out is published then. Answers those that it changed. Refuses with `not_found` for unknown ones.
 */
export const liftHolds: CommandHandler<HoldTracks, Tracks, Changed> = {
  name: "liftHolds",
  load: loadTracks,
  decide(tracks, { trackIds, ...hold }, { now }) {
    return changed(trackIds, (trackId) => liftOne(tracks, { trackId, ...hold }, now));
  },
};

/** The tracks that a group decides on, for what holds them together with something else. */
export type Tracks = Streams<string, TrackState, TrackEvent>;

/** What a hold on one track appends, for commands that decide on more than tracks. */
export function holdOne(tracks: Tracks, { trackId, ...hold }: TrackHold & { readonly trackId: string }): Append[] {
  return tracks.add(trackId, decideHold(tracks.of(trackId), { trackId, ...pick(hold) }));
}

/** The same for the end of a hold, at a moment (epoch ms). */
export function liftOne(
  tracks: Tracks,
  { trackId, ...hold }: TrackHold & { readonly trackId: string },
  now: number,
): Append[] {
  return tracks.add(trackId, decideLift(tracks.of(trackId), { trackId, ...pick(hold) }, now));
}

async function loadTracks(tx: Tx, commands: readonly HoldTracks[], scope: GroupScope): Promise<Tracks> {
  return await tracks.load(tx, scope, commands.flatMap(({ trackIds }) => trackIds));
}

/** What the caller has beside it stays out of the events. */
function pick({ hold, holdId, by }: TrackHold): TrackHold {
  return { hold, holdId, by };
}

function changed(trackIds: readonly string[], decide: (trackId: string) => Append[]) {
  const appends = [...new Set(trackIds)].flatMap((trackId) => decide(trackId).map((append) => ({ trackId, append })));
  return {
    appends: appends.map(({ append }) => append),
    result: { trackIds: appends.map(({ trackId }) => trackId) },
  };
}
