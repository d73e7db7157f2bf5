import * as calls from "../../contract/calls/admin_team.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { Refusal } from "../../contract/refusal.ts";
import type { PasskeyOptions, RecoveryCodesAnswer, SecondFactorAnswer } from "../../contract/second_factor.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { Attempts } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { standingOfAdmin } from "../../approvals/reads.ts";
import { beginSetup, link, readSecondFactor, renewRecoveryCodes, reset } from "./link.ts";
import { addPasskey, beginPasskey, passkeysOf, removePasskey } from "./passkeys.ts";
import type { Tries } from "./prove.ts";

const NEED_PASSWORD = "Please enter your password again to change a second factor";

/** An admin's own second factor, and the reset of another's. */
export function secondFactorRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getSecondFactor, async (c) => c.json(await factorOf(deps, c.var.session.userId), 200))
    .serve(calls.setUpApp, async (c) => {
      return c.json(await beginSetup(deps, await changing(deps, c)), 200);
    })
    .serve(calls.confirmApp, async (c) => {
      const userId = await changing(deps, c);
      const { setup, code, currentCode } = c.req.valid("json");
      const own = { userId, tries: triesOf(deps, c, userId), metadata: metadataOf(c, userId) };
      const recoveryCodes = await link(deps, { ...own, setup, code, currentCode });
      await deps.sessions.endAll(userId, { except: c.var.session.sessionId });
      const answer: RecoveryCodesAnswer = { ...await factorOf(deps, userId), recoveryCodes };
      return c.json(answer, 200);
    })
    .serve(calls.makeRecoveryCodes, async (c) => {
      const userId = await changing(deps, c);
      const own = { userId, tries: triesOf(deps, c, userId), metadata: metadataOf(c, userId) };
      const recoveryCodes = await renewRecoveryCodes(deps, { ...own, code: c.req.valid("json").code });
      const answer: RecoveryCodesAnswer = { ...await factorOf(deps, userId), recoveryCodes };
      return c.json(answer, 200);
    })
    .serve(calls.resetSecondFactor, async (c) => {
      needFreshPassword(deps.now(), c.var.session, NEED_PASSWORD);
      const { userId: by } = c.var.session;
      const userId = idInPath(c, "id", "Admin not found");
      await reset(deps, { userId, by, reason: c.req.valid("json").reason, metadata: metadataOf(c, by) });
      return c.json({ message: "The second factor is off. The admin sets up a new one at the next log-in." }, 200);
    })
    .include(passkeyRoutes(deps));
}

function passkeyRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.passkeyOptions, async (c) => {
      const userId = await changing(deps, c);
      const own = { userId, tries: triesOf(deps, c, userId), metadata: metadataOf(c, userId) };
      const answer: PasskeyOptions = { options: await beginPasskey(deps, { ...own, code: c.req.valid("json").code }) };
      return c.json(answer, 200);
    })
    .serve(calls.addPasskey, async (c) => {
      const userId = await changing(deps, c);
      const { name, response } = c.req.valid("json");
      await addPasskey(deps, { userId, name, response, metadata: metadataOf(c, userId) });
      return c.json(await factorOf(deps, userId), 200);
    })
    .serve(calls.removePasskey, async (c) => {
      const userId = await changing(deps, c);
      const own = { userId, tries: triesOf(deps, c, userId), metadata: metadataOf(c, userId) };
      const passkeyId = idInPath(c, "id", "Passkey not found");
      await removePasskey(deps, { ...own, passkeyId, code: c.req.valid("json").code });
      return c.json(await factorOf(deps, userId), 200);
    });
}

/** The limits for guessing an admin's codes, at the log-in and later. */
export function triesOf(deps: Deps, c: Context, userId: string): Tries {
  return {
    app: new Attempts(deps, c, { kind: "second factor", account: userId, isWithPassword: true }),
    recovery: new Attempts(deps, c, { kind: "recovery code", account: userId, isWithPassword: true }),
    passkey: new Attempts(deps, c, { kind: "passkey", account: userId, isWithPassword: true }),
  };
}

/** Who changes their own factor: their password is fresh, and it is their own. */
async function changing(deps: Deps, { var: { session } }: Context<WithSession>): Promise<string> {
  needFreshPassword(deps.now(), session, NEED_PASSWORD);
  if (await standingOfAdmin(deps.store.sql, session.userId) === "chooses_password") {
    throw new Refusal("enrolment_needed", "Please choose your own password first");
  }
  return session.userId;
}

async function factorOf(deps: Deps, userId: string): Promise<SecondFactorAnswer> {
  const factor = await readSecondFactor(deps, userId);
  return {
    since: factor ? new Date(factor.since).toISOString() : null,
    recoveryCodesLeft: factor?.recoveryCodes.length ?? 0,
    isRequired: deps.config.env === "production",
    passkeys: (await passkeysOf(deps, userId, factor)).map((one) => ({
      ...one,
      since: new Date(one.since).toISOString(),
    })),
  };
}
