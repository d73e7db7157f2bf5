import * as calls from "../../contract/calls/accounts.ts";
import { Routes } from "../../http/routes.ts";
import type { MessageAnswer } from "../../contract/accounts.ts";
import type { CloseAnswer, ClosingPreview } from "../../contract/closing.ts";
import { tokensOf } from "../../contract/money.ts";
import type { Deps } from "../../deps.ts";
import { Attempts } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { playlistsOf } from "../../../projections/catalogue/playlists.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { subscribedUntil } from "../../../projections/subscriptions/subscriptions.ts";
import { listOwnTracks } from "../../../projections/catalogue/tracks.ts";
import { countActiveAdmins, findUser } from "../../../projections/accounts/users.ts";
import { findWithdrawal, openWithdrawal } from "../../../projections/wallet/withdrawals.ts";
import { closeAccount, comeBack, eraseAtOf } from "./close.ts";
import { balanceOf } from "./owned.ts";
import { ownerOf } from "../login/log_in.ts";
import { sendCode } from "../code/verify.ts";
import { proveOwner } from "../login/prove_owner.ts";
import { openSession } from "../login/routes.ts";

const MOST_TRACKS = 10_000;

/** Leaving Orin: what would be lost, closing the account, and coming back before it is erased. */
export function closingRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getClosing, async (c) => {
      return c.json(await previewOf(deps, c.var.session.userId), 200);
    })
    .serve(calls.sendClosingCode, async (c) => {
      await sendCode(deps, { userId: c.var.session.userId, purpose: "close" });
      return c.json({ message: "A code is on its way to your email" } satisfies MessageAnswer, 200);
    })
    .serve(calls.closeAccount, async (c) => {
      const { userId } = c.var.session;
      const attempts = new Attempts(deps, c, { kind: "password", account: userId });
      await proveOwner(deps, userId, { ...c.req.valid("json"), attempts });
      const { eraseAt } = await closeAccount(deps, { userId, by: "owner", metadata: metadataOf(c, userId) });
      await deps.sessions.endAll(userId);
      const answer: CloseAnswer = { message: "Your account is closed", eraseAt: new Date(eraseAt).toISOString() };
      return c.json(answer, 200);
    })
    .serve(calls.reopenAccount, async (c) => {
      const { email, password, rememberMe } = c.req.valid("json");
      const owner = await ownerOf(deps, email);
      const attempts = new Attempts(deps, c, { kind: "login", account: email, owner });
      const user = await comeBack(deps, { email, password, attempts, metadata: metadataOf(c) });
      return c.json(await openSession(deps, c, { user, remember: rememberMe }), 200);
    });
}

async function previewOf(deps: Deps, userId: string): Promise<ClosingPreview> {
  const { sql } = deps.store;
  const [user, admins, units, openId, until, tracks, playlists, policies] = await Promise.all([
    findUser(sql, userId),
    countActiveAdmins(sql),
    balanceOf(deps, userId),
    openWithdrawal(sql, deps.shardOf(userId), userId),
    subscribedUntil(sql, userId),
    listOwnTracks(sql, userId, MOST_TRACKS),
    playlistsOf(sql, userId),
    readPolicies(sql),
  ]);
  const open = openId === undefined ? undefined : await findWithdrawal(sql, openId);
  const now = deps.now();
  return {
    eraseAt: new Date(eraseAtOf(now)).toISOString(),
    balanceTokens: tokensOf(units),
    minWithdrawalTokens: tokensOf(policyAt(policies, now).minimumWithdrawalUnits),
    ...(open && { openWithdrawal: { id: open.withdrawalId, tokens: tokensOf(open.units), status: open.status } }),
    ...(until !== undefined && until > now && { premiumUntil: new Date(until).toISOString() }),
    tracks: tracks.length,
    playlists: playlists.filter((list) => list.name !== undefined).length,
    isLastAdmin: user?.isAdmin === true && admins <= 1,
  };
}
