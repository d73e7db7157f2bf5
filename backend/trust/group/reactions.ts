import { removedBy } from "../../../projections/listening/uncounted_plays.ts";
import type { Deps } from "../../deps.ts";
import { mailArtists } from "../../listening/uncounted_plays/mails.ts";
import { uncountVoided } from "../../listening/uncounted_plays/uncount.ts";
import { voidRoyalties } from "../../royalties/void.ts";
import type { Recorded } from "../../store/log/event.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { freeze, release } from "../../wallet/settling/freeze.ts";
import { voidRewards } from "../../wallet/settling/void.ts";
import { grantedAfter, undoGranted } from "../appeal/undo.ts";
import type { GroupDecided } from "./events.ts";

/**
 * What follows from a decision about a group: the same for each member. A member whose appeal was granted after it is
 * spared, whichever is carried out first. A second run finds it done.
 */
export function groupReactors(deps: Deps): Reactor[] {
  return [decisionReactor(deps)];
}

async function carryOut(
  deps: Deps,
  { userId, data: { decisionId, action, reason, adminId, confirmedBy }, recordedAt }:
    & { readonly userId: string }
    & Pick<Recorded<GroupDecided>, "data" | "recordedAt">,
): Promise<void> {
  const by = `user:${confirmedBy ?? adminId}`;
  const decided = { userId, reason, by };
  switch (action) {
    case "freeze":
      await freeze(deps, decided);
      return;
    case "release":
      await release(deps, decided);
      return;
    case "void":
      // What came after the decision was never judged.
      await voidRewards(deps, { ...decided, what: { through: recordedAt } });
      await uncountVoided(deps, { userId, decisionId, by, through: recordedAt });
      await voidRoyalties(deps, decided);
      return;
    default:
      action satisfies never;
  }
}

/** When a person was decided about again after a grant, epoch ms: what followed from that is not undone. */
async function nextDecision(
  { store }: Deps,
  { userId, position: after }: { readonly userId: string; readonly position: number },
): Promise<number> {
  const upTo = (await store.lag()).find(({ log }) => log === "social")?.head ?? after;
  const later = await store.readLog("social", { after, upTo, types: ["GroupDecided"] });
  const next = later.find(({ data }) => (data as GroupDecided["data"]).members.includes(userId));
  return next ? next.recordedAt - 1 : Number.MAX_SAFE_INTEGER;
}

function decisionReactor(deps: Deps): Reactor<GroupDecided> {
  return {
    name: "trust_group_decisions",
    logs: ["social"],
    on: ["GroupDecided"],
    async react({ data, position, recordedAt }) {
      const { decisionId, action, members } = data;
      for (const userId of members) {
        const before = await grantedAfter(deps, { userId, position });
        if (!before) await carryOut(deps, { userId, data, recordedAt });
        // It may have been granted while this was carried out.
        const granted = before ?? await grantedAfter(deps, { userId, position });
        if (granted) {
          await undoGranted(deps, { ...granted, through: await nextDecision(deps, granted), lateId: decisionId });
        }
      }
      if (action !== "void") return;
      const changed = await removedBy(deps.store.sql, decisionId);
      await mailArtists(deps, { changed, causeId: decisionId, at: recordedAt, isBack: false });
    },
  };
}
