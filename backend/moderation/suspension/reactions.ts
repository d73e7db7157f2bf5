import { findUser } from "../../../projections/accounts/users.ts";
import type { UserSuspended } from "../../accounts/account/events.ts";
import { ANSWER_LINK_DAYS } from "../../contract/moderation.ts";
import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { ModerationLinks } from "../link_token.ts";
import type { SuspensionAppealAnswered } from "./events.ts";
import { suspensionName } from "./token.ts";

const DAY_MS = 24 * 3_600_000;

/** Who is shut out is told why and what they can do; who has appealed hears the answer. */
export function suspensionReactors(deps: Deps): Reactor[] {
  return [suspendedMail(deps), answerMail(deps)];
}

function suspendedMail(deps: Deps): Reactor<UserSuspended> {
  const links = new ModerationLinks(deps.keys);
  return {
    name: "moderation_suspended_mail",
    logs: ["social"],
    on: ["UserSuspended"],
    async react({ eventId: mailId, recordedAt: at, metadata, data: { userId, reason, words } }) {
      if (metadata.actor === "system:demo") return;
      // Only while it lasts: who is let in again by then needs no link.
      if ((await findUser(deps.store.sql, userId))?.suspension !== reason) return;
      const id = suspensionName({ userId, suspendedAt: at });
      const token = links.sign({ kind: "suspension", id, expiresAt: at + ANSWER_LINK_DAYS * DAY_MS });
      const notice = {
        subject: "Your Orin account is suspended",
        heading: "We have suspended your account",
        lines: [
          "You cannot log in or withdraw while this lasts. What you have earned stays yours.",
          "If we are wrong, tell us: you can appeal once, with the link below and without a log-in. " +
          `Another person than the one who decided reads it. The link works for ${ANSWER_LINK_DAYS} days.`,
          ...words === undefined ? [] : ["Why, in our own words:"],
        ],
        link: { label: "See why, and appeal", path: `/suspended/${token}` },
      };
      await mailMoney(deps, { mailId, userId, at, notice, ...(words !== undefined && { answer: words }) });
    },
  };
}

function answerMail(deps: Deps): Reactor<SuspensionAppealAnswered> {
  return {
    name: "moderation_suspension_answer_mail",
    logs: ["social"],
    on: ["SuspensionAppealAnswered"],
    async react({ eventId: mailId, recordedAt: at, data: { userId, verdict, words: answer } }) {
      const isGranted = verdict === "grant";
      const notice = {
        subject: isGranted ? "Your Orin account is open again" : "Our answer to your appeal",
        heading: isGranted ? "You were right: you can log in again" : "We have looked at it again",
        lines: [
          isGranted
            ? "The suspension is over. Music that was hidden is back, as it was."
            : "Another person has looked at it, and your account stays suspended. This answer is final.",
          "In our own words:",
        ],
        link: { label: "Open Orin", path: isGranted ? "/login" : "/" },
      };
      await mailMoney(deps, { mailId, userId, at, notice, answer });
    },
  };
}
