import type { Deps } from "../../deps.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import type { Recorded } from "../../store/log/event.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { PASSWORD_LINK_MS } from "../code/codes.ts";
import type { ProposalMade } from "../../approvals/events.ts";
import { tellTeam } from "../../approvals/tell.ts";
import { longDay, longTime } from "../../contract/long_day.ts";
import { sendCode } from "../code/verify.ts";
import { textToProven } from "../phone/texts.ts";
import { scheduleEmail, signObjection } from "./planned_email.ts";
import { type AccountMail, enqueueMail, mailMoney } from "../../mails/send.ts";
import { changedIn } from "../../../projections/accounts/credential_changes.ts";
import { HELD_BY_CHANGE } from "../../mails/templates.ts";
import type { GoogleLinked } from "../google/events.ts";
import {
  type AccountEvent,
  type AdminRevoked,
  type EmailChanged,
  type EmailChangePlanned,
  type EmailChangeRefused,
  type EmailVerified,
  type PasswordChanged,
  type PasswordLinkAsked,
  PENDING_EMAIL,
  type PhoneProven,
  type ProfileChanged,
  type RoleChanged,
  type UserRegistered,
  userStream,
  type UserSuspended,
} from "./events.ts";

/** What follows from an account's events. Each does nothing when it runs twice: the event's id is the key. */
export function accountReactors(deps: Deps): Reactor[] {
  return [
    firstCode(deps),
    welcome(deps),
    passwordNotice(deps),
    passwordLink(deps),
    emailNotice(deps),
    proposedEmailNotice(deps),
    plannedEmail(deps),
    emailByOthers(deps),
    objected(deps),
    changeNotice(deps),
    lostAccess(deps),
  ];
}

/** The first verification code, for those who still need one. */
function firstCode(deps: Deps): Reactor<UserRegistered> {
  return {
    name: "accounts_first_code",
    logs: ["social"],
    on: ["UserRegistered"],
    async react(event) {
      const { userId } = event.data;
      const user = await findUser(deps.store.sql, userId);
      if (user && !user.isVerified) await sendCode(deps, { userId, purpose: "verify", codeId: event.eventId });
    },
  };
}

/** Greets people; accounts that the system itself verified (the demo, the first admin) get no mail. */
function welcome(deps: Deps): Reactor<EmailVerified> {
  return {
    name: "accounts_welcome",
    logs: ["social"],
    on: ["EmailVerified"],
    async react(event) {
      if (event.metadata.actor.startsWith("system:")) return;
      await mailAbout(deps, event, { userId: event.data.userId, mail: "welcome" });
    },
  };
}

/** Ends the sessions from before the change, should the request that made it not have come to it, and tells the owner. */
function passwordNotice(deps: Deps): Reactor<PasswordChanged> {
  return {
    name: "accounts_password_notice",
    logs: ["social"],
    on: ["PasswordChanged"],
    async react(event) {
      const { userId, keptSessionId } = event.data;
      const startedBefore = event.recordedAt;
      await deps.sessions.endAll(userId, { startedBefore, ...(keptSessionId && { except: keptSessionId }) });
      await mailAbout(deps, event, { userId, mail: "password_changed", isOneKept: keptSessionId !== undefined });
    },
  };
}

/** The link that an admin asked for. */
function passwordLink(deps: Deps): Reactor<PasswordLinkAsked> {
  return {
    name: "accounts_password_link",
    logs: ["social"],
    on: ["PasswordLinkAsked"],
    async react({ data: { userId }, eventId: codeId }) {
      const link = { purpose: "reset", mail: "password_link", isLinkOnly: true, lifeMs: PASSWORD_LINK_MS } as const;
      await sendCode(deps, { userId, codeId, ...link });
    },
  };
}

/** Sessions carry the role and right of their log-in: with another one, or none at all, they end. */
function lostAccess(deps: Deps): Reactor<RoleChanged | AdminRevoked | UserSuspended> {
  return {
    name: "accounts_lost_access",
    logs: ["social"],
    on: ["RoleChanged", "AdminRevoked", "UserSuspended"],
    async react(event) {
      await deps.sessions.endAll(event.data.userId, { startedBefore: event.recordedAt });
    },
  };
}

/** Tells the old address, so that people hear when they lose an account. */
function emailNotice(deps: Deps): Reactor<EmailChanged> {
  return {
    name: "accounts_email_notice",
    logs: ["social"],
    on: ["EmailChanged"],
    async react(event) {
      const { userId, previousEmail: to } = event.data;
      const about = { mailId: event.eventId, userId, mail: "email_changed" as const, to, at: event.recordedAt };
      await deps.store.sql.begin((tx) => enqueueMail(deps, tx, about));
      deps.jobs.poke();
    },
  };
}

