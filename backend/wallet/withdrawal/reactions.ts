import { findWithdrawal, type WithdrawalRow } from "../../../projections/wallet/withdrawals.ts";
import { mailMoney } from "../../mails/send.ts";
import { PaymentsUnavailable } from "../../adapters/payments/types.ts";
import { formatNaira, formatTokens, formatTokensWithNaira } from "../../contract/money.ts";
import type { Deps } from "../../deps.ts";
import { sweepCharges } from "../../payments/charge.ts";
import { sweepDisputes } from "../../payments/disputes/sweep.ts";
import { workNotices } from "../../payments/notice.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { workIdentityChecks } from "../../trust/identity/look_again.ts";
import { hearOfCustomer } from "../../trust/identity/prove.ts";
import { workLostPayouts } from "../pause/reactions.ts";
import { checkReference } from "../pause/watch.ts";
import { collectDebts } from "../debt/debts.ts";
import { reconcileYesterday } from "../reconciliation/reconcile.ts";
import { holdsOf } from "../gate.ts";
import { sayHold } from "../hold.ts";
import { repeat } from "../../contract/repeat.ts";
import type {
  PayoutCompleted,
  PayoutFailed,
  PayoutResolved,
  PayoutReversed,
  PayoutStarted,
  WithdrawalRejected,
  WithdrawalRequested,
} from "./events.ts";
import { sweepClearances } from "./approve.ts";
import { advancePayout, advancePayoutOf, sweepPayouts } from "./payout.ts";

const PAYOUT = "payout";

const SWEEP_MS = 20_000;

/** An approval tries to pay right away, to tell the admin the result; the job takes over if that process dies. */
const HEAD_START_MS = 15_000;

/** Whether last night is still to be reconciled is looked at this often. */
const RECONCILE_MS = 15 * 60_000;

/** What follows from the events of withdrawals. */
export function walletReactors(deps: Deps): Reactor[] {
  return [startPayouts(deps), withdrawalMails(deps)];
}

function startPayouts(deps: Deps): Reactor<PayoutStarted> {
  return {
    name: "wallet_start_payouts",
    logs: ["ledger"],
    on: ["PayoutStarted"],
    async react({ data, eventId }) {
      const { withdrawalId } = data;
      const runAt = deps.now() + HEAD_START_MS;
      await deps.jobs.enqueue(deps.store.sql, { kind: PAYOUT, key: eventId, payload: { withdrawalId }, runAt });
    },
  };
}

/**
 * Works on money in this process from now on: payouts just approved immediately, all that is in progress again and
 * again.
 */
export function workMoney(deps: Deps, { everyMs = SWEEP_MS } = {}): { stop(): Promise<void> } {
  deps.jobs.work<{ withdrawalId: string }>(PAYOUT, async ({ payload }) => {
    // A provider that does not answer now is asked again by the sweeper.
    await advancePayout(deps, payload.withdrawalId).catch((error) => {
      if (!(error instanceof PaymentsUnavailable)) throw error;
    });
  }, { concurrency: 4, timeoutMs: 5 * 60_000 });
  workNotices(deps, {
    payout: (reference) => advancePayoutOf(deps, reference),
    unknown: (reference) => checkReference(deps, reference),
    identity: (customer) => hearOfCustomer(deps, customer),
  });
  workIdentityChecks(deps);
  workLostPayouts(deps);
  const sweeper = repeat((signal) => sweepMoney(deps, signal), { everyMs, log: deps.log });
  const asked = new Map<string, number>();
  const disputes = repeat((signal) => sweepDisputes(deps, asked, signal), { everyMs: RECONCILE_MS, log: deps.log });
  const nightly = repeat(() => reconcileYesterday(deps), { everyMs: RECONCILE_MS, log: deps.log });
  return {
    stop: async () => void await Promise.all([sweeper.stop(), disputes.stop(), nightly.stop()]),
  };
}

/** Goes on with everything that the provider has not said the last word about; what is left at a stop waits. */
export async function sweepMoney(deps: Deps, signal?: AbortSignal): Promise<void> {
  await sweepClearances(deps, signal);
  await sweepPayouts(deps, signal);
  await sweepCharges(deps, deps.purposes, signal);
  await collectDebts(deps, signal);
}

const LINK = { label: "See your withdrawals", path: "/withdraw-tokens" };

/** Mails about what became of a withdrawal, one an event. */
function withdrawalMails(deps: Deps): Reactor<MailedEvent> {
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
      const held = event.type === "WithdrawalRequested" ? await heldLine(deps, row) : [];
      const notice = { subject, heading, lines: [line, ...held], link: LINK };
      await mailMoney(deps, { mailId: event.eventId, userId: row.userId, at: event.recordedAt, notice });
    },
  };
}

/** Why a request waits, where something holds its owner's tokens: a bank account that is new, too. */
async function heldLine(deps: Deps, { userId }: WithdrawalRow): Promise<string[]> {
  const owner = { shard: deps.shardOf(userId), userId };
  const hold = (await holdsOf(deps.store.sql, [owner], deps.now())).get(userId);
  return hold ? [`${sayHold(hold)} If you did not ask for this, cancel it and choose a new password.`] : [];
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
    `You asked for ${formatTokensWithNaira(units)} to be paid to your bank account. ` +
    "They are reserved while an admin reviews your request. You can cancel until then.",
  ],
  PayoutCompleted: paid,
  PayoutResolved: (row) => row.status === "completed" ? paid(row) : notPaid(row),
  WithdrawalRejected: ({ units, notes }) => [
    "Your withdrawal was not approved",
    "Your tokens are back",
    `Your request for ${
      formatTokensWithNaira(units)
    } was not approved (${notes}). They are back in your Available Balance.`,
  ],
  PayoutFailed: notPaid,
  PayoutReversed: ({ units, status, notes }) => [
    "Your bank sent a payment back",
    "Your bank sent a payment back",
    notes === "" && status === "reversed"
      ? `${formatNaira(units)} came back from your bank. The tokens are back in your Available Balance.`
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
    `Your ${
      formatTokens(units)
    } tokens are back in your Available Balance. Please check your bank details and try again.`,
  ];
}
