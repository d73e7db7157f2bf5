import { type DueRelease, dueReleases } from "../../../projections/catalogue/releases.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler, DecideContext } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import type { TrackHold } from "../track/events.ts";
import { decideHold, decideLift, decideRemoval } from "../track/state.ts";
import { aligned, type LoadedRelease, loadReleases, readinessOf } from "./songs.ts";
import {
  decideDiscard,
  decidePublication,
  decideSongRemoved,
  decideWithdrawal,
  type Discarding,
  NO_RELEASE,
} from "./state.ts";
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
export const publishRelease: CommandHandler<PublishRelease, LoadedRelease, { published: boolean; stalled: boolean }> = {
  name: "publishRelease",
  load: loadReleases,
  decide(loaded, command, { now }) {
    const { releaseId } = command;
    const release = loaded.releases.of(releaseId);
    const { trackIds, date } = known(release);
    const songs = new Map(trackIds.flatMap((trackId) => {
      const readiness = readinessOf(loaded.tracks.of(trackId));
      return readiness === undefined ? [] : [[trackId, readiness] as const];
    }));
    const events = decidePublication(release, { ...command, songs }, now);
    const isOut = events.some(({ type }) => type === "ReleasePublished");
    const own = loaded.releases.add(releaseId, events);
    const appends = isOut
      ? [
        ...own,
        ...aligned(loaded, { releaseId, now, early: date?.earlyUntil }),
        ...lifted(loaded, { releaseId, trackIds, now }),
      ]
      : own;
    return { appends, result: { published: isOut, stalled: events.length > 0 && !isOut } };
  },
};

/** Withdraws a release that is out: its songs are hidden until it is published again. */
export const withdrawRelease: CommandHandler<OfRelease, LoadedRelease, { withdrawn: boolean }> = {
  name: "withdrawRelease",
  load: loadReleases,
  decide({ releases, tracks }, command) {
    const { releaseId } = command;
    const { trackIds } = known(releases.of(releaseId));
    const events = decideWithdrawal(releases.of(releaseId), command);
    const hold = draftHold(releaseId);
    const held = events.length === 0
      ? []
      : trackIds.flatMap((trackId) => tracks.add(trackId, decideHold(tracks.of(trackId), { trackId, ...hold })));
    return { appends: [...releases.add(releaseId, events), ...held], result: { withdrawn: events.length > 0 } };
  },
};

/** Gives up a release that is not out, and deletes its songs. */
export const discardRelease: CommandHandler<Discarding, LoadedRelease, { discarded: boolean }> = {
  name: "discardRelease",
  load: loadReleases,
  decide({ releases, tracks }, command) {
    const { releaseId, ownerId: userId } = command;
    const { trackIds } = known(releases.of(releaseId));
    const events = decideDiscard(releases.of(releaseId), command);
    const removal = { userId, isAdmin: false };
    const removed = events.length === 0
      ? []
      : trackIds.flatMap((trackId) => tracks.add(trackId, decideRemoval(tracks.of(trackId), { trackId, ...removal })));
    return { appends: [...releases.add(releaseId, events), ...removed], result: { discarded: events.length > 0 } };
  },
};

/** A deleted song leaves its release. Idempotent. */
export const dropSong = releases.handler("dropSong", {
  id: ({ releaseId }: { readonly releaseId: string; readonly trackId: string }) => releaseId,
  decide: decideSongRemoved,
  result: ({ events }) => ({ dropped: events.length > 0 }),
});

function known(release: ReturnType<LoadedRelease["releases"]["of"]>) {
  return release.status === "none" ? { ...NO_RELEASE, trackIds: [], date: undefined } : release;
}

function draftHold(releaseId: string): TrackHold {
  return { hold: "draft", holdId: releaseId, by: "owner" };
}

function lifted(
  { tracks }: LoadedRelease,
  { releaseId, trackIds, now }: { releaseId: string; trackIds: readonly string[] } & Pick<DecideContext, "now">,
): Append[] {
  const hold = draftHold(releaseId);
  return trackIds.flatMap((trackId) => tracks.add(trackId, decideLift(tracks.of(trackId), { trackId, ...hold }, now)));
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
