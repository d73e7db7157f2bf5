import { formatTokensWithNaira } from "../../contract/money.ts";
import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import type { MoneyNotice } from "../../mails/templates.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { RewardsFrozen, RewardsReleased, RewardsVoided } from "./events.ts";
import { whatSettles } from "./reads.ts";

type MailedEvent = RewardsFrozen | RewardsReleased | RewardsVoided;

/** Tells listeners what a human decided about their rewards. What the service does by itself is told where it happens. */
export function settlingReactors(deps: Deps): Reactor[] {
  return [decisionMails(deps)];
}

function decisionMails(deps: Deps): Reactor<MailedEvent> {
  return {
    name: "wallet_settling_mails",
    logs: ["ledger"],
    on: ["RewardsFrozen", "RewardsReleased", "RewardsVoided"],
    async react(event) {
      if (event.metadata.actor.startsWith("system:")) return;
      const { userId } = event.data;
      const { units } = await whatSettles(deps, userId);
      const notice = noticeOf(event, units);
      await mailMoney(deps, { mailId: event.eventId, userId, at: event.recordedAt, notice });
    },
  };
}

const ASK_US =
  "Do you think that we are wrong? Write to us from your earnings page. A person reads it and answers you.";

function noticeOf({ type, data }: MailedEvent, settling: number): MoneyNotice {
  switch (type) {
    case "RewardsFrozen":
      return {
        subject: "We are checking your earnings",
        heading: "We are checking your earnings",
        lines: [
          `${formatTokensWithNaira(settling)} wait until a person has looked at them. Our words: ${data.reason}`,
          "You can listen as before, and what you earn until then waits, too. " +
          "You can still spend and withdraw your Available Balance.",
          ASK_US,
        ],
        link: { label: "See your earnings", path: "/earnings" },
      };
    case "RewardsVoided":
      return {
        subject: "We removed some of your earnings",
        heading: "We removed some of your earnings",
        lines: [
          `We removed ${formatTokensWithNaira(data.units)} before they settled. Our words: ${data.reason}`,
          "Your Available Balance has not changed, and you can listen and earn as before.",
          ASK_US,
        ],
        link: { label: "See your earnings", path: "/earnings" },
      };
    case "RewardsReleased":
      return {
        subject: "We have checked your earnings",
        heading: "Your earnings settle again",
        lines: [
          `We have finished checking your earnings. Our words: ${data.reason}`,
          "Tokens that have waited long enough become available within minutes, the others after their usual time.",
        ],
        link: { label: "See your earnings", path: "/earnings" },
      };
  }
}
