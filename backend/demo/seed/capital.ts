import { openAbout } from "../../../projections/admin/proposals.ts";
import { CAPITAL } from "../../admin/capital/events.ts";
import { capitalKind, proposeCapital } from "../../admin/capital/kind.ts";
import { isRecorded } from "../../admin/capital/record.ts";
import { catchUpProposals, confirmProposal } from "../../approvals/decide.ts";
import { listProposals } from "../../admin/proposals/reads.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { DemoAccounts } from "./accounts.ts";
import type { MoneyDeps } from "./money.ts";

/**
 * What lies at the provider before anything is earned, as capital in the books, once: one admin proposes it, and the other
 * one confirms it. Before the demo's money moves.
 */
export async function seedCapital(
  deps: MoneyDeps,
  { admin, admin2 }: Pick<DemoAccounts, "admin" | "admin2">,
): Promise<void> {
  const units = deps.provider?.state().balanceKobo ?? 0;
  const capitalId = derivedId(admin.userId, "capital");
  if (units === 0 || await isRecorded(deps.store.sql, capitalId)) return;
  const said = { capitalId, units, reason: "The owners' first deposit" };
  const [by, second] = [admin.userId, admin2.userId];
  const waiting = async () => {
    await catchUpProposals(deps);
    return await openAbout(deps.store.sql, { kind: CAPITAL, subject: capitalId, now: deps.now() });
  };
  // A seed that was interrupted may have proposed it already.
  if (!await waiting()) await proposeCapital(deps, { ...said, adminId: by, metadata: { actor: `user:${by}` } });
  const row = await waiting();
  const seen = (await listProposals(deps, second)).proposals.find(({ proposalId }) => proposalId === row?.proposalId);
  if (!row || !seen) throw new Error("The demo's capital was proposed, and is not listed");
  await confirmProposal(deps, capitalKind, {
    ...{ row, shown: seen.shown, adminId: second },
    metadata: { actor: `user:${second}` },
  });
}
