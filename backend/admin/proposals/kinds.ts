import { deletionKind } from "../../accounts/closing/kind.ts";
import { splitSettlementKind } from "../../catalogue/split/kind.ts";
import { pendingEmailKind } from "../../accounts/account/email_kind.ts";
import { giftRefundKind } from "../../gifts/refund/kind.ts";
import { suspensionAnswerKind } from "../../moderation/suspension/answer_kind.ts";
import { giftLetGoKind } from "../../gifts/stop/kind.ts";
import { liftSuspensionKind } from "../../moderation/suspension/kind.ts";
import { disputeAcceptKind } from "../../payments/disputes/kind.ts";
import { appealAnswerKind } from "../../trust/appeal/kind.ts";
import { groupDecisionKind } from "../../trust/group/kind.ts";
import { lostPayoutKind, payoutResumeKind } from "../../wallet/pause/kind.ts";
import { capitalKind } from "../capital/kind.ts";
import { resolveKind } from "../payments/resolve.ts";
import { taxRemittanceKind, taxReversalKind } from "../../royalties/tax/kind.ts";
import { policyChangeKind } from "../policy/kind.ts";
import { adminInvitationKind } from "../team/invitation_kind.ts";
import { adminRoleKind } from "../team/role_kind.ts";
import type { ProposalKind } from "../../approvals/kind.ts";

/** What needs two people: a row each. */
// deno-lint-ignore no-explicit-any
export const KINDS: readonly ProposalKind<any>[] = [
  resolveKind,
  giftRefundKind,
  giftLetGoKind,
  disputeAcceptKind,
  splitSettlementKind,
  groupDecisionKind,
  appealAnswerKind,
  liftSuspensionKind,
  suspensionAnswerKind,
  deletionKind,
  lostPayoutKind,
  payoutResumeKind,
  taxRemittanceKind,
  taxReversalKind,
  capitalKind,
  policyChangeKind,
  adminRoleKind,
  adminInvitationKind,
  pendingEmailKind,
];

// deno-lint-ignore no-explicit-any
export function kindNamed(name: string): ProposalKind<any> | undefined {
  return KINDS.find((kind) => kind.name === name);
}
