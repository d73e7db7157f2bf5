import * as calls from "../../contract/calls/wallet.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { Routes } from "../../http/routes.ts";
import { nubanFits } from "../../contract/nuban.ts";
import { tokensOf } from "../../contract/money.ts";
import type {
  Banks,
  UserWithdrawal,
  VerifyAccountAnswer,
  WithdrawalStatus,
  WithdrawalSummary,
  WithdrawAnswer,
} from "../../contract/wallet.ts";
import type { Deps } from "../../deps.ts";
import { hasAppeals } from "../../trust/appeal/reads.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { afterMoney, metadataOf, onceCommandOf, repeatOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { owedBy } from "../../../projections/wallet/debts.ts";
import { walletSummary } from "../../../projections/wallet/wallets.ts";
import {
  findWithdrawal,
  OPEN_STATUSES,
  stepsOf,
  waitingOf,
  type WithdrawalRow,
  withdrawalsOf,
} from "../../../projections/wallet/withdrawals.ts";
import { whatIsHeld } from "../settling/held_gifts.ts";
import { openBanks } from "../banks/details.ts";
import { sayWhatSettles, whatSettles } from "../settling/reads.ts";
import { holdsOf } from "../gate.ts";
import { sayHold } from "../hold.ts";
import { needsIdentity, termsNow } from "./limits.ts";
import { isInOwnName, withdraw } from "./request.ts";
import { cancel } from "./review.ts";

const LOOKUPS_AN_HOUR = 30;
const HISTORY = 100;

/** What a user has, waits for and may take out; and where the payment provider calls. */
export function walletRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.withdrawalSummary, async (c) => c.json(await summaryOf(deps, c.var.session.userId), 200))
    .serve(calls.listBanks, async (c) => {
      const banks = (await deps.banks.list()).map(({ code, name }) => ({ code, name }));
      return c.json({ banks } satisfies Banks, 200);
    })
    .serve(calls.verifyBankAccount, async (c) => {
      const { userId } = c.var.session;
      const { accountNumber, bankCode } = c.req.valid("json");
      await takeTurn(deps, { kind: "account look-up", perHour: LOOKUPS_AN_HOUR, of: userId });
      const account_name = await deps.banks.ownerOf(userId, { accountNumber, bankCode });
      const answer: VerifyAccountAnswer = {
        accountDetails: { account_name, account_number: accountNumber, bank_code: bankCode },
        isInOwnName: await isInOwnName(deps, userId, account_name),
        ...(!nubanFits(bankCode, accountNumber) && {
          hint: "Please check the number: its last digit is unusual for this bank",
        }),
      };
      return c.json(answer, 200);
    })
    .serve(calls.withdraw, async (c) => {
      const { userId } = c.var.session;
      const origin = { userId, metadata: metadataOf(c, userId), ...onceCommandOf(c) };
      await takeTurn(deps, { kind: "withdraw", perHour: LOOKUPS_AN_HOUR, of: userId });
      const requested = await sayWhatSettles(deps, userId, withdraw(deps, c.req.valid("json"), origin));
      const { withdrawalId } = requested;
      // A repeated request is answered as it is today.
      const status = (await afterMoney(c, findWithdrawal(deps.store.sql, withdrawalId)))?.status ?? "pending_review";
      const isNew = OPEN_STATUSES.includes(status);
      const message = isNew
        ? "Withdrawal request submitted successfully! Your request is being processed."
        : `You made this request before. It is ${STATUS_TEXTS[status]}.`;
      const answer = { message, withdrawalId, status, ...repeatOf(c, requested) };
      return c.json(answer satisfies WithdrawAnswer, 201);
    })
    .serve(calls.listWithdrawals, async (c) => {
      return c.json({ withdrawals: await historyOf(deps, c.var.session.userId) }, 200);
    })
    .serve(calls.cancelWithdrawal, async (c) => {
      const { userId } = c.var.session;
      const withdrawalId = idInPath(c, "id", "Payment request not found");
      await cancel(deps, { withdrawalId, userId, metadata: metadataOf(c, userId) });
      return c.json({ message: "Withdrawal cancelled. Your tokens are back in your Available Balance." }, 200);
    });
}

/** What has become of a request, in the middle of a sentence. */
const STATUS_TEXTS: Readonly<Record<WithdrawalStatus, string>> = {
  pending_review: "waiting for review",
  awaiting_second_approval: "waiting for a second approval",
  processing: "on its way to your bank",
  needs_otp: "on its way to your bank",
  uncertain: "being checked",
  completed: "paid",
  failed: "not paid, and your tokens are back",
  rejected: "rejected, and your tokens are back",
  cancelled: "cancelled, and your tokens are back",
  reversed: "sent back by your bank, and your tokens are back",
};

