import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import type { MoneyNotice } from "../../mails/templates.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { AdminLoginFailed } from "../login/events.ts";
import { openAdminName } from "../team/role_kind.ts";
import { tellTeam } from "../../approvals/tell.ts";
import type { SecondFactorEvent, SecondFactorReset } from "./events.ts";
import { warnOfGuesses } from "./warn.ts";

const TEAM = { label: "See the team", path: "/create-admin" };
const IF_NOT_YOU = "If this was not you, tell another admin now: they end your sessions and switch the factor off.";

/** An admin hears of every change of their second factor, and the whole team of a reset. */
export function secondFactorReactors(deps: Deps): Reactor[] {
  return [ownMails(deps), resetMails(deps), guessMails(deps)];
}

type OwnEvent = Exclude<SecondFactorEvent, SecondFactorReset>;

function ownMails(deps: Deps): Reactor<OwnEvent> {
  return {
    name: "second_factor_mails",
    logs: ["social"],
    on: [
      ...["SecondFactorEnrolled", "SecondFactorChanged", "RecoveryCodesReplaced", "RecoveryCodeUsed"] as const,
      ...["PasskeyAdded", "PasskeyRemoved"] as const,
    ],
    async react(event) {
      const { eventId: mailId, recordedAt: at, data: { userId } } = event;
      await mailMoney(deps, { mailId, userId, at, notice: noticeOf(event) });
    },
  };
}

function noticeOf({ type, data }: OwnEvent): MoneyNotice {
  switch (type) {
    case "SecondFactorEnrolled":
      return {
        subject: "Your second factor is on",
        heading: "The back office now asks you for a code",
        lines: ["From now on you log in with your password and a code of your authenticator app.", IF_NOT_YOU],
        link: TEAM,
      };
    case "SecondFactorChanged":
      return {
        subject: "Your second factor was changed",
        heading: "Another authenticator app is linked to your account",
        lines: ["The codes of the app before, and its recovery codes, no longer work.", IF_NOT_YOU],
        link: TEAM,
      };
    case "RecoveryCodesReplaced":
      return {
        subject: "You have new recovery codes",
        heading: "Your recovery codes were replaced",
        lines: ["The codes from before no longer work.", IF_NOT_YOU],
        link: TEAM,
      };
    case "RecoveryCodeUsed":
      return {
        subject: "A recovery code was used",
        heading: "One of your recovery codes was used",
        lines: [`It took the place of your app's code. ${leftWords(data.left)}`, IF_NOT_YOU],
        link: TEAM,
      };
    case "PasskeyAdded":
      return {
        subject: "You have a new passkey",
        heading: "A passkey was added to your account",
        lines: ["With your password, it opens the back office in place of the app's code.", IF_NOT_YOU],
        link: TEAM,
      };
    case "PasskeyRemoved":
      return {
        subject: "A passkey was removed",
        heading: "One of your passkeys was removed",
        lines: ["It no longer opens the back office.", IF_NOT_YOU],
        link: TEAM,
      };
    default:
      return data satisfies never;
  }
}

function leftWords(left: number): string {
  if (left === 0) return "It was your last one: make new ones now.";
  return left === 1 ? "You have 1 left." : `You have ${left} left.`;
}

function resetMails(deps: Deps): Reactor<SecondFactorReset> {
  return {
    name: "second_factor_reset_mails",
    logs: ["social"],
    on: ["SecondFactorReset"],
    async react({ data: { userId, resetBy }, eventId, recordedAt: at }) {
      const [name, by] = await Promise.all([openAdminName(deps, userId), openAdminName(deps, resetBy)]);
      const notice = {
        subject: "An admin's second factor was reset",
        heading: `The second factor of ${name} is off`,
        lines: [
          `${by} reset it. The password alone opens the next log-in, where ${name} links a new app.`,
          "For 72 hours the approvals of these two admins do not count together.",
          "If you did not expect this, ask both of them, and end the sessions that you do not know.",
        ],
        link: TEAM,
      };
      await tellTeam(deps, { notice, eventId, at });
    },
  };
}

function guessMails(deps: Deps): Reactor<AdminLoginFailed> {
  return {
    name: "second_factor_guess_mails",
    logs: ["social"],
    on: ["AdminLoginFailed"],
    react: ({ data, recordedAt }) => warnOfGuesses(deps, data, recordedAt),
  };
}
