import { as, callsOf } from "./call.ts";
import type { AdminStats, MailsAgainAnswer } from "../admin_stats.ts";
import type { AuditAnswer, OpenedAnswer } from "../audit.ts";
import type { AdminPolicyAnswer } from "../policy_rules.ts";
import type { ProposalAnswer, ProposalList } from "../proposals.ts";
import { AuditExportRequest, AuditQuery, NoteRequest, OpenSealedRequest } from "../requests/audit.ts";
import { CancelPolicyChangeRequest, PolicyChangeRequest } from "../requests/policy_change.ts";
import { ConfirmProposalRequest } from "../requests/proposals.ts";
import { WorkQuery } from "../requests/work.ts";
import type { WorkAnswer } from "../work.ts";
import { EVERYBODY, OWNERS, OWNERS_READ, PEOPLE } from "./role_groups.ts";

const records = callsOf("Back office: team and records");
const payouts = callsOf("Back office: payouts and books");

export const policyVersions = records("GET /api/v1/admin/policy", {
  does: "Every version of the rules",
  who: "admin",
  roles: EVERYBODY,
  answers: as<AdminPolicyAnswer>(),
});

export const changePolicy = records("POST /api/v1/admin/policy", {
  does: "Change the rules",
  who: "admin",
  roles: OWNERS,
  body: PolicyChangeRequest,
  answers: as<AdminPolicyAnswer>(),
});

export const cancelPolicyChange = records("POST /api/v1/admin/policy/:version/cancel", {
  does: "Cancel a change of the rules",
  who: "admin",
  roles: OWNERS,
  body: CancelPolicyChangeRequest,
  answers: as<AdminPolicyAnswer>(),
});

export const auditLog = records("GET /api/v1/admin/audit", {
  does: "The audit log",
  who: "admin",
  roles: OWNERS_READ,
  isPersonal: true,
  query: AuditQuery,
  answers: as<AuditAnswer>(),
  shows: ["record", "recordNames"],
});

export const noteAccess = records("POST /api/v1/admin/note", {
  does: "Note why you open personal details",
  who: "admin",
  roles: EVERYBODY,
  body: NoteRequest,
});

export const openSealed = records("POST /api/v1/admin/audit/open", {
  does: "Open personal details in the audit log",
  who: "admin",
  roles: OWNERS_READ,
  isPersonal: true,
  body: OpenSealedRequest,
  answers: as<OpenedAnswer>(),
  shows: ["record", "sealedRecord"],
});

export const exportAudit = records("POST /api/v1/admin/audit/export", {
  does: "Export a history as a signed file",
  who: "admin",
  roles: OWNERS_READ,
  isPersonal: true,
  body: AuditExportRequest,
  shows: ["record", "recordNames"],
});

export const auditKey = records("GET /api/v1/admin/audit/key", {
  does: "The key that signs exports",
  who: "admin",
  roles: OWNERS_READ,
});

export const publicAuditKey = records("GET /.well-known/orin-audit-key", {
  does: "The key that signs exports, for everyone",
  who: "everyone",
});

export const listWork = payouts("GET /api/v1/admin/work", {
  does: "What waits for admins, the oldest first, with counts",
  who: "admin",
  roles: EVERYBODY,
  query: WorkQuery,
  answers: as<WorkAnswer>(),
  shows: ["waitingDecision"],
});

export const listProposals = payouts("GET /api/v1/admin/proposals", {
  does: "Decisions that wait for a second admin",
  who: "admin",
  roles: EVERYBODY,
  answers: as<ProposalList>(),
});

export const confirmProposal = payouts("POST /api/v1/admin/proposals/:id/confirm", {
  does: "Confirm a decision of an admin on another side",
  who: "admin",
  roles: ["finance", "catalogue", "support"],
  body: ConfirmProposalRequest,
  answers: as<ProposalAnswer>(),
});

export const withdrawProposal = payouts("POST /api/v1/admin/proposals/:id/withdraw", {
  does: "Withdraw a proposed decision",
  who: "admin",
  roles: ["finance", "catalogue", "support"],
  answers: as<ProposalAnswer>(),
});

export const dashboard = records("GET /api/v1/stats", {
  does: "The dashboard's figures",
  who: "admin",
  roles: EVERYBODY,
  answers: as<AdminStats>(),
  shows: ["artistPage", "account", "premiumPayment"],
});

export const sendMailsAgain = records("POST /api/v1/admin/mails/again", {
  does: "Send mails and texts again that failed",
  who: "admin",
  roles: PEOPLE,
  answers: as<MailsAgainAnswer>(),
});