async function summaryOf(deps: Deps, userId: string): Promise<WithdrawalSummary> {
  const { sql } = deps.store;
  const shard = deps.shardOf(userId);
  const [summary, settling, gifts, owed, waiting, isAppealed, holds, terms] = await Promise.all([
    walletSummary(sql, shard, userId),
    whatSettles(deps, userId),
    whatIsHeld(sql, { shard, artistId: userId }),
    owedBy(sql, { shard, userId }),
    waitingOf(sql, shard, userId),
    hasAppeals(deps, userId),
    holdsOf(sql, [{ shard, userId }], deps.now()),
    termsNow(deps, userId),
  ]);
  const { minimumWithdrawalUnits } = terms.policy;
  const hold = holds.get(userId);
  const heldText = hold ? sayHold(hold) : terms.unproven?.message;
  return {
    availableBalance: tokensOf(summary.availableUnits),
    settlingBalance: tokensOf(summary.settlingUnits),
    ...settlingTimes([settling, gifts]),
    ...(gifts.gifts.length > 0 && { settlingGifts: gifts.gifts.map(settlingGift) }),
    ...(owed > 0 && { owed: tokensOf(owed) }),
    ...(settling.frozen && {
      settlingHeld: { since: isoTime(settling.frozen.since), reason: settling.frozen.reason },
    }),
    ...((settling.frozen !== undefined || isAppealed) && { hasAppeals: true }),
    ...(heldText !== undefined && {
      held: { text: heldText, ...(hold?.until !== undefined && { until: isoTime(hold.until) }) },
    }),
    pendingWithdrawal: tokensOf(summary.reservedUnits),
    totalEarned: tokensOf(summary.earnedUnits),
    canWithdraw: summary.availableUnits >= minimumWithdrawalUnits && waiting.openId === undefined && owed === 0 &&
      !waiting.isUncertain,
    minimumWithdrawal: tokensOf(minimumWithdrawalUnits),
    ...(terms.month.units !== undefined && {
      month: { limit: tokensOf(terms.month.units), paid: tokensOf(terms.month.paidUnits) },
    }),
    ...(waiting.openId !== undefined && { openWithdrawalId: waiting.openId }),
  };
}

function settlingTimes(all: readonly { nextAt?: number | undefined; lastAt?: number | undefined }[]) {
  const next = all.flatMap(({ nextAt }) => nextAt ?? []);
  const last = all.flatMap(({ lastAt }) => lastAt ?? []);
  return {
    ...(next.length > 0 && { nextSettlesAt: isoTime(Math.min(...next)) }),
    ...(last.length > 0 && { allSettledAt: isoTime(Math.max(...last)) }),
  };
}

function settlingGift({ giftId, units, until, isFrozen }: Awaited<ReturnType<typeof whatIsHeld>>["gifts"][number]) {
  return { giftId, tokens: tokensOf(units), ...(!isFrozen && { until: isoTime(until) }) };
}

async function historyOf(deps: Deps, userId: string): Promise<UserWithdrawal[]> {
  const rows = await withdrawalsOf(deps.store.sql, userId, HISTORY);
  const [waiting, banks, steps] = await Promise.all([
    waitsForIdentity(deps, rows.find(({ status }) => OPEN_STATUSES.includes(status))),
    openBanks(deps, rows),
    stepsOf(deps.store.sql, rows.map((row) => row.withdrawalId)),
  ]);
  return rows.map((row, index): UserWithdrawal => {
    const bank = banks[index];
    const rejected = row.status === "rejected";
    return {
      _id: row.withdrawalId,
      amount: tokensOf(row.units),
      status: row.status,
      requestDate: isoTime(row.requestedAt),
      ...(row.processedAt !== undefined && { processedDate: isoTime(row.processedAt) }),
      bankDetails: {
        accountName: bank?.accountName ?? "",
        accountNumber: bank ? `••••••${bank.accountNumber.slice(-4)}` : "",
        bankCode: bank?.bankCode ?? "",
        bankName: bank?.bankName ?? "",
      },
      // Other notes are for admins: they speak of the provider.
      ...(rejected && { notes: row.notes }),
      ...(row.status === "completed" && row.reference && { transactionReference: row.reference }),
      canCancel: OPEN_STATUSES.includes(row.status),
      ...(row.withdrawalId === waiting && { needsIdentity: true }),
      steps: (steps.get(row.withdrawalId) ?? []).map(({ step, text, at }) => ({ step, text, at: isoTime(at) })),
    };
  });
}

/** The id of an open request that cannot be paid before the identity is proven. */
async function waitsForIdentity(deps: Deps, open: WithdrawalRow | undefined): Promise<string | undefined> {
  return open && await needsIdentity(deps, open) ? open.withdrawalId : undefined;
}
