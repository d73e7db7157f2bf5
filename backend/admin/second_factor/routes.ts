import { type Context, Hono } from "hono";
import {
  AddPasskeyRequest,
  LinkAppRequest,
  ResetFactorRequest,
  SecondFactorCode,
} from "../../contract/requests/second_factor.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PasskeyOptions, RecoveryCodesAnswer, SecondFactorAnswer } from "../../contract/second_factor.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { Attempts } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { requireAdmin, requireAdminOrEnrolment, type WithSession } from "../../http/session.ts";
import { idInPath, jsonBody } from "../../http/validate.ts";
import { standingOfAdmin } from "../team/reads.ts";
import { beginSetup, link, readSecondFactor, renewRecoveryCodes, reset } from "./link.ts";
import { addPasskey, beginPasskey, passkeysOf, removePasskey } from "./passkeys.ts";
import type { Tries } from "./prove.ts";

const NEED_PASSWORD = "Please enter your password again to change a second factor";

/** An admin's own second factor, and the reset of another's. */
export function secondFactorRoutes(deps: Deps) {
  const path = "/api/v1/admin/second-factor";
  return new Hono()
    .get(path, requireAdminOrEnrolment(deps), async (c) => c.json(await factorOf(deps, c.var.session.userId), 200))
    .post(`${path}/setup`, requireAdminOrEnrolment(deps), async (c) => {
      return c.json(await beginSetup(deps, await changing(deps, c)), 200);
    })
    .post(path, requireAdminOrEnrolment(deps), jsonBody(LinkAppRequest), async (c) => {
      const userId = await changing(deps, c);
      const { setup, code, currentCode } = c.req.valid("json");
      const own = { userId, tries: triesOf(deps, c, userId), metadata: metadataOf(c, userId) };
      const recoveryCodes = await link(deps, { ...own, setup, code, currentCode });
      await deps.sessions.endAll(userId, { except: c.var.session.sessionId });
      const answer: RecoveryCodesAnswer = { ...await factorOf(deps, userId), recoveryCodes };
      return c.json(answer, 200);
    })
    .post(`${path}/recovery-codes`, requireAdminOrEnrolment(deps), jsonBody(SecondFactorCode), async (c) => {
      const userId = await changing(deps, c);
      const own = { userId, tries: triesOf(deps, c, userId), metadata: metadataOf(c, userId) };
      const recoveryCodes = await renewRecoveryCodes(deps, { ...own, code: c.req.valid("json").code });
      const answer: RecoveryCodesAnswer = { ...await factorOf(deps, userId), recoveryCodes };
      return c.json(answer, 200);
    })
    .post("/api/v1/admin/team/:id/second-factor/reset", requireAdmin(deps), jsonBody(ResetFactorRequest), async (c) => {
      needFreshPassword(deps.now(), c.var.session, NEED_PASSWORD);
      const { userId: by } = c.var.session;
      const userId = idInPath(c, "id", "Admin not found");
      await reset(deps, { userId, by, reason: c.req.valid("json").reason, metadata: metadataOf(c, by) });
      return c.json({ message: "The second factor is off. The admin sets up a new one at the next log-in." }, 200);
    })
    .route("/", passkeyRoutes(deps));
}

function passkeyRoutes(deps: Deps) {
  const path = "/api/v1/admin/second-factor/passkeys";
  return new Hono()
    .post(`${path}/options`, requireAdmin(deps), jsonBody(SecondFactorCode), async (c) => {
      const userId = await changing(deps, c);
      const own = { userId, tries: triesOf(deps, c, userId), metadata: metadataOf(c, userId) };
      const answer: PasskeyOptions = { options: await beginPasskey(deps, { ...own, code: c.req.valid("json").code }) };
      return c.json(answer, 200);
    })
    .post(path, requireAdmin(deps), jsonBody(AddPasskeyRequest), async (c) => {
      const userId = await changing(deps, c);
      const { name, response } = c.req.valid("json");
      await addPasskey(deps, { userId, name, response, metadata: metadataOf(c, userId) });
      return c.json(await factorOf(deps, userId), 200);
    })
    .post(`${path}/:id/remove`, requireAdmin(deps), jsonBody(SecondFactorCode), async (c) => {
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
