import { pendingEmailKind } from "../../accounts/account/email_kind.ts";
import { giftRefundKind } from "../../gifts/refund/kind.ts";
import { resolveKind } from "../payments/resolve.ts";
import { policyChangeKind } from "../policy/kind.ts";
import { adminInvitationKind } from "../team/invitation_kind.ts";
import { adminRoleKind } from "../team/role_kind.ts";
import type { ProposalKind } from "./kind.ts";

/** What needs two people: a row each. */
// deno-lint-ignore no-explicit-any
const KINDS: readonly ProposalKind<any>[] = [
  resolveKind,
  giftRefundKind,
  policyChangeKind,
  adminRoleKind,
  adminInvitationKind,
  pendingEmailKind,
];

// deno-lint-ignore no-explicit-any
export function kindNamed(name: string): ProposalKind<any> | undefined {
  return KINDS.find((kind) => kind.name === name);
}
