import type { OwnSession } from "../../contract/accounts.ts";
import * as calls from "../../contract/calls/accounts.ts";
import { Routes } from "../../http/routes.ts";
import { pictureUrl } from "../../../projections/accounts/media_urls.ts";
import { subscribedUntil } from "../../../projections/subscriptions/subscriptions.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import type { MessageAnswer, Profile } from "../../contract/accounts.ts";
import { compact } from "../../contract/compact.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Settings } from "../../contract/settings.ts";
import type { Deps } from "../../deps.ts";
import { Attempts, guarded, takeTurn, takeVisitorsTurn } from "../../http/rate_limit.ts";
import { commandIdOf, metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { changeEmail, confirmEmail } from "./change_email.ts";
import { changeProfile } from "./change_profile.ts";
import { changeSettings } from "./change_settings.ts";
import { objectToEmail } from "./planned_email.ts";
import { openPerson } from "./reads.ts";

const NO_SESSION = "Session not found";

/** What people see and change of their own account, and where they are logged in. */
export function profileRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getProfile, async (c) => c.json(await profileOf(deps, c.var.session.userId), 200))
    .serve(calls.changeProfile, async (c) => {
      const { userId } = c.var.session;
      const origin = { metadata: metadataOf(c, userId), commandId: commandIdOf(c) };
      await changeProfile(deps, userId, { fields: c.req.valid("json"), ...origin });
      return c.json({ ...await profileOf(deps, userId), message: "Profile updated successfully" }, 200);
    })
    .serve(calls.listSessions, async (c) => {
      const { userId, sessionId } = c.var.session;
      const listed = await deps.sessions.list(userId);
      const sessions = listed.map((session): OwnSession => ({
        id: session.sessionId,
        isCurrent: session.sessionId === sessionId,
        userAgent: session.userAgent,
        createdAt: new Date(session.createdAt).toISOString(),
        lastSeenAt: new Date(session.lastSeenAt).toISOString(),
        expiresAt: new Date(session.expiresAt).toISOString(),
      }));
      return c.json({ sessions }, 200);
    })
    .serve(calls.endSession, async (c) => {
      const isEnded = await deps.sessions.end(c.var.session.userId, idInPath(c, "id", NO_SESSION));
      if (!isEnded) throw new Refusal("not_found", NO_SESSION);
      return c.json({ message: "Session ended" } satisfies MessageAnswer, 200);
    });
}

async function profileOf(deps: Deps, userId: string): Promise<Profile> {
  const { sql } = deps.store;
  const [user, until] = await Promise.all([findUser(sql, userId), subscribedUntil(sql, userId)]);
  const person = user && await openPerson(deps.personal, sql, user);
  // Erased since the log-in: no account is left for the session.
  if (!user || !person) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return {
    _id: userId,
    id: userId,
    ...person,
    role: user.role,
    isAdmin: user.isAdmin,
    isSubscribed: (until ?? 0) > deps.now(),
    profilePicture: { url: pictureUrl(user.picture) },
    createdAt: new Date(user.createdAt).toISOString(),
  };
}

const MAILS_AN_HOUR = 60;
/** Thousands share an address; a wrong link costs a hash. */
const OBJECTIONS_AN_HOUR = 1_000;

/** What people decide about mails and who sees their name, and the address that mails go to. */
export function settingsRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getSettings, async (c) => {
      return c.json(await settingsOf(deps, c.var.session.userId), 200);
    })
    .serve(calls.changeSettings, async (c) => {
      const { userId } = c.var.session;
      const settings = compact(c.req.valid("json"));
      await changeSettings(deps, userId, { settings, metadata: metadataOf(c, userId) });
      return c.json(await settingsOf(deps, userId), 200);
    })
    .serve(calls.changeEmail, async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, { kind: "code mail", perHour: MAILS_AN_HOUR, of: userId });
      const attempts = new Attempts(deps, c, { kind: "password", account: userId });
      await changeEmail(deps, { ...c.req.valid("json"), userId, attempts, metadata: metadataOf(c, userId) });
      const message = "If nobody else uses this address, a code is on its way";
      return c.json({ message } satisfies MessageAnswer, 200);
    })
    .serve(calls.confirmEmail, async (c) => {
      const { userId } = c.var.session;
      const confirm = () => confirmEmail(deps, { ...c.req.valid("json"), userId, metadata: metadataOf(c, userId) });
      await guarded(deps, c, confirm);
      return c.json({ message: "Email changed successfully" } satisfies MessageAnswer, 200);
    })
    .include(objectionRoutes(deps));
}

/** The link of our mail or text needs no log-in: it came to the person's own address or phone. */
function objectionRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.objectToEmail, async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "email objection", perHour: OBJECTIONS_AN_HOUR });
      await objectToEmail(deps, { ...c.req.valid("json"), metadata: metadataOf(c) });
      return c.json({ message: "Your email stays as it is" } satisfies MessageAnswer, 200);
    });
}

async function settingsOf(deps: Deps, userId: string): Promise<Settings> {
  const user = await findUser(deps.store.sql, userId);
  if (!user) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return { notifications: user.notifications, isNamed: user.isNamed };
}
