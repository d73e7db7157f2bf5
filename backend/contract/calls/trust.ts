import { as, callsOf } from "./call.ts";
import type { AdminAppeal, AppealQueue, AppealsAnswer } from "../appeals.ts";
import type { GroupAnswer, GroupsAnswer } from "../groups.ts";
import { AppealAnswerRequest, AppealRequest } from "../requests/appeals.ts";
import { GroupDecisionRequest, GroupNoteRequest } from "../requests/groups.ts";
import { ProveIdentityRequest } from "../requests/identity.ts";
import type { IdentityAnswer, LevelAnswer } from "../trust.ts";
import type { TrustRulesAnswer } from "../trust_rules.ts";
import { CASES, CASES_READ, MONEY } from "./role_groups.ts";

const account = callsOf("Accounts");
const trust = callsOf("Back office: people and trust");

export const getIdentity = account("GET /api/v1/identity", {
  does: "The state of your identity check",
  who: "user",
  answers: as<IdentityAnswer>(),
});

export const proveIdentity = account("POST /api/v1/identity", {
  does: "Have your identity checked",
  who: "user",
  body: ProveIdentityRequest,
  answers: as<IdentityAnswer>(),
});

export const getLevel = account("GET /api/v1/level", {
  does: "Your trust level and what the next one needs",
  who: "user",
  answers: as<LevelAnswer>(),
});

export const listOwnAppeals = account("GET /api/v1/appeals", {
  does: "Your appeals",
  who: "user",
  answers: as<AppealsAnswer>(),
});

export const makeAppeal = account("POST /api/v1/appeals", {
  does: "Appeal a decision about your account",
  who: "user",
  body: AppealRequest,
  answers: as<AppealsAnswer>(),
});

export const listAppeals = trust("GET /api/v1/admin/appeals", {
  does: "Appeals",
  who: "admin",
  roles: CASES_READ,
  answers: as<AppealQueue>(),
  shows: ["earningsAppeal"],
});

export const getAppeal = trust("GET /api/v1/admin/appeals/:id", {
  does: "One appeal",
  who: "admin",
  roles: CASES_READ,
  isPersonal: true,
  answers: as<AdminAppeal>(),
  shows: ["earningsAppeal"],
});

export const answerAppeal = trust("POST /api/v1/admin/appeals/:id/answers", {
  does: "Answer an appeal",
  who: "admin",
  roles: MONEY,
  body: AppealAnswerRequest,
  answers: as<AdminAppeal>(),
});

export const listGroups = trust("GET /api/v1/admin/groups", {
  does: "Groups of accounts that act together",
  who: "admin",
  roles: CASES_READ,
  answers: as<GroupsAnswer>(),
});

export const getGroup = trust("GET /api/v1/admin/groups/:id", {
  does: "One group",
  who: "admin",
  roles: CASES_READ,
  isPersonal: true,
  answers: as<GroupAnswer>(),
});

export const decideGroup = trust("POST /api/v1/admin/groups/:id/decisions", {
  does: "Decide on a group",
  who: "admin",
  roles: MONEY,
  body: GroupDecisionRequest,
  answers: as<GroupAnswer>(),
});

export const noteGroup = trust("POST /api/v1/admin/groups/:id/notes", {
  does: "Write a note about a group",
  who: "admin",
  roles: CASES,
  body: GroupNoteRequest,
  answers: as<GroupAnswer>(),
});

export const listRules = trust("GET /api/v1/admin/rules", {
  does: "The rules of trust",
  who: "admin",
  roles: CASES_READ,
  answers: as<TrustRulesAnswer>(),
});
