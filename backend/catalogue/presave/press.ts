import { isPresaved, presavers } from "../../../projections/catalogue/presaves.ts";
import { findReleases } from "../../../projections/catalogue/releases.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { setHeart } from "../../social/heart/set.ts";
import { streamsOf } from "../../store/streams.ts";
import { releases } from "../release/releases.ts";
import { type PresaveEvent, type PresaveFulfilled, presaveStream, type ReleasePresaved } from "./events.ts";
import { decideFulfilment, decidePresave, decidePresaveTaken, evolvePresave, type PresaveState } from "./state.ts";

type Presave = ReleasePresaved["data"];

const presaves = streamsOf<Presave, PresaveState, PresaveEvent>({
  log: "social",
  stream: presaveStream,
  initial: "none",
  evolve: evolvePresave,
});

/** Waits for a release that has a date. Saying it again changes nothing. Refuses with `not_found`, `own_profile`. */
export const presaveRelease = presaves.handler("presaveRelease", {
  id: (presave: Presave) => presave,
  beside: (tx, asked, scope) => releases.load(tx, scope, asked.map(({ releaseId }) => releaseId)),
  decide(state, { userId, releaseId }, { beside }) {
    const release = beside.of(releaseId);
    const artistId = release.status === "none" ? undefined : release.ownerId;
    return decidePresave(state, { userId, releaseId }, { isUpcoming: release.status === "scheduled", artistId });
  },
  result: ({ after }) => ({ isPresaved: after === "waiting" }),
});

/** Waits no longer. Refuses with `not_found` what is no release. */
export const takePresave = presaves.handler("takePresave", {
  id: ({ userId, releaseId }: Presave) => ({ userId, releaseId }),
  beside: (tx, asked, scope) => releases.load(tx, scope, asked.map(({ releaseId }) => releaseId)),
  decide(state, { userId, releaseId }, { beside }) {
    return decidePresaveTaken(state, { userId, releaseId }, { isThere: beside.of(releaseId).status !== "none" });
  },
  result: ({ after }) => ({ isPresaved: after === "waiting" }),
});

const fulfil = presaves.handler("fulfilPresave", {
  id: ({ userId, releaseId }: PresaveFulfilled["data"]) => ({ userId, releaseId }),
  decide: decideFulfilment,
  result: ({ events }) => ({ fulfilled: events.length > 0 }),
});

/** The job that saves what came out for those who waited. */
const FULFIL = "presaves";
const PAGE = 200;
const AS_PRESAVES = { logs: ["social"], metadata: { actor: "system:releases" }, lane: "bulk" } as const;

interface FulfilPage {
  readonly releaseId: string;
  /** Of the publication. */
  readonly eventId: string;
  /** The last person of the page before. */
  readonly after?: string;
}

/** Puts the songs of a release that came out among the liked songs of all who waited for it, page by page. */
export async function askToFulfil({ jobs, store }: Pick<Deps, "jobs" | "store">, page: FulfilPage): Promise<void> {
  const { eventId, after } = page;
  await jobs.enqueue(store.sql, {
    kind: FULFIL,
    key: after === undefined ? eventId : `${eventId} ${after}`,
    payload: page,
  });
}

/** Does it in this process from now on. */
export function workPresaves(deps: Pick<Deps, "jobs" | "store">): void {
  deps.jobs.work<FulfilPage>(FULFIL, async ({ payload }, signal) => {
    const { releaseId } = payload;
    const { sql } = deps.store;
    const release = (await findReleases(sql, [releaseId])).get(releaseId);
    // Taken back meanwhile: they wait on.
    if (release?.status !== "published") return;
    const userIds = await presavers(sql, { releaseId, after: payload.after, limit: PAGE });
    for (const userId of userIds) {
      signal.throwIfAborted();
      // Who took it back a moment ago gets no hearts; who is here again after a crash gets each of them once.
      if (await isPresaved(sql, { userId, releaseId })) await give(deps, { ...release, userId });
    }
    const after = userIds.length === PAGE ? userIds.at(-1) : undefined;
    if (after !== undefined) await askToFulfil({ ...deps }, { ...payload, after });
  }, { timeoutMs: 5 * 60_000 });
}

async function give(
  { store }: Pick<Deps, "store">,
  { userId, releaseId, ownerId, trackIds }: {
    readonly userId: string;
    readonly releaseId: string;
    readonly ownerId: string;
    readonly trackIds: readonly string[];
  },
): Promise<void> {
  for (const targetId of trackIds.toReversed()) {
    try {
      await store.execute(setHeart, { userId, kind: "track", targetId, wanted: true }, AS_PRESAVES);
    } catch (error) {
      // Deleted or held meanwhile: the others are saved.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  await store.execute(fulfil, { userId, releaseId, artistId: ownerId }, AS_PRESAVES);
}
