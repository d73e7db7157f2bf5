import { type DueRelease, dueReleases } from "../../../projections/catalogue/releases.ts";
import type { Deps } from "../../deps.ts";
import type { TrackHold } from "../track/events.ts";
import { decideHold, decideLift, decideRemoval } from "../track/state.ts";
import { aligned, loadReleases, readinessOf } from "./songs.ts";
import {
  decideDiscard,
  decidePublication,
  decideSongRemoved,
  decideWithdrawal,
  type Discarding,
  NO_RELEASE,
  type ReleaseState,
} from "./state.ts";
import type { ReleaseEvent } from "./events.ts";
import { releases } from "./releases.ts";

interface OfRelease {
  readonly releaseId: string;
  readonly ownerId: string;
}

interface PublishRelease extends OfRelease {
  readonly by: "owner" | "clock";
}

/**
 * Brings a release out with all its songs at one moment, or nothing of it. By the clock it comes out once its moment is
 * there, however many processes ask; until all songs are ready it stalls. Refuses with `not_found`, `release_not_ready`.
 */
export const publishRelease = releases.handler("publishRelease", {
  id: ({ releaseId }: PublishRelease) => releaseId,
  beside: loadReleases,
  decide(release, command, { beside: { tracks }, now }) {
    const songs = new Map(
      known(release).trackIds.flatMap((trackId) => {
        const readiness = readinessOf(tracks.of(trackId));
        return readiness === undefined ? [] : [[trackId, readiness] as const];
      }),
    );
    return decidePublication(release, { ...command, songs }, now);
  },
  appends(events, { releaseId }, { beside, now }) {
    const { releases, tracks } = beside;
    const { trackIds, date } = known(releases.of(releaseId));
    const published = releases.add(releaseId, events);
    if (!events.some(isPublication)) return published;
    const hold = draftHold(releaseId);
    return [
      ...published,
      ...aligned(beside, { releaseId, now, early: date?.earlyUntil }),
      ...trackIds.flatMap((trackId) => tracks.add(trackId, decideLift(tracks.of(trackId), { trackId, ...hold }, now))),
    ];
  },
  result({ events }) {
    const published = events.some(isPublication);
    return { published, stalled: events.length > 0 && !published };
  },
});

function isPublication({ type }: ReleaseEvent): boolean {
  return type === "ReleasePublished";
}

/** Withdraws a release that is out: its songs are hidden until it is published again. */
export const withdrawRelease = releases.handler("withdrawRelease", {
  id: ({ releaseId }: OfRelease) => releaseId,
  beside: loadReleases,
  decide: decideWithdrawal,
  appends(events, { releaseId }, { beside: { releases, tracks } }) {
    const { trackIds } = known(releases.of(releaseId));
    const hold = draftHold(releaseId);
    const held = events.length === 0
      ? []
      : trackIds.flatMap((trackId) => tracks.add(trackId, decideHold(tracks.of(trackId), { trackId, ...hold })));
    return [...releases.add(releaseId, events), ...held];
  },
  result: ({ events }) => ({ withdrawn: events.length > 0 }),
});

/** Gives up a release that is not out, and deletes its songs. */
export const discardRelease = releases.handler("discardRelease", {
  id: ({ releaseId }: Discarding) => releaseId,
  beside: loadReleases,
  decide: decideDiscard,
  appends(events, { releaseId, ownerId: userId }, { beside: { releases, tracks } }) {
    const { trackIds } = known(releases.of(releaseId));
    const removal = { userId, isAdmin: false };
    const removed = events.length === 0
      ? []
      : trackIds.flatMap((trackId) => tracks.add(trackId, decideRemoval(tracks.of(trackId), { trackId, ...removal })));
    return [...releases.add(releaseId, events), ...removed];
  },
  result: ({ events }) => ({ discarded: events.length > 0 }),
});

/** A deleted song leaves its release. Idempotent. */
export const dropSong = releases.handler("dropSong", {
  id: ({ releaseId }: { readonly releaseId: string; readonly trackId: string }) => releaseId,
  decide: decideSongRemoved,
  result: ({ events }) => ({ dropped: events.length > 0 }),
});

function known(release: ReleaseState) {
  return release.status === "none" ? { ...NO_RELEASE, trackIds: [], date: undefined } : release;
}

function draftHold(releaseId: string): TrackHold {
  return { hold: "draft", holdId: releaseId, by: "owner" };
}

const AT_ONCE = 50;
const METADATA = { actor: "system:releases" };

/** Brings out what is due. Another process that does the same at the same time finds it done. */
export async function publishDue(deps: Pick<Deps, "store" | "now">, signal?: AbortSignal): Promise<void> {
  const now = deps.now();
  let after: DueRelease | undefined;
  do {
    const due: DueRelease[] = await dueReleases(deps.store.sql, { now, after, limit: AT_ONCE });
    for (const { releaseId, ownerId } of due) {
      if (signal?.aborted) return;
      const command = { releaseId, ownerId, by: "clock" } as const;
      await deps.store.execute(publishRelease, command, { logs: ["social"], metadata: METADATA, lane: "bulk" });
    }
    after = due.length === AT_ONCE ? due.at(-1) : undefined;
  } while (after);
}
