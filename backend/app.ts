import { Hono } from "hono";
import { accountReactors } from "./accounts/account/reactions.ts";
import { closingReactors, workErasures } from "./person_data/reactions.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { alertReactors } from "./admin/alerts/reactions.ts";
import { policyReactors } from "./admin/policy/reactions.ts";
import { secondFactorReactors } from "./admin/second_factor/reactions.ts";
import { taxReactors } from "./royalties/tax/reactions.ts";
import { teamReactors } from "./admin/team/reactions.ts";
import { adminRoutes } from "./admin/routes.ts";
import { auditExportRoutes, auditRoutes } from "./audit/routes.ts";
import { catalogueReactors, workRenditions } from "./catalogue/rendition/reactions.ts";
import { splitReactors, workSplitMails } from "./catalogue/split/reactions.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { lyricsReactors } from "./catalogue/lyrics/reactions.ts";
import { releaseReactors } from "./catalogue/release/reactions.ts";
import { pagePreviews } from "./catalogue/track/page_previews.ts";
import { embedRoutes } from "./catalogue/embed/routes.ts";
import { creatorAreaRoutes } from "./catalogue/artist/routes.ts";
import { contactReactors } from "./contact/reactions.ts";
import { contactRoutes } from "./contact/routes.ts";
import { developerRoutes } from "./developers/routes.ts";
import type { Deps } from "./deps.ts";
import { giftReactors } from "./gifts/reactions.ts";
import { giftRoutes } from "./gifts/routes.ts";
import { arrival } from "./http/arrival.ts";
import { closesWhileStopping, health, measured, metrics, type Readiness, waitsForAdmission } from "./http/health.ts";
import { pages } from "./http/pages.ts";
import { notFound, nothingFound, onError } from "./http/problems.ts";
import { requestId } from "./http/request_id.ts";
import { securityHeaders } from "./http/security_headers.ts";
import { listeningDaysRoutes } from "./listening/days/routes.ts";
import { earningRoutes } from "./listening/earning/routes.ts";
import { elsewhereRoutes } from "./listening/device_handover/routes.ts";
import { listeningRoutes, trackEarningsRoutes } from "./listening/routes.ts";
import { uncountedReactors } from "./listening/uncounted_plays/reactions.ts";
import { exportRoutes } from "./person_data/routes.ts";
import { disputeRoutes } from "./payments/disputes/routes.ts";
import { clearingRoutes } from "./payments/misfits/routes.ts";
import { webhookRoutes } from "./payments/routes.ts";
import { moderationReactors } from "./moderation/reactions.ts";
import { moderationRoutes } from "./moderation/routes.ts";
import { suspensionReactors } from "./moderation/suspension/reactions.ts";
import { notificationReactors } from "./notifications/reactions.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { socialRoutes } from "./social/routes.ts";
import { premiumGiftReactors, workGiftMails } from "./subscriptions/gift/reactions.ts";
import { premiumGiftRoutes } from "./subscriptions/gift/routes.ts";
import { royaltyReactors } from "./royalties/reactions.ts";
import { royaltyRoutes } from "./royalties/routes.ts";
import { taxRoutes } from "./royalties/tax/routes.ts";
import { subscriptionReactors, workReminders } from "./subscriptions/reactions.ts";
import { subscriptionRoutes } from "./subscriptions/routes.ts";
import { artistTeamReactors, workArtistTeamMails } from "./team/reactions.ts";
import { teamRoutes } from "./team/routes.ts";
import { identityReactors } from "./trust/identity/reactions.ts";
import { identityRoutes } from "./trust/identity/routes.ts";
import { levelReactors } from "./trust/level/reactions.ts";
import { levelRoutes } from "./trust/level/routes.ts";
import { phoneRoutes } from "./trust/phone/routes.ts";
import { appealReactors } from "./trust/appeal/reactions.ts";
import { appealRoutes } from "./trust/appeal/routes.ts";
import { groupReactors } from "./trust/group/reactions.ts";
import { groupRoutes } from "./trust/group/routes.ts";
import { settlingReactors } from "./wallet/settling/reactions.ts";
import { ruleRoutes } from "./trust/rule/routes.ts";
import { pauseReactors } from "./wallet/pause/reactions.ts";
import { pauseRoutes } from "./wallet/pause/routes.ts";
import { walletReactors } from "./wallet/withdrawal/reactions.ts";
import { statementRoutes } from "./wallet/statement/routes.ts";
import { walletRoutes } from "./wallet/withdrawal/routes.ts";
import { sendCodes } from "./accounts/code/verify.ts";
import { sendMails } from "./mails/send.ts";
import { sendTexts } from "./accounts/phone/texts.ts";
import { workPlannedEmails } from "./accounts/account/planned_email.ts";
import { workNotices } from "./notifications/send.ts";
import { workPresaves } from "./social/heart/fulfil_presaves.ts";
import { workPrints } from "./catalogue/fingerprint/reactions.ts";
import { sendLetters } from "./contact/letters.ts";
import { workTakedowns } from "./moderation/letters.ts";
import { workGiftRefunds } from "./gifts/refund/reactions.ts";
import { settleDueGifts } from "./gifts/settlement/settle.ts";
import { releaseHeldShares } from "./gifts/collaborators/release.ts";
import { closeDueMonths } from "./royalties/close.ts";
import { settleDueRoyalties } from "./royalties/settle.ts";
import { settleDue } from "./wallet/settling/settle.ts";
import type { Settler } from "./wallet/settling/work_settling.ts";
import { sendAlerts } from "./admin/alerts/raise.ts";

