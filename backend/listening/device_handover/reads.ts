import type { Context } from "hono";
import { trackList } from "../../catalogue/track/reads.ts";
import type { PlayingDevice, PlayingQueue } from "../../contract/playing.ts";
import type { Deps } from "../../deps.ts";
import type { Session } from "../../http/session.ts";
import { positionOf, standingOf, without } from "./state.ts";
import { lookAtDevices, presenceOf } from "./tell.ts";

/** What the caller's devices play, with the songs as lists have them. */
export async function devicesFor(c: Context, deps: Deps, session: Session): Promise<PlayingDevice[]> {
  const { userId, sessionId } = session;
  const rows = await lookAtDevices(deps, { userId, sessionId });
  const found = await trackList(c, deps, { session }).find([...new Set(rows.map(({ trackId }) => trackId))]);
  const tracks = new Map(found.map((track) => [track._id, track]));
  const now = deps.now();
  return rows.flatMap((row): PlayingDevice[] => {
    const state = standingOf(row, now);
    const track = tracks.get(row.trackId);
    const durationMs = (track?.durationSeconds ?? 0) * 1_000;
    return state === undefined ? [] : [{
      ...{ id: row.sessionId, isThis: row.sessionId === sessionId, userAgent: row.userAgent, state },
      ...(track && { track }),
      positionSeconds: positionOf(row, { now, durationMs }) / 1_000,
      ...{ queued: row.queued, isShuffled: row.isShuffled, toldAt: new Date(row.toldAt).toISOString() },
      ...(row.askId !== undefined && { askId: row.askId }),
      ...(row.answeredId !== undefined && { answeredId: row.answeredId }),
    }];
  });
}

/** What another device takes over from one of the caller's. Throws Refusal `not_found`. */
export async function queueFor(
  c: Context,
  deps: Deps,
  { session, ofSession }: { session: Session; ofSession: string },
): Promise<PlayingQueue> {
  const presence = await presenceOf(deps, { userId: session.userId, sessionId: ofSession });
  const found = await trackList(c, deps, { session }).find([...new Set(presence.queue)]);
  const known = new Map(found.map((track) => [track._id, track]));
  const { queue, unmixed, place, hasPlace } = without(presence, (trackId) => !known.has(trackId));
  const tracks = queue.flatMap((trackId) => known.get(trackId) ?? []);
  const durationMs = (tracks[place]?.durationSeconds ?? 0) * 1_000;
  const positionMs = hasPlace ? positionOf(presence, { now: deps.now(), durationMs }) : 0;
  const { isRepeating, repeatsAll } = presence;
  return { tracks, place, positionSeconds: positionMs / 1_000, isRepeating, repeatsAll, ...(unmixed && { unmixed }) };
}
