import * as calls from "../../contract/calls/splits.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { catchUpProposals, propose as proposeDecision } from "../../approvals/decide.ts";
import { compact } from "../../contract/compact.ts";
import type { Deps } from "../../deps.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { heldByDisputes } from "./held.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { filledMailboxOf } from "../../accounts/signup/filled_mailbox.ts";
import { givenCommandOf, metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { answer, dispute, leave, offer, propose, splitOfDispute, withdraw } from "./change.ts";
import { splitSettlementKind } from "./kind.ts";
import { SplitTokens } from "./invitation.ts";
import { ownShares, readSplitInvitation, splitArtists, splitDisputeList, splitOfTrack } from "./views.ts";

/** Each change mails the people it asks; an address gets few of them, from all askers together. */
const CHANGES_AN_HOUR = 10;
const INVITATIONS_OF_ADDRESS_AN_HOUR = 5;
/** Each dispute mails the two, and each offer one of them. */
const DISPUTES_OF_SHARE_A_DAY = 3;
const OFFERS_AN_HOUR = 20;
const NO_TRACK = "Track not found";
const NO_DISPUTE = "Dispute not found";

/** Who shares what a song brings: the owner's side, the collaborators', and what admins settle. */
export function splitRoutes(deps: Deps) {
  return new Routes(deps)
    .include(ownerRoutes(deps))
    .include(collaboratorRoutes(deps))
    .include(disputeRoutes(deps));
}

function ownerRoutes(deps: Deps) {
  const trackOf = (c: Context) => idInPath(c, "trackId", NO_TRACK);
  return new Routes(deps)
    .serve(calls.findSplitArtists, async (c) => {
      return c.json(await splitArtists(deps, c.var.session.userId, c.req.valid("query").q), 200);
    })
    .serve(calls.getSplit, async (c) => {
      return c.json(await splitOfTrack(deps, trackOf(c), c.var.session.userId), 200);
    })
    .serve(calls.proposeSplit, async (c) => {
      const { userId } = c.var.session;
      const trackId = trackOf(c);
      const request = c.req.valid("json");
      await takeTurn(deps, { kind: "split", perHour: CHANGES_AN_HOUR, of: userId });
      for (const { email } of request.shares) {
        const address = { kind: "split invitation to", perHour: INVITATIONS_OF_ADDRESS_AN_HOUR };
        if (email !== undefined) await takeTurn(deps, { ...address, of: filledMailboxOf(email) });
      }
      const shares = request.shares.map((
        { creatorId = "", email = "", basisPoints },
      ) => [creatorId, email, basisPoints]);
      const content = { trackId, version: request.version, own: request.ownBasisPoints, shares };
      const origin = { metadata: metadataOf(c, userId), ...givenCommandOf(c, content) };
      await propose(deps, userId, { trackId, request, ...origin });
      return c.json(await splitOfTrack(deps, trackId, userId), 200);
    })
    .serve(calls.withdrawSplit, async (c) => {
      const { userId } = c.var.session;
      const trackId = trackOf(c);
      const proposalId = idInPath(c, "proposalId", NO_TRACK);
      await withdraw(deps, { trackId, userId, proposalId, metadata: metadataOf(c, userId) });
      return c.json(await splitOfTrack(deps, trackId, userId), 200);
    });
}

function collaboratorRoutes(deps: Deps) {
  const tokens = new SplitTokens(deps.keys);
  const invitationOf = (c: Context) => tokens.read(c.req.param("token") ?? "");
  return new Routes(deps)
    .serve(calls.getSplitInvitation, async (c) => {
      return c.json(await readSplitInvitation(deps, invitationOf(c), c.var.session?.userId), 200);
    })
    .serve(calls.answerSplitInvitation, async (c) => {
      const { userId } = c.var.session;
      const invitationId = invitationOf(c);
      await answer(deps, userId, { invitationId, ...c.req.valid("json"), metadata: metadataOf(c, userId) });
      return c.json(await readSplitInvitation(deps, invitationId, userId), 200);
    })
    .serve(calls.listShares, async (c) => {
      return c.json(await ownShares(deps, c.var.session.userId), 200);
    })
    .serve(calls.leaveShare, async (c) => {
      const { userId } = c.var.session;
      await leave(deps, { trackId: idInPath(c, "trackId", NO_TRACK), userId, metadata: metadataOf(c, userId) });
      return c.json(await ownShares(deps, userId), 200);
    });
}

function disputeRoutes(deps: Deps) {
  const disputeOf = (c: Context) => idInPath(c, "id", NO_DISPUTE);
  const fresh = freshPassword(deps, "Please enter your password again to settle a dispute");
  return new Routes(deps)
    .serve(calls.disputeSplit, async (c) => {
      const { userId } = c.var.session;
      const trackId = idInPath(c, "trackId", NO_TRACK);
      const request = c.req.valid("json");
      const ofShare = `${userId} ${trackId} ${request.creatorId}`;
      await takeTurn(deps, { kind: "split dispute", perDay: DISPUTES_OF_SHARE_A_DAY, of: ofShare });
      const content = { trackId, creatorId: request.creatorId, reason: request.reason };
      const origin = { metadata: metadataOf(c, userId), ...givenCommandOf(c, content) };
      await dispute(deps, userId, { trackId, ...request, ...origin });
      return c.json({ success: true, message: "This share is held aside from now on" }, 200);
    })
    .serve(calls.offerSplitSettlement, async (c) => {
      const { userId } = c.var.session;
      const { basisPoints } = c.req.valid("json");
      await takeTurn(deps, { kind: "split offer", perHour: OFFERS_AN_HOUR, of: userId });
      await offer(deps, { userId, disputeId: disputeOf(c), basisPoints, metadata: metadataOf(c, userId) });
      return c.json({ success: true, message: "Saved" }, 200);
    })
    .serve(calls.listSplitDisputes, async (c) => {
      return await listed(deps, c);
    })
    .serve(calls.settleSplitDispute, fresh, async (c) => {
      const { userId: adminId } = c.var.session;
      const subject = disputeOf(c);
      await splitOfDispute(deps, subject);
      const heldUnits = (await heldByDisputes(deps, [subject])).get(subject) ?? 0;
      const content = { ...compact(c.req.valid("json")), heldUnits };
      await proposeDecision(deps, splitSettlementKind, {
        subject,
        content,
        adminId,
        metadata: metadataOf(c, adminId),
      });
      return await listed(deps, c);
    });
}

async function listed(deps: Deps, c: Context) {
  await catchUpProposals(deps);
  return c.json(await splitDisputeList(deps), 200);
}
