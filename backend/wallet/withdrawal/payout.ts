import { findPayout, findWithdrawal, withdrawalsIn } from "../../../projections/wallet/withdrawals.ts";
import { PaymentsRefused, PaymentsUnavailable, type Payout, type RefusalCode } from "../../adapters/payments/types.ts";
import type { WithdrawalStatus } from "../../contract/wallet.ts";
import type { Deps } from "../../deps.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { readPause } from "../pause/pause.ts";
import { openBankDetails } from "../banks/details.ts";
import { LOST_PAYOUT, type WithdrawalEvent, withdrawalStream } from "./events.ts";
import { readStops } from "./payable.ts";
import {
  decideAnswer,
  decideAttempt,
  decidePostponed,
  decideRefused,
  evolve,
  type PayoutFacts,
  type Withdrawal,
} from "./state.ts";
import { withdrawalHandler, type WithdrawalRef } from "./withdrawals.ts";

/** Notes that the provider is about to be called for the n-th time; `changed` says that the caller may. */
export const attemptPayout = withdrawalHandler<{ readonly attempt: number }>("attemptPayout", decideAttempt);

/** Applies the provider's answer about the reference: the only way a payout moves. */
export const notePayout = withdrawalHandler<PayoutFacts>("notePayout", decideAnswer);

/** Nothing was created: the request waits for admins again. */
const postponePayout = withdrawalHandler<{ readonly reason: string; readonly attempt: number }>(
  "postponePayout",
  decidePostponed,
);

/** The provider refused for good: what was reserved goes back. */
const refusePayout = withdrawalHandler<{ readonly reason: string; readonly attempt: number }>(
  "refusePayout",
  decideRefused,
);

export type PayoutDeps = Pick<Deps, "payments" | "personal" | "restore" | "now" | "log"> & {
  readonly store: Pick<Deps["store"], "execute" | "readStream" | "sql">;
};

type Status = WithdrawalStatus | "unknown";

/**
 * A call whose outcome is unclear may still arrive at the provider: Orin asks to pay again only after this has passed.
 */
export const UNCLEAR_FOR_MS = 120_000;

/** These say nothing of the payout itself: it can be tried again when the cause is gone. */
const PASSING = new Set<RefusalCode>(["insufficient_balance", "invalid_key", "not_allowed"]);

/** After these a payout with the reference may exist, although it was not found a moment ago. */
const UNCLEAR = new Set<RefusalCode>(["duplicate_reference", "unrecognised"]);

/** Of a lost payout: then the money is still here. */
const NOT_PAID = new Set(["failed", "reversed", "abandoned", "blocked", "rejected"]);

const METADATA = { actor: "system:payouts" };

/**
 * Takes a payout one step further and answers its state; does nothing for one that is at rest. Safe at any time,
 * concurrently, and when it is broken off: the next call continues from the events. The provider is asked by the
 * reference before it is ever told a second time to pay.
 */
export async function advancePayout(deps: PayoutDeps, withdrawalId: string): Promise<Status> {
  const row = await findWithdrawal(deps.store.sql, withdrawalId);
  if (!row) return "unknown";
  const { shard, userId, reference } = row;
  if (reference === undefined) return row.status;
  const about = { shard, userId, withdrawalId };
  const state = await readWithdrawal(deps, about);
  if (!state) return "unknown";
  const mayPay = state.status === "processing" && state.underway === undefined && await mayBegin(deps);
  if (mayPay && state.attempts === 0) return await pay(deps, about, state);
  const answer = await deps.payments.lookUpPayout(reference);
  if (answer.status !== "not_found") return await note(deps, about, answer);
  const isTooEarly = state.isUnclear && deps.now() - state.attemptedAt < UNCLEAR_FOR_MS;
  return mayPay && !isTooEarly ? await pay(deps, about, state) : state.status;
}

/** While payouts are paused, or wait for the provider's lists, those under way are only looked up. */
async function mayBegin({ restore, store: { sql } }: PayoutDeps): Promise<boolean> {
  return !restore.isWaiting && (await readPause(sql)).paused === undefined;
}

