import { as, callsOf } from "./call.ts";
import type { MessageAnswer } from "../accounts.ts";
import type {
  CaseAnswer,
  CaseQueue,
  ClaimAnswer,
  ClaimLink,
  HeldLink,
  OwnModeration,
  SuspensionAppealQueue,
  SuspensionAppealShown,
  SuspensionLink,
} from "../moderation.ts";
import {
  CaseListQuery,
  ClaimStepRequest,
  CounterNoticeRequest,
  DismissRequest,
  GrantClaimRequest,
  HideRequest,
  ModerationAppealRequest,
  ReportRequest,
  ShowRequest,
  SuspensionVerdictRequest,
  TakedownRequest,
  VerdictRequest,
} from "../requests/moderation.ts";
import { MODERATION_READ, TRACKS } from "./role_groups.ts";

const people = callsOf("People");
const payouts = callsOf("Back office: payouts and books");

export const openTakedownLink = people("GET /api/v1/takedowns/links/:token", {
  does: "The claim that the link of a mail confirms",
  who: "everyone",
  answers: as<ClaimLink>(),
});

export const confirmTakedown = people("POST /api/v1/takedowns/links/:token", {
  does: "Confirm a claim with the link of a mail, once",
  who: "everyone",
  answers: as<ClaimLink>(),
});

export const openModerationLink = people("GET /api/v1/moderation/links/:token", {
  does: "The claim that the link of a mail answers, without a log-in",
  who: "everyone",
  answers: as<HeldLink>(),
});

export const counterNoticeByLink = people("POST /api/v1/moderation/links/:token/counter-notice", {
  does: "Answer a claim with the link of a mail",
  who: "everyone",
  body: CounterNoticeRequest,
  answers: as<HeldLink>(),
});

export const reportSubject = people("POST /api/v1/reports", {
  does: "Report a song, an artist, a comment, a playlist or a picture",
  who: "user",
  body: ReportRequest,
  answers: as<MessageAnswer>(),
});

export const claimTakedown = people("POST /api/v1/takedowns", {
  does: "Claim a song that uses your work",
  who: "everyone",
  body: TakedownRequest,
  answers: as<ClaimAnswer>(),
});

export const listModeration = people("GET /api/v1/moderation", {
  does: "What of yours is hidden or was, and why",
  who: "user",
  answers: as<OwnModeration>(),
});

export const appealModeration = people("POST /api/v1/moderation/:decisionId/appeals", {
  does: "Appeal against a decision, once",
  who: "user",
  body: ModerationAppealRequest,
  answers: as<OwnModeration>(),
});

export const counterNotice = people("POST /api/v1/moderation/claims/:claimId/counter-notice", {
  does: "Answer the claim of a rights holder",
  who: "user",
  body: CounterNoticeRequest,
  answers: as<OwnModeration>(),
});

export const listCases = payouts("GET /api/v1/admin/moderation", {
  does: "What people report, appeals and claims",
  who: "admin",
  roles: MODERATION_READ,
  query: CaseListQuery,
  answers: as<CaseQueue>(),
  shows: ["moderationCase"],
});

export const getCase = payouts("GET /api/v1/admin/moderation/:kind/:subjectId", {
  does: "One case with its history",
  who: "admin",
  roles: MODERATION_READ,
  isPersonal: true,
  answers: as<CaseAnswer>(),
  shows: ["moderationCase"],
});

export const dismissCase = payouts("POST /api/v1/admin/moderation/:kind/:subjectId/dismiss", {
  does: "Find nothing wrong with what was reported",
  who: "admin",
  roles: TRACKS,
  body: DismissRequest,
  answers: as<CaseAnswer>(),
});

export const hideSubject = payouts("POST /api/v1/admin/moderation/:kind/:subjectId/hide", {
  does: "Hide something, with the reason",
  who: "admin",
  roles: TRACKS,
  body: HideRequest,
  answers: as<CaseAnswer>(),
});

export const showSubject = payouts("POST /api/v1/admin/moderation/:kind/:subjectId/show", {
  does: "Show it again",
  who: "admin",
  roles: TRACKS,
  body: ShowRequest,
  answers: as<CaseAnswer>(),
});

export const answerModerationAppeal = payouts(
  "POST /api/v1/admin/moderation/:kind/:subjectId/appeals/:appealId/answers",
  {
    does: "Answer an appeal",
    who: "admin",
    roles: ["catalogue", "support"],
    body: VerdictRequest,
  },
);

export const grantClaim = payouts("POST /api/v1/admin/moderation/:kind/:subjectId/claims/:claimId/grant", {
  does: "Take a claimed song down",
  who: "admin",
  roles: TRACKS,
  body: GrantClaimRequest,
  answers: as<CaseAnswer>(),
});

export const refuseClaim = payouts("POST /api/v1/admin/moderation/:kind/:subjectId/claims/:claimId/refuse", {
  does: "Refuse a claim",
  who: "admin",
  roles: TRACKS,
  body: ClaimStepRequest,
  answers: as<CaseAnswer>(),
});

export const contestClaim = payouts("POST /api/v1/admin/moderation/:kind/:subjectId/claims/:claimId/contest", {
  does: "Note that a claimant went to court",
  who: "admin",
  roles: TRACKS,
  body: ClaimStepRequest,
  answers: as<CaseAnswer>(),
});

export const endClaim = payouts("POST /api/v1/admin/moderation/:kind/:subjectId/claims/:claimId/end", {
  does: "End a claim",
  who: "admin",
  roles: TRACKS,
  body: ClaimStepRequest,
  answers: as<CaseAnswer>(),
});

export const openSuspension = people("GET /api/v1/suspensions/:token", {
  does: "Why you are shut out, with the link of our mail",
  who: "everyone",
  answers: as<SuspensionLink>(),
});

export const appealSuspension = people("POST /api/v1/suspensions/:token/appeals", {
  does: "Appeal against being shut out, once",
  who: "everyone",
  body: ModerationAppealRequest,
  answers: as<SuspensionLink>(),
});

export const listSuspensionAppeals = payouts("GET /api/v1/admin/suspension-appeals", {
  does: "Appeals of people who are shut out",
  who: "admin",
  roles: MODERATION_READ,
  answers: as<SuspensionAppealQueue>(),
  shows: ["suspensionAppeal"],
});

export const getSuspensionAppeal = payouts("GET /api/v1/admin/suspension-appeals/:id", {
  does: "One appeal of a suspended person",
  who: "admin",
  roles: MODERATION_READ,
  isPersonal: true,
  answers: as<SuspensionAppealShown>(),
  shows: ["suspensionAppeal"],
});

export const answerSuspensionAppeal = payouts("POST /api/v1/admin/suspension-appeals/:id/answers", {
  does: "Answer the appeal of a suspended person",
  who: "admin",
  roles: ["catalogue", "support"],
  body: SuspensionVerdictRequest,
  answers: as<SuspensionAppealShown>(),
});
