/** What an admin does for Orin. An unnamed role is owner. */
export const ADMIN_ROLES = ["owner", "finance", "catalogue", "support", "auditor"] as const;

export type AdminRole = typeof ADMIN_ROLES[number];

/** How the back office writes a role, and what it is for. */
export const ROLE_WORDS: Readonly<Record<AdminRole, { readonly label: string; readonly does: string }>> = {
  owner: { label: "Owner", does: "Does everything: the team and the rules, too." },
  finance: { label: "Finance", does: "Decides on payouts, settles and keeps the books." },
  catalogue: { label: "Catalogue", does: "Looks after tracks, uploads and what people report." },
  support: { label: "Support", does: "Helps users and prepares cases. Moves no money." },
  auditor: { label: "Auditor", does: "Reads everything, changes nothing. Opens personal details only with a note." },
};

const EVERYBODY = ["finance", "catalogue", "support", "auditor"] as const;
const MONEY = ["finance"] as const;
const MONEY_READ = ["finance", "auditor"] as const;
const PEOPLE = ["support"] as const;
const PEOPLE_READ = ["support", "auditor"] as const;
/** Cases of fraud: support prepares them, finance moves the money. */
const CASES = ["finance", "support"] as const;
const CASES_READ = ["finance", "support", "auditor"] as const;
const TRACKS = ["catalogue"] as const;
/** Looks at what is reported, and decides about it. */
const MODERATION_READ = ["catalogue", "support", "auditor"] as const;
const OWNERS = [] as const;
const OWNERS_READ = ["auditor"] as const;

