import * as calls from "../../contract/calls/admin_team.ts";
import { fullName } from "../../contract/full_name.ts";
import { Routes } from "../../http/routes.ts";
import { beginPasskeyLogIn, isPasskeyOf, type PasskeyResponse } from "../second_factor/passkeys.ts";
import { isSecondFactorOf, wrongWords } from "../second_factor/prove.ts";
import { readSecondFactor } from "../second_factor/link.ts";
import { triesOf } from "../second_factor/routes.ts";
import { roleOfAdmin, standingOfAdmin } from "../../approvals/reads.ts";
import type { Context } from "hono";
import { isPasswordOf, logIn, ownerOf } from "../../accounts/login/log_in.ts";
import { openPersonOf } from "../../accounts/account/reads.ts";
import type { AdminLoginAnswer, AdminSessionAnswer, LoginStanding } from "../../contract/admin.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { addressOf } from "../../http/address.ts";
import { Attempts, countOfHour } from "../../http/rate_limit.ts";
import { knowDevice } from "../../http/known_devices.ts";
import { SecondFactorRequired } from "../../http/problems.ts";
import { metadataOf } from "../../http/request_id.ts";
import { formerTokenOf, refuseForeignLogIn, setAdminCookie } from "../../http/admin_cookie.ts";
import { findUser, type User } from "../../../projections/accounts/users.ts";
import { type FailedLogin, failureOf, noteAdminLogin, noteFailedLogin } from "./note_login.ts";

/** Coming into the back office, and giving the password again. What fails is noted, too. */
export function loginRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.logInAdmin, async (c) => {
      const isCookie = c.req.valid("json").session === "cookie";
      if (isCookie) refuseForeignLogIn(deps, c);
      const user = await admitted(deps, c, c.req.valid("json"));
      const standing = await standingAt(deps, c, { user, ...c.req.valid("json") });
      const role = await roleOfAdmin(deps.store.sql, { userId: user.userId, now: deps.now() });
      const start = {
        userId: user.userId,
        role: user.role,
        isAdmin: true,
        audience: standing === "works" ? "admin" : "enrolment",
        remember: false,
        isCookie,
      } as const;
      const userAgent = c.req.header("user-agent") ?? "";
      const { session, expiresAt } = await deps.sessions.start({ ...start, userAgent, address: addressOf(deps, c) });
      const [token, username] = await Promise.all([
        deps.tokens.signSession(session),
        openPersonOf(deps, user.userId).then(fullName),
        noteAdminLogin(deps, session, metadataOf(c, user.userId)),
      ]);
      if (isCookie) await replaceCookie(deps, c, token);
      await knowDevice(deps, c, user.userId);
      const answer: AdminLoginAnswer = {
        ...(!isCookie && { token }),
        username,
        userId: user.userId,
        expiresAt: new Date(expiresAt).toISOString(),
        message: "Login successful",
        standing,
        role: role ?? "auditor",
      };
      return c.json(answer, 200);
    })
    .serve(calls.adminSession, async (c) => {
      const { session } = c.var;
      if (session?.audience !== "admin" || session.adminRole === undefined) {
        return c.json({ session: null } satisfies AdminSessionAnswer, 200);
      }
      const { userId, adminRole: role, endsAt } = session;
      const username = fullName(await openPersonOf(deps, userId));
      const answer = { session: { userId, username, role, expiresAt: new Date(endsAt).toISOString() } };
      return c.json(answer satisfies AdminSessionAnswer, 200);
    })
    .serve(calls.confirmAdminPassword, async (c) => {
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

/**
 * What an admin still needs who has given the right password, and the right code where there is a second factor. Throws
 * Refusal `second_factor_required`, or `second_factor_wrong`, which is noted.
 */
async function standingAt(
  deps: Deps,
  c: Context,
  { user, code = "", passkey }: {
    readonly user: User;
    readonly code?: string | undefined;
    readonly passkey?: PasskeyResponse | undefined;
  },
): Promise<LoginStanding> {
  const { userId } = user;
  const [standing, factor] = await Promise.all([
    standingOfAdmin(deps.store.sql, userId),
    readSecondFactor(deps, userId),
  ]);
  if (!factor) {
    const isOwed = deps.config.env === "production" && standing !== "chooses_password";
    return isOwed ? "needs_second_factor" : standing;
  }
  if (code === "" && !passkey) throw new SecondFactorRequired(await beginPasskeyLogIn(deps, { userId, factor }));
  const own = { userId, factor, tries: triesOf(deps, c, userId) };
  const isRight = passkey
    ? await isPasskeyOf(deps, { ...own, response: passkey })
    : await isSecondFactorOf(deps, { ...own, code, metadata: metadataOf(c, userId) });
  if (isRight) return standing;
  await noteFailed(deps, { tried: user, because: "second_factor_wrong", metadata: metadataOf(c) });
  throw new Refusal(
    "second_factor_wrong",
    passkey ? "This passkey was not accepted: please try again" : wrongWords(code),
  );
}

/** Gives the browser its new session and ends the one that it had: a session from before a log-in opens nothing after. */
async function replaceCookie(deps: Deps, c: Context, token: string): Promise<void> {
  const before = formerTokenOf(deps, c);
  const claims = before === undefined ? undefined : await deps.tokens.verifySession(before);
  if (claims) await deps.sessions.end(claims.userId, claims.sessionId);
  setAdminCookie(deps, c, token);
}

/** The admin whose address and password these are; a refusal is noted before it is thrown on. */
async function admitted(
  deps: Deps,
  c: Context,
  { email, password }: { email: string; password: string },
): Promise<User> {
  const owner = await ownerOf(deps, email);
  const attempts = new Attempts(deps, c, { kind: "admin login", account: email, owner });
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
