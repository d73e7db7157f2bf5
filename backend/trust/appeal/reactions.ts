import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { AppealAnswered } from "./events.ts";
import { undoGranted } from "./undo.ts";

/** What follows from the answer to an appeal. A second run finds it done. */
export function appealReactors(deps: Deps): Reactor[] {
  return [answerReactor(deps), answerMails(deps)];
}

function answerReactor(deps: Deps): Reactor<AppealAnswered> {
  return {
    name: "trust_appeal_answers",
    logs: ["social"],
    on: ["AppealAnswered"],
    async react({ data: { appealId, userId, outcome }, recordedAt }) {
      if (outcome !== "grant") return;
      // What came after the answer was never judged.
      await undoGranted(deps, { userId, appealId, through: recordedAt });
    },
  };
}

function answerMails(deps: Deps): Reactor<AppealAnswered> {
  return {
    name: "trust_appeal_mails",
    logs: ["social"],
    on: ["AppealAnswered"],
    async react({ eventId, recordedAt, data: { userId, outcome, answer } }) {
      const notice = {
        subject: "Our answer about your earnings",
        heading: outcome === "grant" ? "You were right" : "We have read what you wrote",
        lines: [
          outcome === "grant"
            ? "Your earnings are yours again. What we removed is in your Available Balance, and what waited settles."
            : "A person has looked at it again, and our decision remains.",
          "Our answer in our own words:",
        ],
        link: { label: "See your earnings", path: "/earnings" },
      };
      await mailMoney(deps, { mailId: eventId, userId, at: recordedAt, notice, answer });
    },
  };
}
