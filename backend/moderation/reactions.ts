import { ANSWER_LINK_DAYS, ownSubjectWords } from "../contract/moderation.ts";
import type { Deps } from "../deps.ts";
import { mailMoney } from "../mails/send.ts";
import type { Recorded } from "../store/log/event.ts";
import type { Reactor } from "../store/projections/follow.ts";
import type {
  ContentHidden,
  ContentShown,
  CounterNoticeGiven,
  ModerationAppealAnswered,
  TakedownClaimed,
  TakedownConfirmed,
  TakedownContested,
  TakedownEnded,
  TakedownGranted,
  TakedownRefused,
} from "./events.ts";
import { askToLapse, askToRestore, askToWrite } from "./letters.ts";
import { ModerationLinks } from "./link_token.ts";

/** What follows from decisions: the people whom they concern are told, and a claim's time runs. */
export function moderationReactors(deps: Deps): Reactor[] {
  return [ownerMails(deps), claimantMails(deps), restoreInTime(deps), forgetUnconfirmed(deps)];
}

const LINK = { label: "See what you can do", path: "/held" };
const DAY_MS = 24 * 3_600_000;

type ToOwner =
  | ContentHidden
  | ContentShown
  | ModerationAppealAnswered
  | TakedownGranted
  | TakedownContested
  | TakedownEnded;

/** Receipts of decisions are never optional: the admin's words end the mail. */
function ownerMails(deps: Deps): Reactor<ToOwner> {
  const links = new ModerationLinks(deps.keys);
  return {
    name: "moderation_owner_mails",
    logs: ["social"],
    on: [
      ...["ContentHidden", "ContentShown", "ModerationAppealAnswered"] as const,
      ...["TakedownGranted", "TakedownContested", "TakedownEnded"] as const,
    ],
    async react(event) {
      const { eventId, recordedAt: at, data: { ownerId: userId } } = event;
      const { words: answer } = event.data;
      const said = ownerNotice(event);
      if (said === undefined) return;
      // Who cannot log in, or has no app at hand, answers a claim with the link alone.
      const link = event.type === "TakedownGranted"
        ? {
          label: "See who claims it, and answer",
          path: `/held/${
            links.sign({ kind: "counter", id: event.data.claimId, expiresAt: at + ANSWER_LINK_DAYS * DAY_MS })
          }`,
        }
        : LINK;
      const notice = { ...said, link };
      await mailMoney(deps, { mailId: eventId, userId, at, notice, ...(answer !== undefined && { answer }) });
    },
  };
}

function ownerNotice({ type, data }: Recorded<ToOwner>) {
  const thing = ownSubjectWords(data.kind).noun;
  switch (type) {
    case "ContentHidden": {
      const strike = data.strike ? ["This counts as a strike against your account."] : [];
      return {
        subject: `We have hidden your ${thing}`,
        heading: `We have hidden your ${thing}`,
        lines: [
          "Nobody but you sees it now. You can appeal once: another person than the one who decided looks again.",
          ...strike,
          "Why, in our own words:",
        ],
      };
    }
    case "ContentShown":
      return {
        subject: `Your ${thing} is back`,
        heading: `Your ${thing} is back`,
        lines: ["Everyone sees it again, as it was. In our own words:"],
      };
    case "ModerationAppealAnswered":
      // Who was right hears of it with what is back.
      return data.verdict === "grant" ? undefined : {
        subject: "Our answer to your appeal",
        heading: "We have looked at it again",
        lines: [`Another person has looked at it, and your ${thing} stays hidden. In our own words:`],
      };
    case "TakedownGranted":
      return {
        subject: "Someone claims your song",
        heading: "We have taken your song down",
        lines: [
          "Someone says that it uses their work. You see who, and what they say, on the page below.",
          "If the song is yours to publish, answer with a counter-notice. It comes back unless they go to court.",
          "In our own words:",
        ],
      };
    case "TakedownContested":
      return {
        subject: "The claim about your song is in court",
        heading: "The claimant has gone to court",
        lines: ["Your song does not come back by itself: we wait for the court. In our own words:"],
      };
    case "TakedownEnded":
      return {
        subject: "Your song is back",
        heading: "Your song is free of the claim",
        lines: data.because === "counter_notice"
          ? ["Nobody went to court in time, so everyone hears it again."]
          : ["The claim has come to an end. In our own words:"],
      };
  }
}

type ToClaimant =
  | TakedownClaimed
  | TakedownConfirmed
  | TakedownRefused
  | TakedownGranted
  | CounterNoticeGiven
  | TakedownContested
  | TakedownEnded;

function claimantMails(deps: Deps): Reactor<ToClaimant> {
  return {
    name: "moderation_claimant_mails",
    logs: ["social"],
    on: [
      ...["TakedownClaimed", "TakedownConfirmed", "TakedownRefused", "TakedownGranted"] as const,
      ...["CounterNoticeGiven", "TakedownContested", "TakedownEnded"] as const,
    ],
    async react({ eventId: mailId, data: { caseId, claimId } }) {
      await deps.store.sql.begin((tx) => askToWrite(deps, tx, { mailId, caseId, claimId }));
      deps.jobs.poke();
    },
  };
}

/** The song comes back when the claimant's time has run out. */
function restoreInTime(deps: Deps): Reactor<CounterNoticeGiven> {
  return {
    name: "moderation_restore",
    logs: ["social"],
    on: ["CounterNoticeGiven"],
    async react({ data: { caseId, kind, subjectId, ownerId, claimId, restoreAt: runAt } }) {
      const about = { caseId, kind, subjectId, ownerId, claimId };
      await deps.store.sql.begin((tx) => askToRestore(deps, tx, { ...about, runAt }));
      deps.jobs.poke();
    },
  };
}

/** Ends a claim that was not confirmed in time. */
function forgetUnconfirmed(deps: Deps): Reactor<TakedownClaimed> {
  return {
    name: "moderation_unconfirmed",
    logs: ["social"],
    on: ["TakedownClaimed"],
    async react({ data: { caseId, kind, subjectId, ownerId, claimId, confirmBy: runAt } }) {
      if (runAt === undefined) return;
      const about = { caseId, kind, subjectId, ownerId, claimId };
      await deps.store.sql.begin((tx) => askToLapse(deps, tx, { ...about, runAt }));
      deps.jobs.poke();
    },
  };
}