/** Who may make each call of the back office beside owners, who may make all. A call without a row is theirs alone. */
export const ROLES_OF_CALL: Readonly<Record<string, readonly AdminRole[]>> = {
  // Each kind says which of these roles sees it, and which decides on it.
  "GET /api/v1/admin/work": EVERYBODY,
  "GET /api/v1/stats": EVERYBODY,
  "POST /api/v1/admin/mails/again": PEOPLE,
  "POST /api/v1/admin/confirm-password": EVERYBODY,
  "POST /api/v1/admin/note": EVERYBODY,
  "GET /api/v1/admin/second-factor": EVERYBODY,
  "POST /api/v1/admin/second-factor": EVERYBODY,
  "POST /api/v1/admin/second-factor/setup": EVERYBODY,
  "POST /api/v1/admin/second-factor/recovery-codes": EVERYBODY,
  "POST /api/v1/admin/second-factor/passkeys": EVERYBODY,
  "POST /api/v1/admin/second-factor/passkeys/options": EVERYBODY,
  "POST /api/v1/admin/second-factor/passkeys/:id/remove": EVERYBODY,

  "GET /api/v1/admin/team": EVERYBODY,
  "POST /api/auth/create-admin": OWNERS,
  "POST /api/v1/admin/team/:id/second-factor/reset": OWNERS,
  "POST /api/v1/admin/team/:id/invite": OWNERS,
  "POST /api/v1/admin/team/:id/remove": OWNERS,
  "POST /api/v1/admin/team/:id/role": OWNERS,
  "GET /api/v1/admin/team/sessions": OWNERS_READ,
  "POST /api/v1/admin/team/:id/sessions/:sessionId/end": OWNERS,

  "GET /api/v1/admin/proposals": EVERYBODY,
  // Each kind says which of these roles decides on it.
  "POST /api/v1/admin/proposals/:id/confirm": ["finance", "catalogue", "support"],
  "POST /api/v1/admin/proposals/:id/withdraw": ["finance", "catalogue", "support"],

  "GET /api/v1/admin/policy": EVERYBODY,
  "POST /api/v1/admin/policy": OWNERS,
  "POST /api/v1/admin/policy/:version/cancel": OWNERS,

  "GET /api/v1/admin/users": PEOPLE_READ,
  "GET /api/v1/admin/users/count": PEOPLE_READ,
  "GET /api/v1/admin/users/:id": PEOPLE_READ,
  "POST /api/v1/admin/users": PEOPLE,
  "POST /api/v1/admin/users/export": PEOPLE_READ,
  "PUT /api/v1/users/:id": PEOPLE,
  "PATCH /api/v1/users/:id": PEOPLE,
  "PUT /api/v1/admin/users/:id": PEOPLE,
  "PATCH /api/v1/admin/users/:id": PEOPLE,
  "DELETE /api/v1/admin/users/:id": PEOPLE,
  "POST /api/v1/admin/users/:id/email/:changeId/cancel": PEOPLE,
  "POST /api/v1/admin/users/:id/restore": PEOPLE,
  "POST /api/v1/admin/users/:id/suspend": PEOPLE,
  "POST /api/v1/admin/users/:id/unsuspend": PEOPLE,
  "POST /api/v1/admin/users/:id/music": PEOPLE,

  "GET /api/v1/admin/people/:id": CASES_READ,
  "GET /api/v1/admin/people/:id/plays": CASES_READ,
  "GET /api/v1/admin/people/:id/plays/:playId": CASES_READ,
  "GET /api/v1/admin/people/:id/gifts": CASES_READ,
  "GET /api/v1/admin/people/:id/payouts": CASES_READ,
  "POST /api/v1/admin/people/:id/notes": CASES,

  "GET /api/v1/admin/tracks": ["catalogue", "support", "auditor"],
  "GET /api/v1/admin/tracks/csv": ["catalogue", "support", "auditor"],
  "GET /api/v1/admin/duplicates": ["catalogue", "support", "auditor"],
  "GET /api/v1/admin/duplicates/:id": ["catalogue", "support", "auditor"],
  "GET /api/v1/admin/duplicates/:id/sound/:trackId": ["catalogue", "auditor"],
  "POST /api/v1/admin/duplicates/:id/decisions": TRACKS,
  "POST /api/v1/admin/upload-track": TRACKS,
  "GET /api/v1/uploads": TRACKS,
  "POST /api/v1/uploads": TRACKS,
  "GET /api/v1/uploads/:id": TRACKS,
  "PATCH /api/v1/uploads/:id": TRACKS,
  "DELETE /api/v1/uploads/:id": TRACKS,
  "PUT /api/v1/tracks/:id": TRACKS,
  "DELETE /api/v1/tracks/:id": TRACKS,
  "POST /api/v1/admin/tracks/:trackId/lyrics/removal": TRACKS,

  "GET /api/v1/admin/moderation": MODERATION_READ,
  "GET /api/v1/admin/moderation/:kind/:subjectId": MODERATION_READ,
  "POST /api/v1/admin/moderation/:kind/:subjectId/dismiss": TRACKS,
  "POST /api/v1/admin/moderation/:kind/:subjectId/hide": TRACKS,
  "POST /api/v1/admin/moderation/:kind/:subjectId/show": TRACKS,
  // Support stands in where no admin of the catalogue is left on another side.
  "POST /api/v1/admin/moderation/:kind/:subjectId/appeals/:appealId/answers": ["catalogue", "support"],
  "POST /api/v1/admin/moderation/:kind/:subjectId/claims/:claimId/grant": TRACKS,
  "POST /api/v1/admin/moderation/:kind/:subjectId/claims/:claimId/refuse": TRACKS,
  "POST /api/v1/admin/moderation/:kind/:subjectId/claims/:claimId/contest": TRACKS,
  "POST /api/v1/admin/moderation/:kind/:subjectId/claims/:claimId/end": TRACKS,
  "GET /api/v1/admin/suspension-appeals": MODERATION_READ,
  "GET /api/v1/admin/suspension-appeals/:id": MODERATION_READ,
  "POST /api/v1/admin/suspension-appeals/:id/answers": ["catalogue", "support"],
  "GET /api/v1/admin/split-disputes": ["catalogue", "finance", "support", "auditor"],
  "POST /api/v1/admin/split-disputes/:id/settle": ["catalogue", "finance"],

  "GET /api/v1/pending-payments": MONEY_READ,
  "GET /api/v1/completed-payments": MONEY_READ,
  "GET /api/v1/admin/payments": MONEY_READ,
  "POST /api/v1/admin/payments/export": MONEY_READ,
  "GET /api/v1/admin/payments/:id": MONEY_READ,
  "GET /api/v1/admin/payments/:id/case": MONEY_READ,
  "GET /api/v1/admin/payments/:id/case/:hash": MONEY_READ,
  "GET /api/v1/admin/payments/:id/lots": MONEY_READ,
  "GET /api/v1/admin/payments/:id/lots/:transferId/plays": MONEY_READ,
  "GET /api/v1/admin/payments/:id/proof": MONEY_READ,
  "GET /api/v1/admin/payments/:id/outcome": MONEY_READ,
  "POST /api/v1/approve-payment-automatic/:id": MONEY,
  "POST /api/v1/reject-payment/:id": MONEY,
  "POST /api/v1/admin/payments/:id/withdraw-approval": MONEY,
  "POST /api/v1/admin/payments/:id/otp": MONEY,
  "POST /api/v1/admin/payments/:id/retry": MONEY,
  "POST /api/v1/admin/payments/:id/resolve": MONEY,
  "GET /api/v1/admin/payments-to-clear": MONEY_READ,
  "POST /api/v1/admin/payments-to-clear/:id/refund": MONEY,
  "POST /api/v1/admin/gifts/:id/refund": MONEY,
  "GET /api/v1/admin/gifts/stopped": MONEY_READ,
  "POST /api/v1/admin/gifts/:id/stop": MONEY,
  "POST /api/v1/admin/gifts/:id/let-go": MONEY,
  "GET /api/v1/admin/disputes": MONEY_READ,
  "GET /api/v1/admin/disputes/:id": MONEY_READ,
  "POST /api/v1/admin/disputes/:id/accept": MONEY,
  "POST /api/v1/admin/disputes/:id/contested": MONEY,
  "GET /api/v1/admin/reconciliations": MONEY_READ,
  "GET /api/v1/admin/books": MONEY_READ,
  "GET /api/v1/admin/books/csv": MONEY_READ,
  "GET /api/v1/admin/books/bundle": MONEY_READ,
  "GET /api/v1/admin/books/months": MONEY_READ,
  "GET /api/v1/admin/books/months/csv": MONEY_READ,
  "GET /api/v1/admin/books/days": MONEY_READ,
  "GET /api/v1/admin/royalties": MONEY_READ,
  "GET /api/v1/admin/royalties/csv": MONEY_READ,
  "GET /api/v1/admin/tax": MONEY_READ,
  "GET /api/v1/admin/tax/csv": MONEY_READ,
  "POST /api/v1/admin/tax/export": MONEY_READ,
  "POST /api/v1/admin/tax/remittances": MONEY,
  "POST /api/v1/admin/tax/remittances/:id/reversals": MONEY,
  "POST /api/v1/admin/books/capital": MONEY,
  "POST /api/v1/admin/books/differences/explain": MONEY,
  "POST /api/v1/admin/books/differences/settle": MONEY,
  "GET /api/v1/admin/payouts/pause": EVERYBODY,
  "POST /api/v1/admin/payouts/pause": MONEY,
  "POST /api/v1/admin/payouts/reconcile": MONEY,
  "POST /api/v1/admin/payouts/lost": MONEY,
  "POST /api/v1/admin/payouts/resume": MONEY,

  "GET /api/v1/admin/groups": CASES_READ,
  "GET /api/v1/admin/groups/:id": CASES_READ,
  "POST /api/v1/admin/groups/:id/notes": CASES,
  "POST /api/v1/admin/groups/:id/decisions": MONEY,
  "GET /api/v1/admin/appeals": CASES_READ,
  "GET /api/v1/admin/appeals/:id": CASES_READ,
  "POST /api/v1/admin/appeals/:id/answers": MONEY,
  "GET /api/v1/admin/rules": CASES_READ,
  "GET /api/v1/admin/rules/:rule/trial": CASES_READ,

  "GET /api/v1/admin/audit": OWNERS_READ,
  "GET /api/v1/admin/audit/key": OWNERS_READ,
  "POST /api/v1/admin/audit/open": OWNERS_READ,
  "POST /api/v1/admin/audit/export": OWNERS_READ,
};

