import * as calls from "../../contract/calls/accounts.ts";
import { Routes } from "../../http/routes.ts";
import { ChangePasswordRequest } from "../../contract/requests/accounts.ts";
import type { Context } from "hono";
import type { User } from "../../../projections/accounts/users.ts";
import type { LoginAnswer, MessageAnswer } from "../../contract/accounts.ts";
import type { Deps } from "../../deps.ts";
import { addressOf } from "../../http/address.ts";
import { Attempts } from "../../http/rate_limit.ts";
import { knowDevice } from "../../http/known_devices.ts";
import { metadataOf } from "../../http/request_id.ts";
import { nameShard } from "../../http/shard_cookie.ts";
import type { Session } from "../../http/session.ts";
import { noteNewDevice } from "./new_device.ts";
import { changePassword } from "./change_password.ts";

/** Opens a session for someone who has shown who they are, whichever way; with the given id, or one of its own. */
export async function openSession(
  deps: Deps,
  c: Context,
  { user: { userId, role, isAdmin }, remember, sessionId, isGiven = false }: {
    user: User;
    remember: boolean;
    sessionId?: string;
    /** With a password that another person gave. */
    isGiven?: boolean;
  },
): Promise<LoginAnswer> {
  const isNewDevice = await knowDevice(deps, c, userId);
  nameShard(deps, c, userId);
  const audience = isGiven ? "given" as const : "user" as const;
  const start = { userId, role, isAdmin, audience, remember: remember && !isGiven };
  const { session, expiresAt } = await deps.sessions.start({
    ...start,
    ...(sessionId && { sessionId }),
    // The address itself is not kept.
    place: deps.places?.stateOf(addressOf(deps, c)),
    userAgent: c.req.header("user-agent") ?? "",
  });
  if (isNewDevice) {
    const userAgent = c.req.header("user-agent") ?? "";
    await noteNewDevice(deps, { userId, sessionId: session.sessionId, userAgent, metadata: metadataOf(c, userId) });
  }
  const [token, report] = await Promise.all([
    deps.tokens.signSession(session),
    deps.tokens.signReport(userId),
  ]);
  const answer = { token, role, userId, reportToken: report.token, expiresAt: new Date(expiresAt).toISOString() };
  return isGiven ? { ...answer, needsOwnPassword: true } : answer;
}

/** Someone who is logged in changes the password, by the documented path of listeners or that of creators. */
export function passwordRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.changePassword, async (c) => {
      return c.json(await changed(deps, c, { session: c.var.session, request: c.req.valid("json") }), 200);
    })
    .serve(calls.changeCreatorPassword, async (c) => {
      return c.json(await changed(deps, c, { session: c.var.session, request: c.req.valid("json") }), 200);
    });
}

/** This session stays open, unless it was only there for this; all others end. */
async function changed(
  deps: Deps,
  c: Context,
  { session: { userId, sessionId, audience }, request }: { session: Session; request: ChangePasswordRequest },
): Promise<MessageAnswer> {
  const attempts = new Attempts(deps, c, { kind: "password", account: userId });
  const metadata = metadataOf(c, userId);
  await changePassword(deps, { ...request, userId, keptSessionId: sessionId, attempts, metadata });
  await deps.sessions.endAll(userId, audience === "given" ? {} : { except: sessionId });
  return { message: "Password changed successfully" };
}
