import { holdersOfUpcs } from "../../../projections/catalogue/releases.ts";
import type { SongReadiness } from "../../contract/releases.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import type { Tx } from "../../store/sql.ts";
import type { Streams } from "../../store/streams.ts";
import type { TrackEvent } from "../track/events.ts";
import { decideChange, latestEarlyEnd, type TrackDetails, type TrackState } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import type { ReleaseEvent } from "./events.ts";
import { decideOrder, decideReleaseChange, type ReleaseState } from "./state.ts";
import { releases } from "./releases.ts";

/** A release and its songs, under one lock. */
interface LoadedRelease {
  readonly releases: Streams<string, ReleaseState, ReleaseEvent>;
  readonly tracks: Streams<string, TrackState, TrackEvent>;
}

/** Loads releases with their songs. */
export async function loadReleases(
  tx: Tx,
  commands: readonly { readonly releaseId: string }[],
  scope: GroupScope,
): Promise<LoadedRelease> {
  const loaded = await releases.load(tx, scope, commands.map(({ releaseId }) => releaseId));
  const trackIds = commands.flatMap(({ releaseId }) => {
    const release = loaded.of(releaseId);
    return release.status === "none" ? [] : release.trackIds;
  });
  return { releases: loaded, tracks: await tracks.load(tx, scope, trackIds) };
}

type Change =
  | ({ readonly kind: "details" } & Parameters<typeof decideReleaseChange>[1])
  | ({ readonly kind: "order" } & Parameters<typeof decideOrder>[1]);

/** Changes a release that may be out: its songs bear the new title, order and artwork in the same moment. */
export const alignSongs = releases.handler("changeRelease", {
  id: ({ releaseId }: Change) => releaseId,
  async beside(tx, commands, scope) {
    const upcs = commands.flatMap((change) => change.kind === "details" && change.details.upc || []);
    return { ...await loadReleases(tx, commands, scope), holders: await holdersOfUpcs(tx, upcs) };
  },
  decide: (release, change, { beside: { holders } }) =>
    change.kind === "order"
      ? decideOrder(release, change)
      : decideReleaseChange(release, change, holders.get(change.details.upc ?? "")),
  appends(events, change, { beside, now }) {
    const { releaseId } = change;
    const changed = beside.releases.add(releaseId, events);
    const isOut = beside.releases.of(releaseId).status === "published";
    // The next of this group sees it, too.
    if (change.kind === "details" && change.details.upc) beside.holders.set(change.details.upc, releaseId);
    return [...changed, ...(isOut ? aligned(beside, { releaseId, now }) : [])];
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/**
 * What the songs of a release have to take over from it: album, place, artwork, and the end of early access where one is
 * given. A release that comes out before its date, or again, has none that is longer than usual. Epoch ms.
 */
export function aligned(
  { releases, tracks }: LoadedRelease,
  { releaseId, now, early = 0 }: { releaseId: string; now: number; early?: number | undefined },
): Append[] {
  const release = releases.of(releaseId);
  if (release.status === "none") return [];
  const { details, trackIds, ownerId } = release;
  const isAlbum = details.kind !== "single" || trackIds.length > 1;
  return trackIds.flatMap((trackId, index) => {
    const track = tracks.of(trackId);
    if (track.status === "none" || track.status === "removed") return [];
    const earlyUntil = Math.min(early, latestEarlyEnd(track, now));
    const wanted: Partial<TrackDetails> = {
      album: isAlbum ? details.title : "",
      trackNumber: isAlbum ? index + 1 : 0,
      ...(details.cover && { cover: details.cover }),
      ...(earlyUntil > now && { earlyUntil }),
    };
    return tracks.add(trackId, decideChange(track, { trackId, userId: ownerId, isAdmin: false, details: wanted }, now));
  });
}

/** How far a song is towards coming out with its release; undefined for one that is deleted. */
export function readinessOf(track: TrackState): SongReadiness | undefined {
  if (track.status === "none" || track.status === "removed") return undefined;
  if (track.holds.some(({ hold }) => hold !== "draft")) return "held";
  if (track.made.has("normal")) return "ready";
  if (track.status === "failed") return track.replacement ? "processing" : "failed";
  return "processing";
}
