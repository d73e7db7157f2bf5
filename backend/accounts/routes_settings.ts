import { Hono } from "hono";
import type { MessageAnswer } from "../contract/accounts.ts";
import { compact } from "../contract/compact.ts";
import { Refusal } from "../contract/refusal.ts";
import { ChangeEmailRequest, ConfirmEmailRequest, type Settings, SettingsChange } from "../contract/settings.ts";
import type { Deps } from "../deps.ts";
import { Attempts, takeTurn } from "../http/rate_limit.ts";
import { metadataOf } from "../http/request_id.ts";
import { requireUser } from "../http/session.ts";
import { jsonBody } from "../http/validate.ts";
import { findUser } from "../../projections/users.ts";
import { changeEmail, confirmEmail } from "./commands_email.ts";
import { changeSettings } from "./commands_settings.ts";

const MAILS_AN_HOUR = 60;

/** What people decide about mails and who sees their name, and the address that mails go to. */
export function settingsRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/settings", requireUser(deps), async (c) => {
      return c.json(await settingsOf(deps, c.var.session.userId), 200);
    })
    .put("/api/v1/settings", requireUser(deps), jsonBody(SettingsChange), async (c) => {
      const { userId } = c.var.session;
      const settings = compact(c.req.valid("json"));
      await changeSettings(deps, userId, { settings, metadata: metadataOf(c, userId) });
      return c.json(await settingsOf(deps, userId), 200);
    })
    .post("/api/auth/change-email", requireUser(deps), jsonBody(ChangeEmailRequest), async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, c, { kind: "code mail", perHour: MAILS_AN_HOUR });
      const attempts = new Attempts(deps, c, { kind: "password", account: userId });
      await changeEmail(deps, { ...c.req.valid("json"), userId, attempts, metadata: metadataOf(c, userId) });
      const message = "If nobody else uses this address, a code is on its way";
      return c.json({ message } satisfies MessageAnswer, 200);
    })
    .post("/api/auth/confirm-email", requireUser(deps), jsonBody(ConfirmEmailRequest), async (c) => {
      const { userId } = c.var.session;
      const attempts = new Attempts(deps, c, { kind: "code", account: userId });
      await attempts.admit();
      try {
        await confirmEmail(deps, { ...c.req.valid("json"), userId, metadata: metadataOf(c, userId) });
      } catch (error) {
        if (error instanceof Refusal && error.code === "bad_code") await attempts.failed();
        throw error;
      }
      return c.json({ message: "Email changed successfully" } satisfies MessageAnswer, 200);
    });
}

async function settingsOf(deps: Deps, userId: string): Promise<Settings> {
  const user = await findUser(deps.store.sql, userId);
  if (!user) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return { notifications: user.notifications, isNamed: user.isNamed };
}
