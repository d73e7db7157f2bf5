import { removedBy } from "../../../projections/uncounted_plays.ts";
import type { Deps } from "../../deps.ts";
import { mailArtists } from "../../listening/uncounted/mails.ts";
import { uncountVoided } from "../../listening/uncounted/uncount.ts";
import { voidRoyalties } from "../../royalties/void.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { freeze, release } from "../../wallet/settling/freeze.ts";
import { voidRewards } from "../../wallet/settling/void.ts";
import type { GroupDecided } from "./events.ts";

/** What follows from a decision about a group: the same for each member. A second run finds it done. */
export function groupReactors(deps: Deps): Reactor[] {
  return [decisionReactor(deps)];
}

function decisionReactor(deps: Deps): Reactor<GroupDecided> {
  return {
    name: "trust_group_decisions",
    logs: ["social"],
    on: ["GroupDecided"],
    async react({ data: { decisionId, action, reason, members, adminId, confirmedBy }, recordedAt }) {
      const by = `user:${confirmedBy ?? adminId}`;
      for (const userId of members) {
        const decided = { userId, reason, by };
        if (action === "freeze") await freeze(deps, decided);
        if (action === "release") await release(deps, decided);
        // What came after the decision nobody has judged.
        if (action !== "void") continue;
        await voidRewards(deps, { ...decided, what: { through: recordedAt } });
        await uncountVoided(deps, { userId, decisionId, by, through: recordedAt });
        await voidRoyalties(deps, decided);
      }
      if (action !== "void") return;
      const changed = await removedBy(deps.store.sql, decisionId);
      await mailArtists(deps, { changed, causeId: decisionId, at: recordedAt, isBack: false });
    },
  };
}
