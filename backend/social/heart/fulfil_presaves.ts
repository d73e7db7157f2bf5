import { isPresaved, presavers } from "../../../projections/catalogue/presaves.ts";
import { findReleases } from "../../../projections/catalogue/releases.ts";
import { askToFulfil, FULFIL, fulfil, type FulfilPage } from "../../catalogue/presave/press.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { setHeart } from "./set.ts";

const PAGE = 200;
const AS_PRESAVES = { logs: ["social"], metadata: { actor: "system:releases" }, lane: "bulk" } as const;

/** Puts songs among the liked ones of who waited for them, in this process from now on. */
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
