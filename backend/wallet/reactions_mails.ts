import { mailMoney } from "../accounts/commands_mails.ts";
import { formatNaira, formatTokens } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import type { Reactor } from "../store/follow.ts";
import { findWithdrawal, type WithdrawalRow } from "../../projections/withdrawals.ts";
import type {
  PayoutCompleted,
  PayoutFailed,
  PayoutResolved,
  PayoutReversed,
  WithdrawalRejected,
  WithdrawalRequested,
} from "./events.ts";

const LINK = { label: "See your withdrawals", path: "/withdraw-tokens" };

/** Mails about what became of a withdrawal, one an event. */
export function withdrawalMails(deps: Deps): Reactor<MailedEvent> {
  return {
    name: "wallet_withdrawal_mails",
    logs: ["ledger"],
    on: [
      "WithdrawalRequested",
      "PayoutCompleted",
      "PayoutResolved",
      "WithdrawalRejected",
      "PayoutFailed",
      "PayoutReversed",
    ],
    async react(event) {
      if (event.metadata.actor === "system:demo") return;
      const row = await findWithdrawal(deps.store.sql, event.data.withdrawalId);
      if (!row) return;
      const [subject, heading, line] = WORDS[event.type](row);
      const notice = { subject, heading, lines: [line], link: LINK };
      await mailMoney(deps, { mailId: event.eventId, userId: row.userId, at: event.recordedAt, notice });
    },
  };
}

type MailedEvent =
  | WithdrawalRequested
  | PayoutCompleted
  | PayoutResolved
  | WithdrawalRejected
  | PayoutFailed
  | PayoutReversed;

type Words = readonly [subject: string, heading: string, line: string];

const WORDS: Readonly<Record<MailedEvent["type"], (row: WithdrawalRow) => Words>> = {
  WithdrawalRequested: ({ units }) => [
    "Your withdrawal request",
    "We have your request",
    `You asked for ${formatTokens(units)} tokens (${formatNaira(units)}) to be paid to your bank account. ` +
    "They are reserved while an admin reviews your request. You can cancel until then.",
  ],
  PayoutCompleted: paid,
  PayoutResolved: (row) => row.status === "completed" ? paid(row) : notPaid(row),
  WithdrawalRejected: ({ units, notes }) => [
    "Your withdrawal was not approved",
    "Your tokens are back",
    `Your request for ${formatTokens(units)} tokens was not approved (${notes}). They are back in your balance.`,
  ],
  PayoutFailed: notPaid,
  PayoutReversed: ({ units, status, notes }) => [
    "Your bank sent a payment back",
    "Your bank sent a payment back",
    notes === "" && status === "reversed"
      ? `${formatNaira(units)} came back from your bank. The tokens are back in your balance.`
      : `${formatNaira(units)} came back from your bank. Nothing else changed.`,
  ],
};

function paid({ units }: WithdrawalRow): Words {
  return [
    "Your withdrawal was paid",
    "Your money is on its way",
    `We sent ${formatNaira(units)} to your bank account. Some banks take a while to show it.`,
  ];
}

function notPaid({ units }: WithdrawalRow): Words {
  return [
    "Your withdrawal could not be paid",
    "Your tokens are back",
    `We could not send ${formatNaira(units)} to your bank account. ` +
    `Your ${formatTokens(units)} tokens are back in your balance. Please check your bank details and try again.`,
  ];
}