/** Whether the bank account got a payout that the log has lost: who was paid by it must not be paid again. */
async function isPaidUnknown({ store: { sql } }: PayoutDeps, recipientCode: string): Promise<boolean> {
  const { lostPayouts } = await readPause(sql);
  return lostPayouts.some((lost) => lost.recipientCode === recipientCode && !NOT_PAID.has(lost.status));
}

/** The same for the payout of a reference; undefined where Orin has none such. */
export async function advancePayoutOf(deps: PayoutDeps, reference: string): Promise<Status | undefined> {
  const row = await findPayout(deps.store.sql, reference);
  return row && await advancePayout(deps, row.withdrawalId);
}

/**
 * Goes on with every payout that is not at rest. One that cannot go on now does not keep the others waiting; after the
 * signal no further one is begun.
 */
export async function sweepPayouts(deps: PayoutDeps, signal?: AbortSignal): Promise<void> {
  const waiting = await withdrawalsIn(deps.store.sql, ["processing", "needs_otp", "uncertain"], { limit: 500 });
  for (const { withdrawalId } of waiting) {
    if (signal?.aborted) return;
    try {
      await advancePayout(deps, withdrawalId);
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) {
        deps.log(`Payout of withdrawal ${withdrawalId} cannot continue`, error);
      }
    }
  }
}

async function readWithdrawal(
  deps: PayoutDeps,
  { shard, withdrawalId }: WithdrawalRef,
): Promise<Withdrawal | undefined> {
  const events = await deps.store.readStream<WithdrawalEvent>(`ledger/${shard}`, withdrawalStream(withdrawalId));
  return events.reduce<Withdrawal | undefined>(evolve, undefined);
}

/** Tells the provider to pay. What it says right away is not believed: the look-up decides. */
async function pay(deps: PayoutDeps, about: WithdrawalRef, state: Withdrawal): Promise<Status> {
  const { reference = "", units } = state;
  if (state.attempts === 0) {
    // Between the approval and this call the books may have changed, and nothing has left yet.
    const [stop] = await readStops(deps, { ...about, units });
    if (stop) return (await execute(deps, postponePayout, { ...about, reason: stop.problem, attempt: 0 })).status;
  }
  const bank = await openBankDetails(deps, about);
  let recipientCode: string;
  try {
    ({ recipientCode } = await deps.payments.createRecipient(bank));
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    return await giveUp(deps, about, { code: error.code, attempt: state.attempts });
  }
  if (await isPaidUnknown(deps, recipientCode)) {
    return (await execute(deps, postponePayout, { ...about, reason: LOST_PAYOUT, attempt: state.attempts })).status;
  }
  const attempt = state.attempts + 1;
  const noted = await execute(deps, attemptPayout, { ...about, attempt });
  if (!noted.changed) return noted.status;
  let code: RefusalCode | undefined;
  try {
    await deps.payments.startPayout({ reference, amountKobo: units, recipientCode, reason: "Orin withdrawal" });
  } catch (error) {
    if (error instanceof PaymentsRefused) code = error.code;
    else if (!(error instanceof PaymentsUnavailable)) throw error;
  }
  const answer = await deps.payments.lookUpPayout(reference);
  if (answer.status !== "not_found") return await note(deps, about, answer);
  if (code === undefined || UNCLEAR.has(code)) return noted.status;
  return await giveUp(deps, about, { code, attempt });
}

async function giveUp(
  deps: PayoutDeps,
  about: WithdrawalRef,
  { code, attempt }: { code: RefusalCode; attempt: number },
): Promise<Status> {
  const handler = PASSING.has(code) ? postponePayout : refusePayout;
  return (await execute(deps, handler, { ...about, reason: code, attempt })).status;
}

async function note(deps: PayoutDeps, about: WithdrawalRef, payout: Payout): Promise<Status> {
  const { amountKobo, currency, transferCode, feeKobo = 0 } = payout;
  const status = payout.said ?? payout.status;
  return (await execute(deps, notePayout, { ...about, status, amountKobo, currency, transferCode, feeKobo })).status;
}

async function execute<Command extends WithdrawalRef>(
  deps: PayoutDeps,
  handler: Parameters<typeof deps.store.execute<Command, unknown, { status: Status; changed: boolean }>>[0],
  command: Command,
) {
  return (await deps.store.execute(handler, command, { logs: shardLogs(command.shard), metadata: METADATA })).result;
}