interface AppOptions extends Readiness {
  /** The folder of the built PWA. */
  readonly pagesDirectory: string;
  /** Pages for development only; left out in production, so that they answer 404 there. */
  readonly development?: Hono;
}

/** Mounts the areas. No logic of its own. */
export function createApp(deps: Deps, options: AppOptions) {
  const app = new Hono()
    .use(arrival(deps), requestId(), measured(deps), closesWhileStopping(options), securityHeaders(deps.config))
    .route("/", health(deps, options))
    .use(waitsForAdmission(options))
    .route("/", accountRoutes(deps))
    .route("/", exportRoutes(deps))
    .route("/", catalogueRoutes(deps))
    .route("/", embedRoutes(deps, options))
    .route("/", creatorAreaRoutes(deps))
    .route("/", teamRoutes(deps))
    .route("/", listeningRoutes(deps))
    .route("/", trackEarningsRoutes(deps))
    .route("/", listeningDaysRoutes(deps))
    .route("/", earningRoutes(deps))
    .route("/", elsewhereRoutes(deps))
    .route("/", socialRoutes(deps))
    .route("/", contactRoutes(deps))
    .route("/", notificationRoutes(deps))
    .route("/", subscriptionRoutes(deps))
    .route("/", premiumGiftRoutes(deps))
    .route("/", giftRoutes(deps))
    .route("/", royaltyRoutes(deps))
    .route("/", walletRoutes(deps))
    .route("/", pauseRoutes(deps))
    .route("/", webhookRoutes(deps))
    .route("/", clearingRoutes(deps))
    .route("/", disputeRoutes(deps))
    .route("/", statementRoutes(deps))
    .route("/", levelRoutes(deps))
    .route("/", phoneRoutes(deps))
    .route("/", identityRoutes(deps))
    .route("/", groupRoutes(deps))
    .route("/", appealRoutes(deps))
    .route("/", ruleRoutes(deps))
    .route("/", moderationRoutes(deps))
    .route("/", adminRoutes(deps))
    .route("/", taxRoutes(deps))
    .route("/", auditRoutes(deps))
    .route("/", auditExportRoutes(deps));
  app.route("/", developerRoutes(deps, () => app.routes));
  if (deps.config.env === "development") app.route("/", metrics(deps));
  if (options.development) app.route("/", options.development);
  const nothing = nothingFound(app);
  app.all("/api/*", nothing).all("/media/*", nothing).all("/dev/*", nothing);
  app.route("/", pages({ directory: options.pagesDirectory, preview: pagePreviews(deps) }));
  return app.notFound(nothing).onError(onError(deps));
}

/** What a process answers that does no more than work: whether it lives and is ready. */
export function createWorkerApp(deps: Deps, readiness: Readiness) {
  return new Hono()
    .use(requestId(), securityHeaders(deps.config))
    .route("/", health(deps, readiness))
    .notFound(notFound)
    .onError(onError(deps));
}

/** The figures for the operator, on a port of their own. */
export function createMetricsApp(deps: Deps) {
  return new Hono().route("/", metrics(deps)).notFound(notFound).onError(onError(deps));
}

/** What the areas do when something has happened, for `Store.react`. An area with reactions is named here. */
export function reactorsOf(deps: Deps) {
  return [
    ...accountReactors(deps),
    ...alertReactors(deps),
    ...closingReactors(deps),
    ...catalogueReactors(deps),
    ...splitReactors(deps),
    ...artistTeamReactors(deps),
    ...lyricsReactors(deps),
    ...releaseReactors(deps),
    ...contactReactors(deps),
    ...uncountedReactors(deps),
    ...giftReactors(deps),
    ...royaltyReactors(deps),
    ...taxReactors(deps),
    ...subscriptionReactors(deps),
    ...premiumGiftReactors(deps),
    ...policyReactors(deps),
    ...teamReactors(deps),
    ...secondFactorReactors(deps),
    ...levelReactors(deps),
    ...identityReactors(deps),
    ...groupReactors(deps),
    ...appealReactors(deps),
    ...walletReactors(deps),
    ...pauseReactors(deps),
    ...settlingReactors(deps),
    ...moderationReactors(deps),
    ...suspensionReactors(deps),
    ...notificationReactors(deps),
  ];
}

type Worker = (deps: Deps) => void;

/** The jobs that send what waits; they begin before a process is ready. */
export const SENDERS: readonly Worker[] = [sendCodes, sendMails, sendAlerts, sendTexts, sendLetters, workTakedowns];

/** All other jobs of a process that works, but those that decode. */
export const WORKERS: readonly Worker[] = [
  ...[workReminders, workGiftRefunds, workGiftMails, workSplitMails, workArtistTeamMails],
  ...[workNotices, workErasures, workPlannedEmails, workPresaves],
];

/** What settles when its time has come, in this order. */
export const SETTLERS: readonly Settler[] = [
  ...[settleDue, settleDueGifts, releaseHeldShares],
  (deps, signal) => closeDueMonths(deps, { signal }),
  settleDueRoyalties,
];

/** The jobs that decode music. Tests begin those that they need. */
export const DECODERS: readonly Worker[] = [workRenditions, workPrints];
