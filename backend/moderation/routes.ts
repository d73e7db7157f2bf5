import * as calls from "../contract/calls/moderation.ts";
import { Routes } from "../http/routes.ts";
import type { Context } from "hono";
import type { MessageAnswer } from "../contract/accounts.ts";
import {
  type CaseAnswer,
  type CaseQueue,
  CLAIM_CONFIRM_DAYS,
  type ClaimAnswer,
  type ClaimLink,
  type HeldLink,
  type OwnModeration,
} from "../contract/moderation.ts";
import { SubjectKindParam } from "../contract/requests/moderation.ts";
import type { Deps } from "../deps.ts";
import { logAccess } from "../audit/log_access.ts";
import { addressOf } from "../http/address.ts";
import { takeTurn, takeVisitorsTurn } from "../http/rate_limit.ts";
import { commandIdOf, metadataOf, requestIdOf } from "../http/request_id.ts";
import { freshPassword } from "../http/fresh_password.ts";
import type { WithSession } from "../http/session.ts";
import { idInPath, inPath } from "../http/validate.ts";
import { answer, type ClaimAction, dismiss, hide, type Judging, show, stepClaim } from "./decide.ts";
import { ModerationLinks } from "./link_token.ts";
import { filledMailboxOf, ownDomainOf } from "../accounts/signup/filled_mailbox.ts";
import { claimLink, emailOfClaim, heldLink, ownModeration, readCase, readQueue } from "./reads.ts";
import { suspensionRoutes } from "./suspension/routes.ts";
import { appeal, claim, confirm, counterNotice, report } from "./report.ts";

const REPORTS_AN_HOUR = 20;
const REPORTS_A_DAY = 60;
const CLAIMS_AN_HOUR = 10;
const CLAIM_MAILS_AN_HOUR = 5;
/** Of one network, in total and about one song: more are invented claimants. */
const MOST_CLAIMS_AN_HOUR = { all: 40, oneSong: 5 };
/** Claims of one domain that are confirmed in a day. */
const CONFIRMED_OF_DOMAIN = 30;
const LINKS_AN_HOUR = 60;
const LETTERS_AN_HOUR = 20;
const NO_CASE = "This is no longer there";
const NO_DECISION = "There is no such decision about something of yours";

/** Reports, what is decided about them, appeals, and the claims of rights holders. */
export function moderationRoutes(deps: Deps) {
  return new Routes(deps)
    .include(peoplesRoutes(deps))
    .include(linkRoutes(deps))
    .include(moderatorRoutes(deps))
    .include(claimRoutes(deps))
    .include(suspensionRoutes(deps));
}

/** The links of our mails: they work in any browser, and without a log-in. */
function linkRoutes(deps: Deps) {
  const links = new ModerationLinks(deps.keys);
  const claimOf = (c: Context) => links.read("claim", c.req.param("token") ?? "", deps.now());
  const counterOf = (c: Context) => links.read("counter", c.req.param("token") ?? "", deps.now());
  const turn = (c: Context) => takeVisitorsTurn(deps, c, { kind: "moderation link", perHour: LINKS_AN_HOUR });
  return new Routes(deps)
    .serve(calls.openTakedownLink, async (c) => {
      return c.json(await claimLink(deps, claimOf(c)) satisfies ClaimLink, 200);
    })
    // A press and no look: mail programs open links by themselves.
    .serve(calls.confirmTakedown, async (c) => {
      const claimId = claimOf(c);
      await turn(c);
      // Who owns a domain has addresses without end, and a day's claims all the same.
      const domain = ownDomainOf(await emailOfClaim(deps, claimId));
      if (domain) await takeTurn(deps, { kind: "takedown of one domain", perDay: CONFIRMED_OF_DOMAIN, of: domain });
      await confirm(deps, claimId, { metadata: metadataOf(c), commandId: commandIdOf(c) });
      return c.json(await claimLink(deps, claimId) satisfies ClaimLink, 200);
    })
    .serve(calls.openModerationLink, async (c) => {
      const { decision } = await heldLink(deps, counterOf(c));
      return c.json({ decision } satisfies HeldLink, 200);
    })
    .serve(calls.counterNoticeByLink, async (c) => {
      const claimId = counterOf(c);
      await turn(c);
      const { ownerId: userId } = await heldLink(deps, claimId);
      const { isTrue: _, ...said } = c.req.valid("json");
      await counterNotice(deps, { claimId, userId, ...said }, { metadata: metadataOf(c), commandId: commandIdOf(c) });
      const { decision } = await heldLink(deps, claimId);
      return c.json({ decision } satisfies HeldLink, 201);
    });
}

function peoplesRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.reportSubject, async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, { kind: "report", perHour: REPORTS_AN_HOUR, of: userId });
      await takeTurn(deps, { kind: "report", perDay: REPORTS_A_DAY, of: userId });
      await report(deps, { ...c.req.valid("json"), reporterId: userId }, { metadata: metadataOf(c, userId) });
      const message = "Thank you. A person looks at it, and you hear from us.";
      return c.json({ message } satisfies MessageAnswer, 202);
    })
    // Rights holders need no account.
    .serve(calls.claimTakedown, async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "takedown", perHour: CLAIMS_AN_HOUR });
      const said = c.req.valid("json");
      await takeClaimsTurns(deps, c, said);
      const origin = { metadata: metadataOf(c), commandId: commandIdOf(c) };
      const { claimId } = await claim(deps, said, origin);
      const message =
        `Please open the link in the email that we have sent to ${said.email}. Until you do, nobody looks ` +
        `at your claim, and after ${CLAIM_CONFIRM_DAYS} days we forget it.`;
      return c.json({ message, claimId } satisfies ClaimAnswer, 202);
    })
    .serve(calls.listModeration, async (c) => {
      return c.json(await ownModeration(deps, c.var.session.userId) satisfies OwnModeration, 200);
    })
    .serve(calls.appealModeration, async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, { kind: "moderation letter", perHour: LETTERS_AN_HOUR, of: userId });
      const written = { decisionId: idInPath(c, "decisionId", NO_DECISION), userId, ...c.req.valid("json") };
      await appeal(deps, written, { metadata: metadataOf(c, userId), commandId: commandIdOf(c) });
      return c.json(await ownModeration(deps, userId) satisfies OwnModeration, 201);
    })
    .serve(calls.counterNotice, async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, { kind: "moderation letter", perHour: LETTERS_AN_HOUR, of: userId });
      const { isTrue: _, ...said } = c.req.valid("json");
      const given = { claimId: idInPath(c, "claimId", NO_DECISION), userId, ...said };
      await counterNotice(deps, given, { metadata: metadataOf(c, userId), commandId: commandIdOf(c) });
      return c.json(await ownModeration(deps, userId) satisfies OwnModeration, 201);
    });
}

/**
 * A claim sends a mail to an address that may be anybody's. Each network, and each mailbox under whatever name, has so
 * many an hour: work alone would be a price for many mails, and no end.
 */
async function takeClaimsTurns(
  deps: Deps,
  c: Context,
  { trackId, email }: { readonly trackId: string; readonly email: string },
): Promise<void> {
  const network = addressOf(deps, c);
  const { all, oneSong } = MOST_CLAIMS_AN_HOUR;
  await takeTurn(deps, { kind: "takedown from one network", perHour: all, of: network });
  await takeTurn(deps, { kind: "takedown of one song", perHour: oneSong, of: `${network} ${trackId}` });
  await takeTurn(deps, { kind: "takedown mail", perHour: CLAIM_MAILS_AN_HOUR, of: filledMailboxOf(email) });
}

function moderatorRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to decide");
  return new Routes(deps)
    .serve(calls.listCases, async (c) => {
      const { list, cursor } = c.req.valid("query");
      const [at, caseId = ""] = cursor?.split("_") ?? [];
      const after = at === undefined ? undefined : { at: Number(at), caseId };
      return c.json(await readQueue(deps, { list, after }) satisfies CaseQueue, 200);
    })
    .serve(calls.getCase, async (c) => await shown(deps, c))
    .serve(calls.dismissCase, fresh, async (c) => {
      await dismiss(deps, judgingOf(c, c.req.valid("json")));
      return await shown(deps, c);
    })
    .serve(calls.hideSubject, fresh, async (c) => {
      const said = c.req.valid("json");
      await hide(deps, { ...judgingOf(c, said), reason: said.reason, strike: said.strike });
      return await shown(deps, c);
    })
    .serve(calls.showSubject, fresh, async (c) => {
      await show(deps, judgingOf(c, c.req.valid("json")));
      return await shown(deps, c);
    })
    .serve(calls.answerModerationAppeal, fresh, async (c) => {
      const said = c.req.valid("json");
      const appealId = idInPath(c, "appealId", NO_CASE);
      await answer(deps, { ...judgingOf(c, said), appealId, verdict: said.verdict });
      return await shown(deps, c);
    });
}

function claimRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to decide");
  const step = (action: ClaimAction) => async (c: Context<WithSession>, said: Said & { strike?: boolean }) => {
    const claimId = idInPath(c, "claimId", NO_CASE);
    await stepClaim(deps, { ...judgingOf(c, said), claimId, action, strike: said.strike ?? false });
    return await shown(deps, c);
  };
  return new Routes(deps)
    .serve(calls.grantClaim, fresh, (c) => step("grant")(c, c.req.valid("json")))
    .serve(calls.refuseClaim, fresh, (c) => step("refuse")(c, c.req.valid("json")))
    .serve(calls.contestClaim, fresh, (c) => step("contest")(c, c.req.valid("json")))
    .serve(calls.endClaim, fresh, (c) => step("end")(c, c.req.valid("json")));
}

interface Said {
  readonly seen: number;
  readonly words: string;
}

/** The admin and the thing in the path. Throws Refusal `not_found` for a path of nothing. */
function judgingOf(c: Context<WithSession>, { seen, words }: Said): Judging {
  const { userId: adminId } = c.var.session;
  return { ...thingIn(c), adminId, seen, words, metadata: metadataOf(c, adminId), commandId: commandIdOf(c) };
}

function thingIn(c: Context) {
  const kind = inPath(c, "kind", { schema: SubjectKindParam, unknown: NO_CASE });
  return { kind, subjectId: idInPath(c, "subjectId", NO_CASE) };
}

/** What people wrote is personal: the log says who looked at it. */
async function shown(deps: Deps, c: Context<WithSession>) {
  const { userId: adminId } = c.var.session;
  const found: CaseAnswer = await readCase(deps, { ...thingIn(c), adminId });
  const lookedInto = `moderation ${found.kind} ${found.subjectId}`;
  await logAccess(deps.store, { adminId, personId: found.owner.userId, lookedInto, requestId: requestIdOf(c) });
  return c.json(found, 200);
}
