import { as, callsOf } from "./call.ts";
import type { AdminLoginAnswer, AdminSessionAnswer } from "../admin.ts";
import { AdminLoginRequest, ConfirmPasswordRequest } from "../requests/admin.ts";
import { AddPasskeyRequest, LinkAppRequest, ResetFactorRequest, SecondFactorCode } from "../requests/second_factor.ts";
import { AcceptInvitationRequest, EnrolRequest, RoleRequest } from "../requests/team.ts";
import type { PasskeyOptions, RecoveryCodesAnswer, SecondFactorAnswer, SecondFactorSetup } from "../second_factor.ts";
import type { TeamAnswer, TeamSessionsAnswer } from "../team.ts";
import { EVERYBODY, OWNERS, OWNERS_READ } from "./role_groups.ts";

const records = callsOf("Back office: team and records");

export const getAdminTeam = records("GET /api/v1/admin/team", {
  does: "The team",
  who: "admin",
  roles: EVERYBODY,
  answers: as<TeamAnswer>(),
});

export const listAdminSessions = records("GET /api/v1/admin/team/sessions", {
  does: "The team's open sessions",
  who: "admin",
  roles: OWNERS_READ,
  isPersonal: true,
  answers: as<TeamSessionsAnswer>(),
});

export const endAdminSession = records("POST /api/v1/admin/team/:id/sessions/:sessionId/end", {
  does: "End an admin's session",
  who: "admin",
  roles: OWNERS,
  answers: as<TeamSessionsAnswer>(),
});

export const enrolAdmin = records("POST /api/v1/admin/enrol", {
  does: "Choose a password of your own as a new admin",
  who: "enrolment",
  body: EnrolRequest,
});

export const acceptAdminInvitation = records("POST /api/v1/admin/invitations/accept", {
  does: "Accept an invitation with the mailed key",
  who: "everyone",
  body: AcceptInvitationRequest,
});

export const inviteAdminAgain = records("POST /api/v1/admin/team/:id/invite", {
  does: "Send an invitation again",
  who: "admin",
  roles: OWNERS,
  answers: as<TeamAnswer>(),
});

export const removeAdmin = records("POST /api/v1/admin/team/:id/remove", {
  does: "Remove an admin",
  who: "admin",
  roles: OWNERS,
  answers: as<TeamAnswer>(),
});

export const changeAdminRole = records("POST /api/v1/admin/team/:id/role", {
  does: "Change an admin's role",
  who: "admin",
  roles: OWNERS,
  body: RoleRequest,
  answers: as<TeamAnswer>(),
});

export const logInAdmin = records("POST /api/v1/admin/login", {
  does: "Log in to the back office",
  who: "everyone",
  body: AdminLoginRequest,
  answers: as<AdminLoginAnswer>(),
  texts: { missing: "Please fill in all fields" },
});

export const adminSession = records("GET /api/v1/admin/session", {
  does: "Who is logged in to the back office",
  who: "anyone or admin",
  answers: as<AdminSessionAnswer>(),
});

export const confirmAdminPassword = records("POST /api/v1/admin/confirm-password", {
  does: "Enter your password again before a serious change",
  who: "admin",
  roles: EVERYBODY,
  body: ConfirmPasswordRequest,
});

export const getSecondFactor = records("GET /api/v1/admin/second-factor", {
  does: "Your second factors",
  who: "admin or enrolment",
  roles: EVERYBODY,
  answers: as<SecondFactorAnswer>(),
});

export const setUpApp = records("POST /api/v1/admin/second-factor/setup", {
  does: "Begin with an authenticator app",
  who: "admin or enrolment",
  roles: EVERYBODY,
  answers: as<SecondFactorSetup>(),
});

export const confirmApp = records("POST /api/v1/admin/second-factor", {
  does: "Confirm the authenticator app with a code",
  who: "admin or enrolment",
  roles: EVERYBODY,
  body: LinkAppRequest,
  answers: as<RecoveryCodesAnswer>(),
});

export const makeRecoveryCodes = records("POST /api/v1/admin/second-factor/recovery-codes", {
  does: "Make new recovery codes",
  who: "admin or enrolment",
  roles: EVERYBODY,
  body: SecondFactorCode,
  answers: as<RecoveryCodesAnswer>(),
});

export const resetSecondFactor = records("POST /api/v1/admin/team/:id/second-factor/reset", {
  does: "Reset an admin's second factors",
  who: "admin",
  roles: OWNERS,
  body: ResetFactorRequest,
});

export const passkeyOptions = records("POST /api/v1/admin/second-factor/passkeys/options", {
  does: "What the browser needs to make a passkey",
  who: "admin",
  roles: EVERYBODY,
  body: SecondFactorCode,
  answers: as<PasskeyOptions>(),
});

export const addPasskey = records("POST /api/v1/admin/second-factor/passkeys", {
  does: "Add a passkey",
  who: "admin",
  roles: EVERYBODY,
  body: AddPasskeyRequest,
  answers: as<SecondFactorAnswer>(),
});

export const removePasskey = records("POST /api/v1/admin/second-factor/passkeys/:id/remove", {
  does: "Remove a passkey",
  who: "admin",
  roles: EVERYBODY,
  body: SecondFactorCode,
  answers: as<SecondFactorAnswer>(),
});
