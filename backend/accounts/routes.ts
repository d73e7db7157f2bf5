import * as calls from "../contract/calls/accounts.ts";
import { Routes } from "../http/routes.ts";
import type { MessageAnswer, SignupAnswer, VerifyOtpAnswer } from "../contract/accounts.ts";
import type { Deps } from "../deps.ts";
import { Attempts, guarded, takeTurn, takeVisitorsTurn } from "../http/rate_limit.ts";
import { metadataOf, onceCommandOf } from "../http/request_id.ts";
import { clearAdminCookie } from "../http/admin_cookie.ts";
import { signUp } from "./account/register.ts";
import { filledMailboxOf } from "./signup/filled_mailbox.ts";
import { noteSignUp } from "./signup/note_sign_up.ts";
import { addressOf } from "../http/address.ts";
import { askForCode, verifyWithCode } from "./code/verify.ts";
import { logIn, ownerOf, usesGivenPassword } from "./login/log_in.ts";
import { resetPassword } from "./login/change_password.ts";
import { closingRoutes } from "./closing/routes.ts";
import { googleRoutes } from "./google/routes.ts";
import { openSession, passwordRoutes } from "./login/routes.ts";
import { birthYearsRoutes } from "./birth_years/routes.ts";
import { profileRoutes, settingsRoutes } from "./account/routes.ts";

/** From the next one on, an address has to work for it. */
const SIGNUPS_AN_HOUR = 4;
/** Each one fills the mailbox with a code: under all spellings of an address together. */
const SIGNUPS_OF_MAILBOX_A_DAY = 20;
const MAILS_AN_HOUR = 60;

/** Signing up, proving the address, logging in and out, a forgotten password; and what the owner sees and changes. */
export function accountRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.signUp, async (c) => {
      const { altcha: work, ...request } = c.req.valid("json");
      await takeVisitorsTurn(deps, c, { kind: "signup", perHour: SIGNUPS_AN_HOUR, work });
      await takeTurn(deps, { kind: "signup of", perDay: SIGNUPS_OF_MAILBOX_A_DAY, of: filledMailboxOf(request.email) });
      const origin = { metadata: metadataOf(c), ...onceCommandOf(c) };
      const signedUp = await signUp(deps, request, origin);
      await noteSignUp(deps, { userId: signedUp.userId, address: addressOf(deps, c), metadata: origin.metadata });
      const message = "Registration successful. Please check your email for the code.";
      return c.json({ message, ...signedUp } satisfies SignupAnswer, 201);
    })
    .serve(calls.verifyOtp, async (c) => {
      const verify = () => verifyWithCode(deps, { ...c.req.valid("json"), metadata: metadataOf(c) });
      const user = await guarded(deps, c, verify);
      // Remembered, as the log-in offers it by default.
      const session = user && await openSession(deps, c, { user, remember: true });
      return c.json({ message: "Email verified successfully", session } satisfies VerifyOtpAnswer, 200);
    })
    .serve(calls.resendOtp, async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "code mail", perHour: MAILS_AN_HOUR });
      await askForCode(deps, { ...c.req.valid("json"), purpose: "verify" });
      return c.json(said("If this email still needs verifying, a new code is on its way"), 200);
    })
    .serve(calls.logIn, async (c) => {
      const { email, password, rememberMe } = c.req.valid("json");
      const owner = await ownerOf(deps, email);
      const attempts = new Attempts(deps, c, { kind: "login", account: email, owner });
      const metadata = metadataOf(c);
      const user = await logIn(deps, { email, password, attempts, metadata });
      const isGiven = await usesGivenPassword(deps, user, { metadata });
      return c.json(await openSession(deps, c, { user, remember: rememberMe, isGiven }), 200);
    })
    .serve(calls.forgotPassword, async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "code mail", perHour: MAILS_AN_HOUR });
      await askForCode(deps, { ...c.req.valid("json"), purpose: "reset" });
      return c.json(said("If this email is registered, a code to reset the password is on its way"), 200);
    })
    .serve(calls.resetPassword, async (c) => {
      const reset = () => resetPassword(deps, { ...c.req.valid("json"), metadata: metadataOf(c) });
      const { userId } = await guarded(deps, c, reset);
      await deps.sessions.endAll(userId);
      return c.json(said("Password reset successfully"), 200);
    })
    .serve(calls.logOut, async (c) => {
      const { session } = c.var;
      if (session) await deps.sessions.end(session.userId, session.sessionId);
      if (session && session.audience !== "user") clearAdminCookie(deps, c);
      return c.json(said("Logged out"), 200);
    })
    .include(googleRoutes(deps))
    .include(passwordRoutes(deps))
    .include(profileRoutes(deps))
    .include(settingsRoutes(deps))
    .include(birthYearsRoutes(deps))
    .include(closingRoutes(deps));
}

function said(message: string): MessageAnswer {
  return { message };
}
