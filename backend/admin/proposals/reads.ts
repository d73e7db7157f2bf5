import { openProposals } from "../../../projections/admin/proposals.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { tokensOf } from "../../contract/money.ts";
import type { ProposalList, ProposalShown } from "../../contract/proposals.ts";
import type { Deps } from "../../deps.ts";
import { isOfSide, readIndependence, roleOfAdmin, sideOf, workingAdmins } from "../../approvals/reads.ts";
import { shownHash } from "../../approvals/reads.ts";
import { mayWithdraw } from "../../approvals/reads.ts";
import { kindNamed } from "./kinds.ts";

const MOST = 200;

/** What waits for an admin on another side, the oldest first, as `adminId` sees it. */
export async function listProposals(deps: Deps, adminId: string): Promise<ProposalList> {
  const { sql } = deps.store;
  const now = deps.now();
  const rows = await openProposals(sql, { now, limit: MOST });
  const [admins, areTwo, side, role, working] = await Promise.all([
    openPersonsOf(deps, [...new Set(rows.map((row) => row.adminId))]),
    readIndependence(sql, now),
    sideOf(sql, adminId),
    roleOfAdmin(sql, { userId: adminId, now }),
    workingAdmins(sql),
  ]);
  const shown = await Promise.all(rows.map(async (row): Promise<ProposalShown[]> => {
    const kind = kindNamed(row.kind);
    const matter = await kind?.matter(deps, row.subject, row.content);
    // What has ended by itself meanwhile needs no second word.
    if (!kind || !matter) return [];
    const { proposalId, adminId: by, content, madeAt, lapsesAt } = row;
    const { people } = matter;
    const mayDecide = role === "owner" || (role !== undefined && kind.roles.includes(role));
    return [{
      ...{
        proposalId,
        kind: kind.name,
        subject: row.subject,
        title: matter.title,
        lines: [...matter.lines],
        link: matter.link,
      },
      ...{ tokens: tokensOf(matter.units), by: admins.get(by)?.firstName ?? "A former admin" },
      ...{ proposedAt: new Date(madeAt).toISOString(), lapsesAt: new Date(lapsesAt).toISOString() },
      ...(!working.has(by) && { hasProposerLeft: true as const }),
      mayWithdraw: mayDecide && await mayWithdraw(sql, { kind, row, people, side }),
      mayConfirm: mayDecide && areTwo(by, adminId) && !await isOfSide(sql, { side, userIds: people }),
      shown: shownHash(kind.name, { matter, content }),
    }];
  }));
  return { proposals: shown.flat() };
}
