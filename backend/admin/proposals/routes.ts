import * as calls from "../../contract/calls/admin.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { findProposal } from "../../../projections/admin/proposals.ts";
import type { ProposalAnswer, ProposalList, ProposalState } from "../../contract/proposals.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { roleOfAdmin } from "../../approvals/reads.ts";
import { catchUpProposals, confirmProposal, withdrawProposal } from "../../approvals/decide.ts";
import { kindNamed } from "./kinds.ts";
import { listProposals } from "./reads.ts";

const NONE = "There is no such proposal";

/** What needs two admins: listed, confirmed and withdrawn in one way. */
export function proposalRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to decide on a proposal");
  return new Routes(deps)
    .serve(calls.listProposals, async (c) => {
      await catchUpProposals(deps);
      return c.json(await listProposals(deps, c.var.session.userId) satisfies ProposalList, 200);
    })
    .serve(calls.confirmProposal, fresh, async (c) => {
      const { kind, ...about } = await proposalOf(deps, c);
      const state = await confirmProposal(deps, kind, { ...about, ...c.req.valid("json") });
      return c.json({ message: WORDS[state], state } satisfies ProposalAnswer, 200);
    })
    .serve(calls.withdrawProposal, fresh, async (c) => {
      const { kind, ...about } = await proposalOf(deps, c);
      await withdrawProposal(deps, kind, about);
      return c.json({ message: "The proposal is withdrawn", state: "done" } satisfies ProposalAnswer, 200);
    });
}

const WORDS: Readonly<Record<ProposalState, string>> = {
  done: "Confirmed: it is done",
  waiting: "An admin on another side has to confirm this",
  decided_before: "This was decided before you confirmed it",
};

/** The proposal, its kind, and who asks: with a role that decides on this kind. */
async function proposalOf(deps: Deps, c: Context<WithSession>) {
  const { userId: adminId } = c.var.session;
  const { sql } = deps.store;
  await catchUpProposals(deps);
  const row = await findProposal(sql, idInPath(c, "id", NONE));
  const kind = row && kindNamed(row.kind);
  if (!row || !kind) throw new Refusal("not_found", NONE);
  const role = await roleOfAdmin(sql, { userId: adminId, now: deps.now() });
  if (role !== "owner" && (role === undefined || !kind.roles.includes(role))) {
    throw new Refusal("role_forbidden", "Your role does not decide on this");
  }
  return { kind, row, adminId, metadata: metadataOf(c, adminId) };
}