/** Calls that show who people are: an auditor writes down why, first. */
const PERSONAL = [
  "GET /api/v1/admin/team/sessions",
  "GET /api/v1/admin/users",
  "GET /api/v1/admin/users/:id",
  "GET /api/v1/admin/people/:id",
  "GET /api/v1/admin/people/:id/gifts",
  "GET /api/v1/pending-payments",
  "GET /api/v1/completed-payments",
  "GET /api/v1/admin/payments",
  "GET /api/v1/admin/payments/:id",
  "GET /api/v1/admin/payments/:id/case",
  "GET /api/v1/admin/payments/:id/lots",
  "GET /api/v1/admin/payments/:id/proof",
  "GET /api/v1/admin/payments/:id/case/:hash",
  "GET /api/v1/admin/payments-to-clear",
  "GET /api/v1/admin/disputes/:id",
  "GET /api/v1/admin/groups/:id",
  "GET /api/v1/admin/appeals/:id",
  "GET /api/v1/admin/moderation/:kind/:subjectId",
  "GET /api/v1/admin/suspension-appeals/:id",
  "GET /api/v1/admin/audit",
  "POST /api/v1/admin/audit/open",
  "POST /api/v1/admin/audit/export",
];

/** Whether a role may make a call such as `GET /api/v1/admin/users/:id`. */
export function mayCall(role: AdminRole, call: string): boolean {
  return role === "owner" || (ROLES_OF_CALL[call] ?? []).includes(role);
}

/** Whether a role needs a note for a call. */
export function needsNote(role: AdminRole, call: string): boolean {
  return role === "auditor" && PERSONAL.includes(call);
}

/** Whether a change of role gives rights that the person did not have. */
export function addsRights(before: AdminRole, after: AdminRole): boolean {
  if (before === "owner") return false;
  return after === "owner" || Object.keys(ROLES_OF_CALL).some((call) => mayCall(after, call) && !mayCall(before, call));
}

/** The roles that may make a call, as a sentence names them: "Owner or Finance". */
export function rolesFor(call: string): string {
  const labels = ADMIN_ROLES.filter((role) => mayCall(role, call)).map((role) => ROLE_WORDS[role].label);
  return new Intl.ListFormat("en", { type: "disjunction" }).format(labels);
}
