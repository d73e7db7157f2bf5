import type { Deps } from "../deps.ts";
import type { GiftArrived } from "../gifts/cross_shard/events.ts";
import type { GiftRefunded, GiftSent } from "../gifts/events.ts";
import type { DisputeLossReturned, DisputeResolved } from "../payments/disputes/events.ts";
import type { RoyaltyHoldEvent } from "../royalties/events.ts";
import type { SettlingEvent } from "../wallet/settling/events.ts";
import type { PayoutReversed } from "../wallet/withdrawal/events.ts";
import { findGift } from "../../projections/gifts/gifts.ts";
import { findWithdrawal } from "../../projections/wallet/withdrawals.ts";
import { longDay } from "../contract/long_day.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Reactor } from "../store/projections/follow.ts";
import { eraseAccount, forgetPerson, takeBalance, takeWhatCameLate } from "./erase.ts";
import { mailMoney } from "../mails/send.ts";
import type { AccountClosed, AccountErased, AccountReopened } from "../accounts/account/events.ts";

const ERASE = "erase_account";
const DAY_MS = 24 * 3_600_000;

/** What follows from closing an account, from coming back, and from its erasure. */
export function closingReactors(deps: Deps): Reactor[] {
  return [closed(deps), reopened(deps), erased(deps), paidLate(deps)];
}

/** Erases accounts in this process from now on, each when its day has come. */
export function workErasures(deps: Deps): void {
  const tomorrow = (userId: string) => askToErase(deps, { userId, runAt: deps.now() + DAY_MS });
  deps.jobs.work<{ userId: string }>(ERASE, async ({ payload }) => {
    const { userId } = payload;
    try {
      await eraseAccount(deps, userId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A reopened account needs no erasure; a running payout delays it.
      if (error.code === "withdrawal_open") await tomorrow(userId);
    }
  }, { timeoutMs: 5 * 60_000, onFailed: ({ payload }) => tomorrow(payload.userId) });
}

/** Sessions end, the owner hears of it, and the erasure is put on the calendar. */
function closed(deps: Deps): Reactor<AccountClosed> {
  return {
    name: "accounts_closed",
    logs: ["social"],
    on: ["AccountClosed"],
    async react(event) {
      const { userId, eraseAt, by } = event.data;
      await deps.sessions.endAll(userId, { startedBefore: event.recordedAt });
      await askToErase(deps, { userId, runAt: eraseAt });
      const day = longDay(eraseAt);
      const undo = by === "owner"
        ? `Changed your mind? Log in before then and choose "Keep my account".`
        : "If you think this is a mistake, please contact support.";
      const notice = {
        subject: "Your Orin account is closed",
        heading: "Your account is closed",
        lines: [`We logged you out everywhere. On ${day} we delete everything in your account.`, undo],
        link: by === "owner" ? { label: "Log in", path: "/login" } : { label: "Orin", path: "/" },
      };
      await mailMoney(deps, { mailId: event.eventId, userId, at: event.recordedAt, notice });
    },
  };
}

function reopened(deps: Deps): Reactor<AccountReopened> {
  return {
    name: "accounts_reopened",
    logs: ["social"],
    on: ["AccountReopened"],
    async react(event) {
      const { userId } = event.data;
      const notice = {
        subject: "Your Orin account is open again",
        heading: "Welcome back",
        lines: ["Your account is open again, with everything still in it. Nothing will be deleted."],
        link: { label: "Open Orin", path: "/" },
      };
      await mailMoney(deps, { mailId: event.eventId, userId, at: event.recordedAt, notice });
    },
  };
}

function erased(deps: Deps): Reactor<AccountErased> {
  return {
    name: "accounts_erased",
    logs: ["social"],
    on: ["AccountErased"],
    async react(event) {
      const { userId } = event.data;
      await deps.sessions.endAll(userId);
      // Where the job broke off. The key goes last: then nothing is left to be done for the person.
      await takeBalance(deps, userId);
      await forgetPerson(deps, userId);
    },
  };
}

type Late =
  | PayoutReversed
  | GiftSent
  | GiftArrived
  | GiftRefunded
  | DisputeResolved
  | DisputeLossReturned
  | Extract<SettlingEvent, { type: "RewardsGivenBack" }>
  | Extract<RoyaltyHoldEvent, { type: "RoyaltyHeld" | "RoyaltyGivenBack" }>;

/** Money for a person who has been erased: a returned payout, a late gift (from another shard when it arrives), royalties, a granted appeal. */
function paidLate(deps: Deps): Reactor<Late> {
  return {
    name: "accounts_paid_late",
    logs: ["ledger"],
    on: [
      ...["PayoutReversed", "GiftSent", "GiftArrived", "GiftRefunded"] as const,
      ...["DisputeResolved", "DisputeLossReturned", "RewardsGivenBack"] as const,
      ...["RoyaltyHeld", "RoyaltyGivenBack"] as const,
    ],
    async react({ type, data }) {
      if (type === "GiftArrived") return await takeWhatCameLate(deps, data.artistId);
      if (type === "RoyaltyHeld" || type === "RoyaltyGivenBack") return await takeWhatCameLate(deps, data.creatorId);
      const { sql } = deps.store;
      const withdrawal = "withdrawalId" in data ? await findWithdrawal(sql, data.withdrawalId) : undefined;
      const giftId = "giftId" in data ? data.giftId : "paymentId" in data ? data.paymentId : undefined;
      const gift = giftId === undefined ? undefined : await findGift(sql, giftId);
      const listenerId = "appealId" in data ? data.userId : undefined;
      for (const userId of [withdrawal?.userId, gift?.artistId, gift?.giverId, listenerId]) {
        if (userId !== undefined) await takeWhatCameLate(deps, userId);
      }
    },
  };
}

async function askToErase(deps: Deps, { userId, runAt }: { userId: string; runAt: number }): Promise<void> {
  const key = `${userId} ${new Date(runAt).toISOString()}`;
  await deps.jobs.enqueue(deps.store.sql, { kind: ERASE, key, payload: { userId }, runAt });
}
