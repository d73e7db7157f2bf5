import { roleOfAdmin, standingOfAdmin } from "../team/reads.ts";
import { type Context, Hono } from "hono";
import { isPasswordOf, logIn } from "../../accounts/login/log_in.ts";
import { openPersonOf } from "../../accounts/account/reads.ts";
import type { AdminLoginAnswer } from "../../contract/admin.ts";
import { AdminLoginRequest, ConfirmPasswordRequest } from "../../contract/requests/admin.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { Attempts, countOfHour } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { requireAdmin } from "../../http/session.ts";
import { jsonBody } from "../../http/validate.ts";
import { findUser, type User } from "../../../projections/users.ts";
import { type FailedLogin, failureOf, noteAdminLogin, noteFailedLogin } from "./note_login.ts";

/** Coming into the back office, and giving the password again. What fails is noted, too. */
export function loginRoutes(deps: Deps) {
  return new Hono()
    .post("/api/v1/admin/login", jsonBody(AdminLoginRequest, { missing: "Please fill in all fields" }), async (c) => {
      const user = await admitted(deps, c, c.req.valid("json"));
      const standing = await standingOfAdmin(deps.store.sql, user.userId);
      const role = await roleOfAdmin(deps.store.sql, { userId: user.userId, now: deps.now() });
      const start = {
        userId: user.userId,
        role: user.role,
        isAdmin: true,
        audience: standing === "works" ? "admin" : "enrolment",
        remember: false,
      } as const;
      const userAgent = c.req.header("user-agent") ?? "";
      const { session, expiresAt } = await deps.sessions.start({ ...start, userAgent });
      const [token, person] = await Promise.all([
        deps.tokens.signSession(session),
        openPersonOf(deps, user.userId),
        noteAdminLogin(deps, session, metadataOf(c, user.userId)),
      ]);
      const answer: AdminLoginAnswer = {
        token,
        username: person ? `${person.firstName} ${person.lastName}`.trim() : "",
        userId: user.userId,
        expiresAt: new Date(expiresAt).toISOString(),
        message: "Login successful",
        standing,
        role: role ?? "auditor",
      };
      return c.json(answer, 200);
    })
    .post("/api/v1/admin/confirm-password", requireAdmin(deps), jsonBody(ConfirmPasswordRequest), async (c) => {
      const { userId, sessionId } = c.var.session;
      const attempts = new Attempts(deps, c, { kind: "admin password", account: userId });
      const user = await findUser(deps.store.sql, userId);
      if (!await isPasswordOf(deps, user, { password: c.req.valid("json").password, attempts })) {
        if (user) await noteFailed(deps, { tried: user, because: "wrong_password", metadata: metadataOf(c, userId) });
        throw new Refusal("wrong_password", "The password is not correct", { field: "password" });
      }
      await deps.sessions.confirmPassword(sessionId);
      return c.json({ message: "Password confirmed" }, 200);
    });
}

/** The admin whose address and password these are; a refusal is noted before it is thrown on. */
async function admitted(
  deps: Deps,
  c: Context,
  { email, password }: { email: string; password: string },
): Promise<User> {
  const attempts = new Attempts(deps, c, { kind: "admin login", account: email });
  try {
    const user = await logIn(deps, { email, password, attempts, metadata: metadataOf(c) });
    if (!user.isAdmin) throw new Refusal("admins_only", "Only admins can do this");
    return user;
  } catch (error) {
    const because = failureOf(error);
    if (because) await noteFailed(deps, { tried: email, because, metadata: metadataOf(c) });
    throw error;
  }
}

async function noteFailed(deps: Deps, failed: Omit<FailedLogin, "count">): Promise<void> {
  await noteFailedLogin(deps, { ...failed, count: (of) => countOfHour(deps, { kind: "admin login failed", of }) });
}
