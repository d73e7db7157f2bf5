import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { type MessageAnswer, NewPassword } from "../contract/accounts.ts";
import type { Deps } from "../deps.ts";
import { Attempts } from "../http/rate_limit.ts";
import { metadataOf } from "../http/request_id.ts";
import { requireCreator, requireUser, type Session } from "../http/session.ts";
import { sessionsFor } from "../http/sessions.ts";
import { jsonBody } from "../http/validate.ts";
import { changePassword } from "./commands_password.ts";

const ChangePasswordRequest = z.object({
  currentPassword: z.string().check(z.minLength(1), z.maxLength(256)),
  newPassword: NewPassword,
});
type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

/** Someone who is logged in changes the password, by the documented path of listeners or that of creators. */
export function passwordRoutes(deps: Deps) {
  const body = jsonBody(ChangePasswordRequest, { missing: "Both current and new passwords are required" });
  return new Hono()
    .put("/api/auth/change-password", requireUser(deps), body, async (c) => {
      return c.json(await changed(deps, c, { session: c.var.session, request: c.req.valid("json") }), 200);
    })
    .put("/api/v1/change-password", requireCreator(deps), body, async (c) => {
      return c.json(await changed(deps, c, { session: c.var.session, request: c.req.valid("json") }), 200);
    });
}

/** The session that it was done in goes on; all others end. */
async function changed(
  deps: Deps,
  c: Context,
  { session: { userId, sessionId }, request }: { session: Session; request: ChangePasswordRequest },
): Promise<MessageAnswer> {
  const attempts = new Attempts(deps, c, { kind: "password", account: userId });
  const metadata = metadataOf(c, userId);
  await changePassword(deps, { ...request, userId, keptSessionId: sessionId, attempts, metadata });
  await sessionsFor(deps).endAll(userId, { except: sessionId });
  return { message: "Password changed successfully" };
}
