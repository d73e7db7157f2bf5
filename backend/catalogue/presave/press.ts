import type { Deps } from "../../deps.ts";
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

/** Notes that a person who waited got the songs. */
export const fulfil = presaves.handler("fulfilPresave", {
  id: ({ userId, releaseId }: PresaveFulfilled["data"]) => ({ userId, releaseId }),
  decide: decideFulfilment,
  result: ({ events }) => ({ fulfilled: events.length > 0 }),
});

/** The name of the job that saves what came out for those who waited. */
export const FULFIL = "presaves";

export interface FulfilPage {
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