/** Tells the person, where they can still be reached, before the address changes. */
function proposedEmailNotice(deps: Deps): Reactor<ProposalMade> {
  return {
    name: "accounts_proposed_email_notice",
    logs: ["social"],
    on: ["ProposalMade"],
    async react({ data: { kind, subject: userId, adminId }, eventId, recordedAt: at, metadata }) {
      // One of before there was a stream of proposals is moved into it by the admin who answers it: the person knows.
      if (kind !== PENDING_EMAIL || metadata.actor !== `user:${adminId}`) return;
      const notice = {
        subject: "Another email is asked for your Orin account",
        heading: "Someone on our team asks for another email",
        lines: [
          "One of our admins asks for another email for your account. It changes only if an admin on another side agrees, within 7 days.",
          "If you asked us for this, there is nothing to do. If not, contact us right away. Our contacts are at the bottom of every page:",
        ],
        link: { label: "Get help", path: "/" },
      };
      await mailMoney(deps, { mailId: eventId, userId, at, notice });
    },
  };
}

/**
 * An address that takes effect later: its moment is on the calendar, and the old address and the proven phone have the link
 * that stops it.
 */
function plannedEmail(deps: Deps): Reactor<EmailChangePlanned> {
  return {
    name: "accounts_planned_email",
    logs: ["social"],
    on: ["EmailChangePlanned"],
    async react({ data: { userId, changeId, takesEffectAt }, eventId, recordedAt: at }) {
      const effectAt = Date.parse(takesEffectAt);
      await scheduleEmail(deps, { userId, changeId }, effectAt);
      const path = `/not-me#${signObjection(deps.keys, { userId, changeId })}`;
      const notice = {
        subject: "Your Orin account is about to get another email",
        heading: "Another email for your account",
        lines: [
          `One of our admins gives your account another email. It takes effect on ${longTime(effectAt)}.`,
          "If you asked us for this, there is nothing to do. If not, press the link before then: your email stays as it is.",
        ],
        link: { label: "This was not me", path },
      };
      await mailMoney(deps, { mailId: eventId, userId, at, notice });
      await textToProven(deps, {
        ...{ textId: eventId, userId },
        words: `Orin: your account gets another email on ${
          longDay(effectAt)
        }. Not you? ${deps.config.publicUrl}${path}`,
      });
    },
  };
}

/** Ends sessions under an address that an admin has changed, should the request have died. */
function emailByOthers(deps: Deps): Reactor<EmailChanged> {
  return {
    name: "accounts_email_by_others",
    logs: ["social"],
    on: ["EmailChanged"],
    async react({ data: { userId }, metadata, recordedAt: startedBefore }) {
      if (metadata.actor !== `user:${userId}`) await deps.sessions.endAll(userId, { startedBefore });
    },
  };
}

/** The team hears of a person who says that an admin's change was not theirs. */
function objected(deps: Deps): Reactor<EmailChangeRefused> {
  return {
    name: "accounts_email_objected",
    logs: ["social"],
    on: ["EmailChangeRefused"],
    async react({ data: { userId, refusedBy }, eventId, recordedAt: at }) {
      if (refusedBy !== userId) return;
      const notice = {
        subject: "A user objects to their new email",
        heading: "A user did not ask for their new email",
        lines: [
          "An admin gave a user another email, and the user says that they did not ask for it. It was not changed.",
        ],
        link: { label: "See what was done", path: `/audit?subject=${encodeURIComponent(userStream(userId))}` },
      };
      await tellTeam(deps, { notice, eventId, at });
    },
  };
}

/** Tells the person of a new name, phone number or Google account: their tokens stay where they are for a while. */
function changeNotice(deps: Deps): Reactor<ProfileChanged | PhoneProven | GoogleLinked> {
  return {
    name: "accounts_change_notice",
    logs: ["social"],
    on: ["ProfileChanged", "PhoneProven", "GoogleLinked"],
    async react(event) {
      const { eventId: mailId, recordedAt: at, metadata: { actor }, data: { userId } } = event;
      const what = changedIn(event);
      if (what === undefined || actor.startsWith("system:")) return;
      const notice = {
        subject: `The ${what} of your Orin account was changed`,
        heading: `Your account has a new ${what}`,
        lines: [
          HELD_BY_CHANGE,
          "If this was you, there is nothing to do. If not, choose a new password and look at your settings:",
        ],
        link: { label: "Open the settings", path: "/settings" },
      };
      await mailMoney(deps, { mailId, userId, at, notice });
    },
  };
}

async function mailAbout(
  deps: Deps,
  event: Recorded<AccountEvent>,
  mail: Omit<AccountMail, "mailId" | "at">,
): Promise<void> {
  const about = { ...mail, mailId: event.eventId, at: event.recordedAt };
  await deps.store.sql.begin((tx) => enqueueMail(deps, tx, about));
  deps.jobs.poke();
}
