import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { User } from "../../../projections/users.ts";
import type { LoginAnswer, MessageAnswer } from "../../contract/accounts.ts";
import { NewPassword } from "../../contract/requests/accounts.ts";
import type { Deps } from "../../deps.ts";
import { addressOf } from "../../http/address.ts";
import { Attempts } from "../../http/rate_limit.ts";
import { knowDevice } from "../../http/known_devices.ts";
import { metadataOf } from "../../http/request_id.ts";
import { nameShard } from "../../http/shard_cookie.ts";
import { requireCreator, requireUserOrGiven, type Session } from "../../http/session.ts";
import { jsonBody } from "../../http/validate.ts";
import { noteNewDevice } from "../../notifications/new_device.ts";
import { changePassword } from "./change_password.ts";

/** Opens a session for someone who has shown who they are, whichever way; with the given id, or one of its own. */
export async function openSession(
  deps: Deps,
  c: Context,
  { user: { userId, role, isAdmin }, remember, sessionId, isGiven = false }: {
    user: User;
    remember: boolean;
    sessionId?: string;
    /** With a password that somebody else gave. */
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

const ChangePasswordRequest = z.object({
  currentPassword: z.string().check(z.minLength(1), z.maxLength(256)),
  newPassword: NewPassword,
});

type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

/** Someone who is logged in changes the password, by the documented path of listeners or that of creators. */
export function passwordRoutes(deps: Deps) {
  const body = jsonBody(ChangePasswordRequest, { missing: "Both current and new passwords are required" });
  return new Hono()
    .put("/api/auth/change-password", requireUserOrGiven(deps), body, async (c) => {
      return c.json(await changed(deps, c, { session: c.var.session, request: c.req.valid("json") }), 200);
    })
    .put("/api/v1/change-password", requireCreator(deps), body, async (c) => {
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
